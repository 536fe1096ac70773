import type { Action, ActionContext, ActionEntry } from '../actions/kit/action.ts';
import type { CliBinding } from '../actions/kit/bindings.ts';
import { checkShape } from '../actions/kit/check-shape.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { jsonLine } from '../core/text/json-line.ts';
import { actionArgs, readBoundArgs } from './action-args.ts';
import { argsHelp } from './args/args-help.ts';
import { asksForHelp, hasOption } from './args/has-option.ts';
import { parseArgs } from './args/parse-args.ts';
import { readSources } from './args/read-sources.ts';
import type { CommandContext } from './command-context.ts';
import { refusalJson, withContractCode } from './refusal-json.ts';
import type { Terminal } from './terminal.ts';

/** What a command needs to run an action. */
export interface ActionRun extends CommandContext {
  readonly entry: ActionEntry;
  readonly binding: CliBinding;
  readonly args: readonly string[];
}

/** Runs an action on the arguments after its command; returns the exit status. */
export async function runAction(run: ActionRun): Promise<number> {
  const { entry, binding, terminal } = run;
  const command = actionArgs(binding);
  if (asksForHelp(run.args)) {
    await terminal.print(argsHelp({ command: binding.command, summary: entry.summary }, command));
    return 0;
  }
  const parsed = parseArgs(command, run.args);
  if (isRefusal(parsed)) return printFault(run, parsed);
  const whole = await readSources(command, parsed, terminal);
  if (isRefusal(whole)) return printFault(run, whole);
  const own = readBoundArgs(binding, whole, terminal);
  if (isRefusal(own)) return printFault(run, own);
  const action = await entry.load();
  const fromJson = (binding.positionals ?? []).some(({ reads }) => reads === 'json');
  const input = fromJson ? await checkShape(action, own.input) : own.input;
  if (isRefusal(input)) return printRefusal(run, input, () => action.refusal?.(input, undefined));
  const { author, format } = own;
  const context: ActionContext = {
    signal: terminal.signal,
    caller: 'cli',
    directory: terminal.directory,
    ports: await run.ports(),
    ...(author === undefined ? {} : { author }),
    ...(await askingOf(binding, terminal)),
  };
  const output = await action.run(input, context);
  if (isRefusal(output)) return printRefusal(run, output, () => action.refusal?.(output, input));
  const text = format === 'text' ? action.text?.(output, input) : undefined;
  const isPrinted = await terminal.print(text ?? jsonLine(action.printed?.(output) ?? output));
  if (isPrinted) await action.delivered?.(output, input, context);
  const note = action.note?.(output);
  if (note !== undefined) terminal.notify(`discuss ${binding.command.join(' ')}: ${note}`);
  return action.exitCode?.(output) ?? 0;
}

/** Loaded for those few commands alone that put questions. */
async function askingOf(
  { asksPerson }: CliBinding,
  terminal: Terminal,
): Promise<Pick<ActionContext, 'askPerson'>> {
  if (asksPerson !== true || !terminal.inputIsTerminal) return {};
  const { askAtTerminal } = await import('./ask-at-terminal.ts');
  return { askPerson: askAtTerminal(terminal) };
}

/** A command line at fault is printed as the action prints its refusals where an option asks for that. */
async function printFault(run: ActionRun, refusal: Refusal): Promise<number> {
  const { entry, binding, args } = run;
  const asksForJson = binding.options?.['json']?.type === 'boolean' && hasOption(args, '--json');
  if (!asksForJson) return printRefusal(run, refusal);
  const { refusal: format } = await entry.load();
  if (format === undefined) return printRefusal(run, refusal);
  const next = refusal.next ?? helpHint(binding, entry);
  const fault = withContractCode({ ...refusal, next });
  return printRefusal(run, refusal, () => format(fault, { json: true }));
}

async function printRefusal(
  { binding, terminal, entry }: ActionRun,
  refusal: Refusal,
  format?: () => ReturnType<NonNullable<Action['refusal']>> | undefined,
): Promise<number> {
  const texts = format?.();
  if (texts?.stdout !== undefined) await terminal.print(texts.stdout);
  if (texts?.stderr !== undefined) terminal.notify(texts.stderr);
  if (texts === undefined) terminal.notify(refusalText(refusal, binding, entry));
  if (refusal.code === 'usage') return binding.usageExitCode ?? 2;
  return binding.exitCodes?.[refusal.code] ?? 1;
}

function refusalText(refusal: Refusal, binding: CliBinding, entry: ActionEntry): string {
  if (binding.refusals === 'json') return refusalJson(refusal);
  const command = `discuss ${binding.command.join(' ')}`;
  const next = refusal.next ?? (refusal.code === 'usage' ? helpHint(binding, entry) : undefined);
  return [`${command}: ${refusal.message}`, ...(next === undefined ? [] : [`  ${next}`])].join(
    '\n',
  );
}

function helpHint({ command }: CliBinding, { summary }: ActionEntry): string {
  return `see discuss ${command.join(' ')} --help (${summary})`;
}
