import { describe, expect, it } from 'vitest';
import { contentLineOf, sourceLineOf } from './content-lines.ts';
import { parseMarkdown } from './markdown-it/blocks.ts';

const text = '# Title\n\n| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n\n```js\none()\ntwo()\n```\n';
const [, table, code] = parseMarkdown(text).blocks;

describe('content lines', () => {
  it('of a table are its rows, the header first and the dashes left out', () => {
    if (table === undefined) throw new Error('no table');
    expect([1, 2, 3].map((line) => sourceLineOf(table, line))).toEqual([3, 5, 6]);
    expect([3, 4, 5, 6].map((line) => contentLineOf(table, line))).toEqual([1, 1, 2, 3]);
  });

  it('of code are the lines between its fences', () => {
    if (code === undefined) throw new Error('no code');
    expect([1, 2].map((line) => sourceLineOf(code, line))).toEqual([9, 10]);
    expect([8, 9, 10, 11].map((line) => contentLineOf(code, line))).toEqual([1, 1, 2, 2]);
  });
});
