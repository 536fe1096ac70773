import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeScratchRepository,
  type ScratchRepository,
} from '../../../test/support/scratch-repository.ts';
import { parseDiff } from '../../core/document/diff-file.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { GitDiffAnswer } from '../../core/review/ports/git-diff.ts';
import { openGitDiff } from './git-diff.ts';

let scratch: ScratchRepository;
let plain: GitDiffAnswer;

async function answer(environment: Readonly<Record<string, string>> = {}): Promise<GitDiffAnswer> {
  const given = await openGitDiff({ ...scratch.environment, ...environment }).read({
    directory: scratch.root,
    args: ['--cached'],
    untracked: false,
    maxBytes: 0,
  });
  if (isRefusal(given)) throw new Error(given.message);
  return given;
}

beforeAll(async () => {
  scratch = makeScratchRepository();
  scratch.commit({
    'old name.txt': 'same\nwords\nin\na\nfile\nthat\nmoves\nalong\n',
    'täst.txt': 'one\n\ntwo\n',
    'z.bin': 'text that an attribute calls special\n',
    '.gitattributes': '*.bin diff=special\n',
  });
  renameSync(join(scratch.root, 'old name.txt'), join(scratch.root, 'new name.txt'));
  scratch.write({ 'täst.txt': 'one\n\nzwei\n', 'z.bin': 'text that has changed\n' });
  scratch.git(['add', '--all']);
  writeFileSync(join(scratch.folder, 'order'), 'z.bin\n');
  plain = await answer();
});
afterAll(() => scratch.remove());

describe('review contract 1: no user configuration changes the form of what discuss diff shows', () => {
  it('which is every file with its own name', () => {
    expect(parseDiff(plain.patch).map(({ path }) => path)).toEqual([
      'new name.txt',
      'täst.txt',
      'z.bin',
    ]);
    expect(plain.patch).toContain('diff --git a/täst.txt b/täst.txt\n');
  });

  it.each([
    ['diff.mnemonicPrefix', 'true'],
    ['diff.noprefix', 'true'],
    ['diff.srcPrefix', 'x/'],
    ['color.ui', 'always'],
    ['color.diff', 'always'],
    ['diff.colorMoved', 'zebra'],
    ['diff.external', 'echo external'],
    ['diff.special.command', 'echo external'],
    ['diff.special.textconv', 'echo converted'],
    ['core.quotePath', 'true'],
    ['diff.relative', 'true'],
    ['diff.suppressBlankEmpty', 'true'],
    ['diff.wsErrorHighlight', 'all'],
    ['diff.submodule', 'log'],
    ['core.pager', 'false'],
    ['pager.diff', 'true'],
    ['alias.diff', 'status'],
    ['interactive.diffFilter', 'false'],
  ])('not %s = %s', async (key, value) => {
    scratch.git(['config', '--global', key, value]);
    try {
      expect(await answer()).toEqual(plain);
    } finally {
      scratch.git(['config', '--global', '--unset', key]);
    }
  });

  it.each([
    ['GIT_EXTERNAL_DIFF', 'echo external'],
    ['GIT_DIFF_OPTS', '--unified=0'],
    ['GIT_PAGER', 'false'],
    ['GIT_PAGER_IN_USE', 'true'],
    ['GIT_CONFIG_PARAMETERS', "'diff.noprefix'='true' 'color.ui'='always'"],
    ['GIT_TRACE', '1'],
  ])('nor the variable %s', async (name, value) => {
    expect(await answer({ [name]: value })).toEqual(plain);
  });
});

describe('review contract 1: discuss diff shows the changes as the user has configured git', () => {
  it.each([
    ['diff.renames', 'false', ['new name.txt', 'old name.txt', 'täst.txt', 'z.bin']],
    ['diff.orderFile', '../order', ['z.bin', 'new name.txt', 'täst.txt']],
  ])('its files by %s = %s', async (key, value, paths) => {
    const { patch } = await configured([[key, value]]);
    expect(parseDiff(patch).map(({ path }) => path)).toEqual(paths);
  });

  it.each([
    ['diff.context', '0', '@@ -3 +3 @@'],
    ['diff.context', '1', '@@ -2,2 +2,2 @@'],
    ['diff.interHunkContext', '9', '@@ -1,3 +1,3 @@'],
  ])('its context by %s = %s', async (key, value, hunk) => {
    const { patch } = await configured([[key, value]]);
    expect(patch).toContain(`\n${hunk}`);
  });

  it.each(['patience', 'histogram', 'minimal'])(
    'its lines by diff.algorithm = %s',
    async (algorithm) => {
      const { patch } = await configured([['diff.algorithm', algorithm]]);
      scratch.git(['config', '--global', 'diff.algorithm', algorithm]);
      const own = scratch.git(['diff', '--cached', '--no-color']);
      scratch.git(['config', '--global', '--unset', 'diff.algorithm']);
      expect(countsOf(patch)).toEqual(countsOf(own));
    },
  );
});

function countsOf(patch: string): readonly (readonly [number, number])[] {
  return parseDiff(patch).map(({ added, removed }) => [added, removed]);
}

async function configured(
  settings: readonly (readonly [key: string, value: string])[],
): Promise<GitDiffAnswer> {
  for (const [key, value] of settings) scratch.git(['config', '--global', key, value]);
  try {
    return await answer();
  } finally {
    for (const [key] of settings) scratch.git(['config', '--global', '--unset', key]);
  }
}
