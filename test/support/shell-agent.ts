import type { Scratch } from './scratch.ts';

/** What a command line printed, and its exit status. */
export interface ShellAnswer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The lines of standard output, parsed. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

/** How a command is run. */
export interface ShellOptions {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly directory?: string;
}

/** Runs one command to its end in a scratch folder, as an agent's shell does. */
export async function runInShell(
  scratch: Scratch,
  words: readonly string[],
  options: ShellOptions = {},
): Promise<ShellAnswer> {
  const launched = scratch.launch(words, options);
  const { code } = await launched.exit;
  const stdout = launched.stdout();
  const lines = stdout.split('\n').filter((line) => line !== '');
  return {
    code,
    stdout,
    stderr: launched.stderr(),
    lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

/** What one wait told. */
export interface Waited extends ShellAnswer {
  /** The events, without the line of the cursor. */
  readonly events: readonly Readonly<Record<string, unknown>>[];
  /** Nothing when the review is finished. */
  readonly cursor: string | undefined;
}

/** Runs `discuss wait` to its end. */
export async function waitInShell(
  scratch: Scratch,
  words: readonly string[] = [],
  options: ShellOptions = {},
): Promise<Waited> {
  const answer = await runInShell(scratch, ['wait', ...words], options);
  const last = answer.lines.at(-1);
  const isCursor = last?.['kind'] === 'cursor';
  return {
    ...answer,
    events: isCursor ? answer.lines.slice(0, -1) : answer.lines,
    cursor: isCursor ? String(last['cursor']) : undefined,
  };
}

/** Of an event: its kind, and the id of what it is about. */
export function subjectOf(event: Readonly<Record<string, unknown>>): string {
  const payload = event['payload'] as Readonly<Record<string, unknown>>;
  return `${event['kind']} ${payload['id'] ?? payload['threadId'] ?? ''}`.trim();
}
