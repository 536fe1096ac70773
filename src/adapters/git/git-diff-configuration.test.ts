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

describe('review contract 1: no user configuration changes what discuss diff shows', () => {
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
    ['diff.renames', 'false'],
    ['diff.renameLimit', '1'],
    ['diff.context', '0'],
    ['diff.interHunkContext', '9'],
    ['diff.algorithm', 'patience'],
    ['diff.indentHeuristic', 'false'],
    ['diff.suppressBlankEmpty', 'true'],
    ['diff.wsErrorHighlight', 'all'],
    ['diff.submodule', 'log'],
    ['diff.orderFile', '../order'],
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
