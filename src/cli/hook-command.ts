import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import type { HookContext } from '../hosts/hook-context.ts';
import type { HostEvent } from '../hosts/host.ts';
import { openPorts } from '../open-discuss.ts';
import type { Terminal } from './terminal.ts';

const help = `Answer an event of an agent's host, read as JSON from standard input.

  discuss hook --host HOST [--event EVENT] [--wait SECONDS]

  HOST           claude, codex, opencode, gemini, cursor or copilot
  --event EVENT  the host's name of the event, for hosts whose events do not name themselves
  --wait N       how long the verdict on a plan is waited for, in seconds (590)

Hosts call it; \`discuss agents install\` sets them up. A hook never stands in a user's way: whatever goes wrong, it
says nothing, ends with status 0 within 1.5 seconds, and notes the reason in ~/.discuss/logs.
`;

/** When a hook gives up, in milliseconds from the start of the process; what is left is for the end of it. */
const budget = 1350;

/** What a hook's command line says. */
interface HookWords {
  readonly host: string;
  readonly event?: string;
  readonly wait: number;
  readonly dropIn: boolean;
}

/** `discuss hook`: always ends with status 0 and JSON that the host understands. */
export async function hookCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    await terminal.print(help);
    return 0;
  }
  const answer = await answerOrNothing(words, terminal);
  await terminal.print(`${JSON.stringify(answer)}\n`);
  return 0;
}

/** What is known of a hook while it runs, so that it can be ended at any moment. */
interface Progress {
  event?: HostEvent;
  context?: HookContext;
}

async function answerOrNothing(words: readonly string[], terminal: Terminal): Promise<object> {
  const progress: Progress = {};
  const unexpected = new Promise<never>((_, fail) => {
    process.on('uncaughtException', fail);
    process.on('unhandledRejection', fail);
  });
  const stop = new AbortController();
  const late = new Promise<'late'>((resolve) => {
    const timer = setTimeout(() => resolve('late'), Math.max(100, budget - performance.now()));
    stop.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  const work = answer(words, { progress, terminal, keepWaiting: () => stop.abort() });
  work.catch(() => undefined);
  try {
    const settled = await Promise.race([work, unexpected, late]);
    if (settled !== 'late') return settled;
    return await giveUp(progress, { code: 'time_out' });
  } catch (error) {
    return giveUp(progress, failureOf(error));
  }
}

interface Running {
  readonly progress: Progress;
  readonly terminal: Terminal;
  /** Lets the hook take longer than hooks may: the user is at work. */
  readonly keepWaiting: () => void;
}

async function answer(words: readonly string[], running: Running): Promise<object> {
  const { progress, terminal, keepWaiting } = running;
  const given = readWords(words);
  if (isRefusal(given)) return misused(given, terminal);
  const { findHost, readEvent, runHook } = await import('../hosts/run-hook.ts');
  const host = findHost(given.host);
  if (host === undefined) {
    return misused(refuse('usage', `no host "${given.host}"`), terminal);
  }
  const { environment, directory, signal } = terminal;
  const context: HookContext = {
    host,
    directory,
    signal,
    ports: openPorts({ environment, directory, patience: 'hook' }),
    form: given.dropIn ? 'lwcctx' : 'ctx',
    wait: given.wait,
  };
  progress.context = context;
  const event = readEvent(await terminal.readJson(), given.event, context);
  if (event === undefined) return {};
  progress.event = event;
  if (event.kind !== 'plan') return runHook(event, context);
  keepWaiting();
  return runHook(event, { ...context, ports: openPorts({ environment, directory }) });
}

function readWords(words: readonly string[]): HookWords | Refusal {
  const options = new Map<string, string>();
  const names: string[] = [];
  let dropIn = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--drop-in') dropIn = true;
    else if (['--host', '--event', '--wait'].includes(word)) options.set(word, words[++at] ?? '');
    else names.push(word);
  }
  const [first, second] = names;
  const host = options.get('--host') ?? first;
  const event = options.get('--event') ?? (options.has('--host') ? first : second);
  const wait = Number(options.get('--wait') ?? 590);
  if (host === undefined || host === '') return refuse('usage', '--host is missing');
  if (!(wait >= 0)) return refuse('usage', `--wait takes seconds, got "${options.get('--wait')}"`);
  return { host, wait, dropIn, ...(event === undefined ? {} : { event }) };
}

/** Whoever tries a hook by hand is told; a host drops what a hook with status 0 writes here. */
function misused({ message }: Refusal, terminal: Terminal): object {
  terminal.tell(`discuss hook: ${message}; see discuss hook --help`);
  return {};
}

/** Ends a hook that has failed or is late; the user's words that it did not record are told of once. */
async function giveUp({ event, context }: Progress, failure: Failure): Promise<object> {
  if (context === undefined) return {};
  try {
    const { failureWords } = await import('../hosts/run-hook.ts');
    (await context.ports.log()).note('warn', 'a hook gave up', {
      host: context.host.name,
      event: event?.event,
      ...failure,
    });
    if (event === undefined) return {};
    const isRecording = event.kind === 'prompt' || event.kind === 'answers';
    const words = isRecording ? await failureWords(event, context, failure) : undefined;
    return context.host.write(event, words === undefined ? {} : { context: words });
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
