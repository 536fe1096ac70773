import { chmod, writeFile } from 'node:fs/promises';
import { type FileOperations, fileOperations } from '../../src/adapters/files/file-operations.ts';

/** The file system without waiting for the disk, for tests that write a lot. */
export const unsyncedFiles: FileOperations = {
  ...fileOperations,
  async writeNew(path, content, mode) {
    await writeFile(path, content, { flag: 'wx', ...(mode === undefined ? {} : { mode }) });
    if (mode !== undefined) await chmod(path, mode);
  },
  syncFolder: async () => undefined,
};

/** The death of a process in a test: once it has happened, no step works any more. */
export class Killed extends Error {}

/** File operations that count their writing steps and end at one of them. */
export interface FailingFiles extends FileOperations {
  /** Writing steps so far. */
  readonly steps: number;
  readonly names: readonly string[];
}

/** What happens at the chosen step. */
export interface Failure {
  /** The number of the step, from 1; none fails without it. */
  readonly at?: number;
  /** `before` the step, `during` it (a file is half written), or right `after` it. */
  readonly when?: 'before' | 'during' | 'after';
  /** A step fails with this code of the file system, and the process lives on; without it, it dies. */
  readonly code?: string;
  /** Called before each writing step, as another process might act there. */
  readonly onStep?: (step: number, name: string) => Promise<void> | void;
}

const writingSteps = [
  'mkdir',
  'rmdir',
  'writeNew',
  'appendFile',
  'rename',
  'unlink',
  'syncFolder',
] as const;

/** Wraps the file system's operations so that one of their steps fails. */
export function failingFiles({ at, when = 'before', code, onStep }: Failure = {}): FailingFiles {
  let steps = 0;
  let dead = false;
  const names: string[] = [];
  const fail = (): never => {
    if (code !== undefined) throw Object.assign(new Error(`${code}: as the test wants`), { code });
    dead = true;
    throw new Killed(`killed at step ${steps}`);
  };
  const alive = (): void => {
    if (dead) throw new Killed('no step works after death');
  };
  const wrapped: Record<string, unknown> = { suffix: unsyncedFiles.suffix };
  for (const [name, operation] of Object.entries(unsyncedFiles)) {
    if (name === 'suffix') continue;
    const run = operation as (...given: unknown[]) => Promise<unknown>;
    const writes = writingSteps.some((one) => one === name);
    wrapped[name] = async (...given: unknown[]) => {
      alive();
      if (!writes) return run(...given);
      await onStep?.(steps + 1, name);
      steps += 1;
      names.push(name);
      const chosen = steps === at;
      if (chosen && when === 'before') fail();
      if (chosen && when === 'during' && name === 'writeNew') {
        const [path, content] = given as [string, string];
        await unsyncedFiles.writeNew(path, content.slice(0, content.length / 2));
        fail();
      }
      const result = await run(...given);
      if (chosen) fail();
      return result;
    };
  }
  return Object.defineProperties(wrapped as unknown as FailingFiles, {
    steps: { get: () => steps },
    names: { get: () => names },
  });
}
