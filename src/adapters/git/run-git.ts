import type { ChildProcess } from 'node:child_process';

/** How git is to be run. */
export interface GitRun {
  /** The subcommand, such as `diff`. */
  readonly command: string;
  /** Configuration for this run alone, such as `core.quotePath=false`. */
  readonly settings?: readonly string[];
  readonly args: readonly string[];
  /** Working directory, absolute. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Bytes of output after which git is stopped; 64 MiB without it. */
  readonly maxBytes?: number;
  /** What git reads on its standard input; nothing without it. */
  readonly input?: Buffer;
  readonly signal?: AbortSignal;
}

/** How a run of git has ended. */
export type GitEnd =
  | {
      readonly kind: 'done';
      readonly status: number;
      readonly output: Buffer;
      readonly errors: string;
    }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'missing'; readonly reason: string };

/** With these a repository, whatever its configuration, runs no program, fetches nothing and is not written to. */
const safeguards = [
  '--no-pager',
  '--no-optional-locks',
  ...['-c', 'core.fsmonitor=false'],
  ...['-c', 'core.hooksPath=/dev/null'],
  ...['-c', 'safe.bareRepository=explicit'],
  ...['-c', 'protocol.allow=never'],
];

/** Goes directly behind `diff`, before what anybody asks for. */
const diffSafeguards = [
  '--no-ext-diff',
  '--no-textconv',
  '--submodule=short',
  '--ignore-submodules=dirty',
];

/** Variables by which git runs other programs, or prints in another form. */
const removedVariables = [
  'GIT_ASKPASS',
  'GIT_DIFF_OPTS',
  'GIT_EDITOR',
  'GIT_EXTERNAL_DIFF',
  'GIT_PAGER',
  'GIT_PAGER_IN_USE',
  'GIT_PROXY_COMMAND',
  'GIT_SEQUENCE_EDITOR',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
];

/** Longest run of git, in milliseconds. */
const timeLimit = 60_000;

/** Most bytes of output where the caller names no cap. */
const outputLimit = 64 * 1024 * 1024;

/**
 * Runs git without a shell and collects what it prints. The one place where git is run: no repository, environment or
 * configuration of one makes it run a program but filters of the user's and the system's own configuration.
 */
export async function runGit(run: GitRun): Promise<GitEnd> {
  const { spawn } = await import('node:child_process');
  if (run.signal?.aborted === true) return { kind: 'interrupted' };
  const settings = (run.settings ?? []).flatMap((setting) => ['-c', setting]);
  const guards = run.command === 'diff' ? diffSafeguards : [];
  const child = spawn('git', [...safeguards, ...settings, run.command, ...guards, ...run.args], {
    cwd: run.directory,
    env: safeEnvironment(run.environment),
    stdio: 'pipe',
    windowsHide: true,
    // A group of its own, so that stopping it stops the filters that it has started too.
    detached: process.platform !== 'win32',
  });
  // A git that does not want its input says so by its status.
  child.stdin.on('error', () => undefined);
  child.stdin.end(run.input ?? '');
  return collect(child, run);
}

function safeEnvironment(environment: GitRun['environment']): GitRun['environment'] {
  const own = Object.entries(environment).filter(([name]) => !removedVariables.includes(name));
  // Above protocol.allow stand settings for one protocol; above these, this variable.
  return { ...Object.fromEntries(own), GIT_TERMINAL_PROMPT: '0', GIT_ALLOW_PROTOCOL: 'none' };
}

/** Those that the end of this process must end, since a group of their own outlives it. */
const running = new Set<ChildProcess>();

function stopAll(): void {
  for (const child of running) stopGroup(child);
}

function stopGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32')
      process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function collect(child: ChildProcess, { maxBytes = outputLimit, signal }: GitRun): Promise<GitEnd> {
  return new Promise((resolve) => {
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let size = 0;
    let stopped: GitEnd | undefined;
    const stop = (end: GitEnd) => {
      stopped ??= end;
      stopGroup(child);
    };
    const interrupt = () => stop({ kind: 'interrupted' });
    const timer = setTimeout(() => stop({ kind: 'timed-out' }), timeLimit);
    if (!process.listeners('exit').includes(stopAll)) process.once('exit', stopAll);
    running.add(child);
    const finish = (end: GitEnd) => {
      clearTimeout(timer);
      running.delete(child);
      signal?.removeEventListener('abort', interrupt);
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(end);
    };
    signal?.addEventListener('abort', interrupt, { once: true });
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) stop({ kind: 'too-large' });
      else output.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk));
    child.on('error', (error) => finish({ kind: 'missing', reason: error.message }));
    // Whoever inherited a stopped git's pipes may hold them open for long.
    child.on('exit', () => stopped !== undefined && finish(stopped));
    child.on('close', (status) =>
      finish({
        kind: 'done',
        status: status ?? -1,
        output: Buffer.concat(output),
        errors: Buffer.concat(errors).toString('utf8').trim(),
      }),
    );
  });
}
