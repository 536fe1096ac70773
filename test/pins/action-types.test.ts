import { describe, expect, it } from 'vitest';
import type { ActionInput, ActionOutput, openDiscuss } from '../../src/index.ts';

type Perform = ReturnType<typeof openDiscuss>['perform'];

/** Whether two types are the same, for `tsc` to check. */
type Same<Left, Right> =
  (<Type>() => Type extends Left ? 1 : 2) extends <Type>() => Type extends Right ? 1 : 2
    ? true
    : false;

const holds: {
  readonly input: Same<ActionInput<'question-pending'>, { readonly all?: boolean | undefined }>;
  readonly output: Same<
    ActionOutput<'init'>,
    {
      readonly store: string;
      readonly created: boolean;
      readonly untrusted?: true | undefined;
    }
  >;
  readonly isUnknown: Same<ActionOutput<string>, unknown>;
} = { input: true, output: true, isUnknown: true };

const calls = (perform: Perform) => [
  () => perform('review-take', { threadId: 'u-1', text: 'Done.' }),
  () => perform('bundle-exit', { target: 'plan' }),
  (name: string) => perform(name, { any: 1 }),
  // @ts-expect-error a take has a text
  () => perform('review-take', { threadId: 'u-1' }),
  // @ts-expect-error a bundle is left for planning or for execution
  () => perform('bundle-exit', { target: 'lunch' }),
];

describe('the types of actions', () => {
  it('reach the one who has an action done by its name', () => {
    expect(Object.values(holds)).toEqual([true, true, true]);
    expect(calls).toBeTypeOf('function');
  });
});
