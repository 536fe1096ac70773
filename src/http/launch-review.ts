import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Refusal, refuse } from '../core/refusal.ts';
import type { LaunchedReview, ReviewLauncher } from '../core/review/ports/review-launcher.ts';

/** Longest wait until a review is served, in milliseconds. */
const patience = 20_000;

/** How often the first event is looked for, in milliseconds. */
const interval = 25;

/**
 * Starts reviews with a program, such as this one. Its output goes to a file and not to a pipe: nobody listens to it
 * there, and the page must not say so.
 */
export function reviewLauncher(program: string, environment: NodeJS.ProcessEnv): ReviewLauncher {
  return {
    launch: async (directory, words) => {
      const folder = mkdtempSync(join(tmpdir(), 'discuss-launch-'));
      const [output, errors] = ['stdout', 'stderr'].map((name) => join(folder, name));
      if (output === undefined || errors === undefined) throw new Error('no place for the output');
      try {
        return await start({ program, environment, directory, words, output, errors });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

interface Launch {
  readonly program: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly directory: string;
  readonly words: readonly string[];
  readonly output: string;
  readonly errors: string;
}

async function start(launch: Launch): Promise<LaunchedReview | Refusal> {
  const descriptors = [launch.output, launch.errors].map((path) => openSync(path, 'w', 0o600));
  const child = spawn(process.execPath, [launch.program, ...launch.words], {
    cwd: launch.directory,
    env: launch.environment,
    detached: true,
    stdio: ['ignore', ...descriptors],
  });
  for (const descriptor of descriptors) closeSync(descriptor);
  let isOver = false;
  child.once('exit', () => {
    isOver = true;
  });
  child.once('error', () => {
    isOver = true;
  });
  child.unref();
  const deadline = performance.now() + patience;
  for (;;) {
    const started = firstEvent(launch.output);
    if (started !== undefined) return started;
    if (isOver || performance.now() > deadline) return failure(launch.errors);
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}

/** What is read of the payload of `session.started`. */
interface StartedPayload {
  readonly url: string;
  readonly review_id: string;
  readonly attached?: boolean;
}

function firstEvent(output: string): LaunchedReview | undefined {
  const line = readFileSync(output, 'utf8').split('\n', 2);
  if (line.length < 2) return undefined;
  const { payload } = JSON.parse(line[0] ?? '') as { payload: StartedPayload };
  return { url: payload.url, reviewId: payload.review_id, attached: payload.attached === true };
}

function failure(errors: string): Refusal {
  const words = readFileSync(errors, 'utf8')
    .trim()
    .replace(/^discuss: /, '');
  return refuse('launch_failed', words === '' ? 'the review could not be started' : words);
}
