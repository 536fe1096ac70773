import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchOfTest } from '../support/scratch.ts';

const root = resolve(import.meta.dirname, '../..');

const use = `
import { type ActionInput, type ActionName, changedFiles, isRefusal, markdownBlocks, openDiscuss, type Refusal, type WireState } from 'discuss';
export const lines: number | undefined = markdownBlocks('a')[0]?.lineStart;
export const patch: string | undefined = changedFiles('')[0]?.patch;
export const count = (state: WireState): number => state.threads.length;
const { perform } = openDiscuss({ directory: '/' });
export async function takes(): Promise<string> {
  const state = await perform('review-state', {});
  if (isRefusal(state)) return state.code;
  const [take] = state.takes[state.threads[0]?.id ?? ''] ?? [];
  const answer = await perform('review-take', { threadId: 'u-1', text: 'Done.' });
  return isRefusal(answer) ? answer.message : answer.id + take?.text;
}
export const input: ActionInput<'bundle-exit'> = { target: 'plan' };
export const name: ActionName = 'ledger-show';
export const later = (action: string): Promise<unknown | Refusal> => perform(action, { any: 1 });
// @ts-expect-error a take has a text
export const textless = perform('review-take', { threadId: 'u-1' });
// @ts-expect-error no action has this name
export const unnamed: ActionName = 'review-nothing';
// @ts-expect-error a take is no list
export const listed = async (): Promise<readonly string[]> => perform('review-take', { threadId: 'u-1', text: '' });
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
