import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Refusal, refuse } from '../core/refusal.ts';
import type {
  LaunchedReview,
  LaunchRequest,
  ReviewLauncher,
} from '../core/review/ports/review-launcher.ts';

/** Longest wait until a review is served, in milliseconds. */
const timeoutMs = 20_000;

/** How often the first event is looked for, in milliseconds. */
const interval = 25;

/**
 * Starts reviews with a program, such as this one. Its output goes to a file and not to a pipe: nobody listens to it
 * there, and the page must not say so.
 */
export function reviewLauncher(program: string, environment: NodeJS.ProcessEnv): ReviewLauncher {
  return {
    launch: async (request) => {
      const folder = mkdtempSync(join(tmpdir(), 'discuss-launch-'));
      const [output, errors] = ['stdout', 'stderr'].map((name) => join(folder, name));
      if (output === undefined || errors === undefined) throw new Error('no place for the output');
      try {
        return await start({ program, environment, request, output, errors });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

interface Launch {
  readonly program: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly request: LaunchRequest;
  readonly output: string;
  readonly errors: string;
}

/** The command line of a review that attaches to the one of the same inputs, or serves it at a free port. */
function argsOf(request: LaunchRequest): readonly string[] {
  const { files, diff, fresh, openBrowser, importOpenThreads } = request;
  const option = (name: string, value: string | undefined) =>
    value === undefined ? [] : [name, value];
  return [
    ...['--port', '0', '--attach'],
    ...(importOpenThreads === true ? ['--carry', 'open'] : []),
    ...(openBrowser === false ? ['--no-open'] : []),
    ...(fresh === true ? ['--fresh'] : []),
    ...option('--verdict-options', request.verdictOptions),
    ...option('--verdict-prompt', request.verdictPrompt),
    // A file is never taken for an option or a command.
    ...files.map((path) => (/^[-]|^diff$/.test(path) ? `./${path}` : path)),
    ...(diff === undefined ? [] : ['diff']),
    ...(diff?.unstaged === true ? ['--unstaged'] : []),
    ...(diff?.untracked === true ? ['--untracked'] : []),
    ...(diff?.args ?? []),
  ];
}

async function start(launch: Launch): Promise<LaunchedReview | Refusal> {
  const descriptors = [launch.output, launch.errors].map((path) => openSync(path, 'w', 0o600));
  const child = spawn(process.execPath, [launch.program, ...argsOf(launch.request)], {
    cwd: launch.request.directory,
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
  const deadline = performance.now() + timeoutMs;
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
  const text = readFileSync(errors, 'utf8')
    .trim()
    .replace(/^discuss: /, '');
  return refuse('launch_failed', text === '' ? 'the review could not be started' : text);
}
