import type { Ports } from '../core/ports.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { jsonLine } from '../core/text/json-line.ts';
import type { HookContext } from '../hosts/hook-context.ts';
import type { Host, HostEvent } from '../hosts/host.ts';
import { parseArgs, usage } from './args/parse-args.ts';
import type { Command } from './command.ts';
import type { CommandContext } from './command-context.ts';
import type { Terminal } from './terminal.ts';

/** `discuss hook`: always ends with status 0 and JSON that the host understands. */
export const hookCommand: Command = {
  args: {
    positionals: [
      {
        name: 'HOST EVENT',
        field: 'names',
        summary: 'The same as the options of these names',
        rest: true,
        optional: true,
      },
    ],
    options: {
      host: {
        type: 'string',
        value: 'HOST',
        summary: 'claude, codex, opencode, gemini, cursor or copilot',
      },
      event: {
        type: 'string',
        value: 'EVENT',
        summary: "The host's name of the event, for hosts whose events do not name themselves",
      },
      wait: {
        type: 'string',
        value: 'N',
        summary: 'How long the verdict on a plan is waited for, in seconds (590)',
        expected: 'a number of seconds',
        read: (text) => (Number(text) >= 0 ? Number(text) : undefined),
      },
      isolated: {
        type: 'boolean',
        summary: 'Called by a hook that can end this one at any moment',
        hidden: true,
      },
      'drop-in': { type: 'boolean', summary: 'Speak as the tool stood in for', hidden: true },
    },
    help: `Hosts call it; \`discuss agents install\` sets them up. A hook never stands in a user's way: whatever goes wrong, it
says nothing, ends with status 0 within 1.5 seconds, and notes the reason in ~/.discuss/logs. On a slow machine
DISCUSS_HOOK_BUDGET_MS gives it more.`,
  },
  async run(args, context) {
    const response = await respond(args, context);
    await context.terminal.print(jsonLine(response));
    return 0;
  },
};

/** When a hook gives up, in milliseconds from the start of the process, unless the user's environment says otherwise. */
const usualBudget = 1500;

/** What is left for the end of the process, in milliseconds. */
const reserve = 150;

function budgetOf({ DISCUSS_HOOK_BUDGET_MS: named }: Terminal['environment']): number {
  const budget = Number(named);
  return (budget > reserve ? budget : usualBudget) - reserve;
}

/** What is known of a hook while it runs, so that it can be ended at any moment. */
interface Progress {
  call?: HookCall;
  event?: HostEvent;
  /** Ends the process that reads a store which may be anything. */
  stop?: () => void;
}

