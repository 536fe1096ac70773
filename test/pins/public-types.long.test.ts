import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchOfTest } from '../support/scratch.ts';

const root = resolve(import.meta.dirname, '../..');

const use = `
import { changedFiles, isRefusal, markdownBlocks, openDiscuss, type Refusal, type WireState } from 'discuss';
export const lines: number | undefined = markdownBlocks('a')[0]?.lineStart;
export const patch: string | undefined = changedFiles('')[0]?.patch;
export const count = (state: WireState): number => state.threads.length;
export async function state(): Promise<unknown | Refusal> {
  const answer = await openDiscuss({ directory: '/' }).perform('review-state', {});
  return isRefusal(answer) ? answer.code : answer;
}
// @ts-expect-error a block's line is a number
export const wrong: string | undefined = markdownBlocks('a')[0]?.lineStart;
`;

describe('the declarations of the public API', () => {
  it('hold no type of a bundled library, and serve a program without any', () => {
    const built = spawnSync(process.execPath, ['scripts/build-types.mjs'], { cwd: root });
    expect(built.stderr.toString()).toBe('');
    const scratch = scratchOfTest();
    mkdirSync(join(scratch.directory, 'node_modules'));
    symlinkSync(root, join(scratch.directory, 'node_modules/discuss'));
    scratch.write('use.ts', use);
    scratch.write('package.json', '{"type":"module"}');
    const checked = spawnSync(
      join(root, 'node_modules/.bin/tsc'),
      [
        '--noEmit',
        '--strict',
        '--module',
        'nodenext',
        '--types',
        '',
        '--preserveSymlinks',
        'use.ts',
      ],
      { cwd: scratch.directory, encoding: 'utf8' },
    );
    expect(checked.stdout).toBe('');
  });
});
