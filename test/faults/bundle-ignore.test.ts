import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundleDoctor } from '../../src/actions/bundle/bundle-doctor.ts';
import { bundleNew } from '../../src/actions/bundle/bundle-new.ts';
import type { ActionContext } from '../../src/actions/kit/action.ts';
import type { FileOperations } from '../../src/adapters/files/file-operations.ts';
import { openBundles } from '../../src/adapters/files/open-bundles.ts';
import { openPorts } from '../../src/open-discuss.ts';
import { failingFiles, Killed, unsyncedFiles } from '../support/failing-files.ts';
import { memoryFileLock } from '../support/memory-file-lock.ts';
import { makeScratchRepository } from '../support/scratch-repository.ts';

/** A repository in which commands run with the files that a test gives them. */
function openRepository() {
  const repository = makeScratchRepository();
  onTestFinished(() => repository.remove());
  const { root: directory, environment } = repository;
  const base = openPorts({ environment, directory });
  const contextWith = (files: FileOperations): ActionContext => {
    const bindings = async () => {
      throw new Error('nothing is bound here');
    };
    const bundles = openBundles({ environment, files, lock: memoryFileLock(), bindings });
    const ports = { ...base, bundles: async () => bundles };
    return { signal: new AbortController().signal, caller: 'cli', directory, ports };
  };
  const discussion = join(directory, 'discussion');
  return {
    repository,
    contextWith,
    roots: () =>
      existsSync(discussion) ? readdirSync(discussion).map((name) => join(discussion, name)) : [],
    clear() {
      rmSync(discussion, { recursive: true, force: true });
      rmSync(join(directory, '.gitignore'), { force: true });
    },
  };
}

describe('a process that dies while it makes a bundle (bundle contract 3, ignore rule)', () => {
  it('at no step leaves files of a bundle that git would take up', async () => {
    const { repository, contextWith, roots, clear } = openRepository();
    const make = (files: FileOperations) =>
      bundleNew.run({ topic: 'Parser fix' }, contextWith(files));
    const counting = failingFiles();
    await make(counting);
    expect(counting.names).toContain('appendFile');
    let whole = 0;
    for (let step = 1; step <= counting.steps; step += 1) {
      for (const when of ['before', 'during', 'after'] as const) {
        clear();
        await expect(make(failingFiles({ at: step, when }))).rejects.toThrow(Killed);
        expect(repository.git(['status', '--porcelain', '-uall'])).not.toContain('discussion/');
        for (const root of roots()) {
          const context = contextWith(unsyncedFiles);
          expect(await bundleDoctor.run({ root, repair: true }, context)).toMatchObject({
            ok: true,
            findings: [],
            warnings: [],
          });
        }
        whole += roots().length;
      }
    }
    expect(whole).toBeGreaterThan(5);
  });
});