/** Returns the hook's response, an empty one when it fails or takes too long. */
async function respond(args: readonly string[], context: CommandContext): Promise<object> {
  const progress: Progress = {};
  const unexpected = new Promise<never>((_, fail) => {
    process.on('uncaughtException', fail);
    process.on('unhandledRejection', fail);
  });
  const stop = new AbortController();
  const budget = budgetOf(context.terminal.environment);
  const late = new Promise<'late'>((resolve) => {
    const timer = setTimeout(() => resolve('late'), Math.max(100, budget - performance.now()));
    stop.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  const work = handleEvent(args, { ...context, progress, keepWaiting: () => stop.abort() });
  work.catch(() => undefined);
  try {
    const settled = await Promise.race([work, unexpected, late]);
    if (settled !== 'late') return settled;
    return await giveUp(progress, context, { code: 'time_out' });
  } catch (error) {
    return giveUp(progress, context, failureOf(error));
  }
}

interface Running extends CommandContext {
  readonly progress: Progress;
  /** Lets the hook take longer than hooks may: the user is at work. */
  readonly keepWaiting: () => void;
}

async function handleEvent(args: readonly string[], running: Running): Promise<object> {
  const { progress, terminal, keepWaiting } = running;
  const { findHost, mayHang, readEvent, runHook } = await import('../hosts/run-hook.ts');
  const call = readCall(args, findHost);
  if (isRefusal(call)) return misused(call, terminal);
  progress.call = call;
  const input = await terminal.readJson();
  const event = readEvent(input, call.event, call);
  if (event === undefined) return {};
  progress.event = event;
  if (event.kind === 'plan') keepWaiting();
  const ports = await running.ports({ busyMode: busyModeOf(event, call) });
  const context = hookContext(call, ports, terminal);
  if (call.isIsolated || !(await mayHang(event, context))) return runHook(event, context);
  const { startIsolatedHook } = await import('./isolated-hook.ts');
  const isolated = startIsolatedHook(args, input);
  progress.stop = isolated.stop;
  return isolated.response;
}

/** A plan is reviewed by the person, for as long as that takes. */
function busyModeOf(
  { kind }: HostEvent,
  { isIsolated }: HookCall,
): 'command' | 'isolated' | 'hook' {
  if (kind === 'plan') return 'command';
  return isIsolated ? 'isolated' : 'hook';
}

/** What a hook's command line says. */
interface HookCall extends Pick<HookContext, 'host' | 'form' | 'wait'> {
  readonly event: string | undefined;
  /** Another hook has started this one, to be able to end it. */
  readonly isIsolated: boolean;
}

function readCall(
  args: readonly string[],
  findHost: (name: string) => Host | undefined,
): HookCall | Refusal {
  const parsed = parseArgs(hookCommand.args, args);
  if (isRefusal(parsed)) return parsed;
  const { names, wait = 590, dropIn, isolated, ...named } = parsed.input as unknown as HookInput;
  const [first, second] = names;
  const name = named.host ?? first;
  const event = named.event ?? (named.host === undefined ? second : first);
  if (name === undefined || name === '') return usage('--host is missing');
  const host = findHost(name);
  if (host === undefined) return usage(`no host "${name}"`);
  return {
    host,
    event,
    wait,
    isIsolated: isolated === true,
    form: dropIn === true ? 'lwcctx' : 'ctx',
  };
}

function hookContext(
  { host, form, wait }: HookCall,
  ports: Ports,
  { directory, signal }: Terminal,
): HookContext {
  return { host, form, wait, ports, directory, signal };
}

interface HookInput {
  readonly names: readonly string[];
  readonly host?: string;
  readonly event?: string;
  readonly wait?: number;
  readonly dropIn?: boolean;
  readonly isolated?: boolean;
}

/** Whoever tries a hook by hand reads this; a host drops what a hook with status 0 writes here. */
function misused({ message }: Refusal, terminal: Terminal): object {
  terminal.notify(`discuss hook: ${message}; see discuss hook --help`);
  return {};
}

/** Ends a hook that has failed or is late; the agent hears once of the user's words that it did not record. */
async function giveUp(
  { call, event, stop }: Progress,
  { ports, terminal }: CommandContext,
  failure: Failure,
): Promise<object> {
  stop?.();
  if (call === undefined) return {};
  try {
    const { failureNotice } = await import('../hosts/run-hook.ts');
    const context = hookContext(call, await ports({ busyMode: 'hook' }), terminal);
    (await context.ports.log()).note('warn', 'a hook gave up', {
      host: call.host.name,
      event: event?.event,
      ...failure,
    });
    if (event === undefined) return {};
    const isRecording = event.kind === 'prompt' || event.kind === 'answers';
    const words = isRecording ? await failureNotice(event, context, failure) : undefined;
    return call.host.write(event, words === undefined ? {} : { context: words });
  } catch {
    return {};
  }
}

interface Failure {
  readonly code: string;
  readonly error?: unknown;
}

/** What a parser says of a text may hold a piece of it, which must not get into a log. */
function failureOf(error: unknown): Failure {
  if (error instanceof SyntaxError || error instanceof TypeError) {
    return { code: 'unreadable_event', error: error.name };
  }
  return { code: 'unexpected', error };
}
