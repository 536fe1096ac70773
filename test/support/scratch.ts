import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type LaunchedDiscuss, type LaunchOptions, launchDiscuss } from './launch-discuss.ts';
import { killOutliving } from './outliving-processes.ts';
import { type RunningReview, runningReview } from './running-review.ts';

/** How the program is started in a scratch folder. */
export type ScratchLaunch = Partial<LaunchOptions>;

/** A folder of a test's own, with a home, a working directory, and everything that was started in it. */
export interface Scratch {
  readonly home: string;
  /** The working directory. */
  readonly directory: string;
  /** Writes a file; a relative path is meant from the working directory. Answers its absolute path. */
  write(path: string, content: string | Buffer): string;
  /** Starts the program with exactly these words. */
  launch(words: readonly string[], options?: ScratchLaunch): LaunchedDiscuss;
  /** Starts a review on a free port without a browser, and waits until it is announced. */
  review(words: readonly string[], options?: ScratchLaunch): Promise<RunningReview>;
  /** Kills what still runs and removes the folder. */
  close(): Promise<void>;
}

/** Makes a scratch folder; the caller closes it. */
export function makeScratch(): Scratch {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'discuss-test-')));
  const home = join(folder, 'home');
  const directory = join(folder, 'work');
  for (const made of [home, directory]) mkdirSync(made);
  const launched: LaunchedDiscuss[] = [];
  const launch: Scratch['launch'] = (words, options) => {
    const one = launchDiscuss(words, { home, directory, ...options });
    launched.push(one);
    return one;
  };
  return {
    home,
    directory,
    write(path, content) {
      const file = join(path.startsWith('/') ? '' : directory, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    launch,
    review: (words, options) =>
      runningReview(launch(['--port', '0', '--no-open', ...words], options)),
    async close() {
      await Promise.allSettled(launched.map((one) => one.kill('SIGKILL')));
      await killOutliving(home);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Makes a scratch folder that is closed when the present test ends. */
export function scratchOfTest(): Scratch {
  const scratch = makeScratch();
  onTestFinished(() => scratch.close());
  return scratch;
}
