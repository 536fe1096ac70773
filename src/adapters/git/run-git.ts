import type { ChildProcess } from 'node:child_process';

/** How git is to be run. */
export interface GitRun {
  readonly args: readonly string[];
  /** Working directory, absolute. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Bytes of output after which git is stopped; no cap without it. */
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
  | { readonly kind: 'missing'; readonly reason: string };

/** Runs git without a shell and collects what it prints. */
export async function runGit(run: GitRun): Promise<GitEnd> {
  const { spawn } = await import('node:child_process');
  if (run.signal?.aborted === true) return { kind: 'interrupted' };
  const child = spawn('git', [...run.args], {
    cwd: run.directory,
    env: run.environment,
    stdio: 'pipe',
    windowsHide: true,
  });
  // A git that does not want its input says so by its status.
  child.stdin.on('error', () => undefined);
  child.stdin.end(run.input ?? '');
  return collect(child, run);
}

function collect(child: ChildProcess, { maxBytes, signal }: GitRun): Promise<GitEnd> {
  return new Promise((resolve) => {
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let size = 0;
    let stopped: GitEnd | undefined;
    const stop = (end: GitEnd) => {
      stopped ??= end;
      child.kill('SIGKILL');
    };
    const interrupt = () => stop({ kind: 'interrupted' });
    const finish = (end: GitEnd) => {
      signal?.removeEventListener('abort', interrupt);
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(end);
    };
    signal?.addEventListener('abort', interrupt, { once: true });
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (maxBytes !== undefined && size > maxBytes) stop({ kind: 'too-large' });
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
