import type { Action, ActionContext, ActionEntry } from '../actions/kit/action.ts';
import type { CliBinding } from '../actions/kit/bindings.ts';
import { checkShape } from '../actions/kit/check-shape.ts';
import type { Ports } from '../core/ports.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { actionHelp } from './action-help.ts';
import { bindingOptions, readBoundArgs } from './binding-options.ts';
import { parseWords } from './parse-words.ts';
import type { Terminal } from './terminal.ts';

/** What a command needs to run an action. */
export interface ActionRun {
  readonly entry: ActionEntry;
  readonly binding: CliBinding;
  readonly words: readonly string[];
  readonly terminal: Terminal;
  readonly ports: () => Ports;
}

/** Runs an action from the words after its command; answers the exit status. */
export async function runAction(run: ActionRun): Promise<number> {
  const { entry, binding, terminal } = run;
  if (asksForHelp(run.words)) {
    await terminal.print(actionHelp(entry, binding));
    return 0;
  }
  const parsed = await parseWords(
    { ...binding, options: bindingOptions(binding) },
    run.words,
    terminal,
  );
  if (isRefusal(parsed)) return tellFault(run, parsed);
  const own = readBoundArgs(binding, parsed, terminal);
  if (isRefusal(own)) return tellFault(run, own);
  const action = await entry.load();
  const input = parsed.fromJson ? await checkShape(action, own.input) : own.input;
  if (isRefusal(input)) return tellRefusal(run, input, action);
  const { author, format } = own;
  const context: ActionContext = {
    signal: terminal.signal,
    caller: 'cli',
    directory: terminal.directory,
    ports: run.ports(),
    ...(author === undefined ? {} : { author }),
    ...(await askingOf(binding, terminal)),
  };
  const output = await action.run(input, context);
  if (isRefusal(output)) return tellRefusal(run, output, { ...action, given: input });
  const text = format === 'text' ? action.text?.(output, input) : undefined;
  const isPrinted = await terminal.print(
    text ?? `${JSON.stringify(action.printed?.(output) ?? output)}\n`,
  );
  if (isPrinted) await action.delivered?.(output, input, context);
  const note = action.note?.(output);
  if (note !== undefined) terminal.tell(`discuss ${binding.command.join(' ')}: ${note}`);
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

function asksForHelp(words: readonly string[]): boolean {
  return hasOption(words, '--help') || hasOption(words, '-h');
}

/** Whether an option is among the words, not behind the `--` that ends the options. */
function hasOption(words: readonly string[], option: string): boolean {
  const end = words.indexOf('--');
  return (end === -1 ? words : words.slice(0, end)).includes(option);
}

/** A command line at fault is told as the action tells its refusals where that is asked for by an option. */
async function tellFault(run: ActionRun, refusal: Refusal): Promise<number> {
  const { entry, binding, words } = run;
  const asksForJson = binding.options?.['json']?.type === 'boolean' && hasOption(words, '--json');
  if (!asksForJson) return tellRefusal(run, refusal);
  const { refusal: tell } = await entry.load();
  if (tell === undefined) return tellRefusal(run, refusal);
  const next = refusal.next ?? helpHint(binding, entry);
  return tellRefusal(run, refusal, {
    refusal: () => tell(withContractCode({ ...refusal, next }), { json: true }),
  });
}

async function tellRefusal(
  { binding, terminal, entry }: ActionRun,
  refusal: Refusal,
  action?: Pick<Action, 'refusal'> & { given?: unknown },
): Promise<number> {
  const told = action?.refusal?.(refusal, action.given);
  if (told?.stdout !== undefined) await terminal.print(told.stdout);
  if (told?.stderr !== undefined) terminal.tell(told.stderr);
  if (told === undefined) terminal.tell(refusalWords(refusal, binding, entry));
  if (refusal.code === 'usage') return binding.usageExitCode ?? 2;
  return binding.exitCodes?.[refusal.code] ?? 1;
}

function refusalWords(refusal: Refusal, binding: CliBinding, entry: ActionEntry): string {
  if (binding.refusals === 'json') return refusalJson(withContractCode(refusal));
  const command = `discuss ${binding.command.join(' ')}`;
  const next = refusal.next ?? (refusal.code === 'usage' ? helpHint(binding, entry) : undefined);
  return [`${command}: ${refusal.message}`, ...(next === undefined ? [] : [`  ${next}`])].join(
    '\n',
  );
}

function helpHint({ command }: CliBinding, { summary }: ActionEntry): string {
  return `see discuss ${command.join(' ')} --help (${summary})`;
}

/** Programs that read JSON know the codes of a contract, and a command line at fault is an invalid input. */
function withContractCode(refusal: Refusal): Refusal {
  return refusal.code === 'usage' ? { ...refusal, code: 'invalid_input' } : refusal;
}

/** A refusal as one line of JSON: `{"error":{code, message, details?, next?}}`. */
export function refusalJson({ code, message, details, next }: Refusal): string {
  const extra = {
    ...(details === undefined ? {} : { details }),
    ...(next === undefined ? {} : { next }),
  };
  return JSON.stringify({ error: { code, message, ...extra } });
}
