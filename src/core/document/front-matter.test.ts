import { describe, expect, it } from 'vitest';
import { frontMatterLength } from './front-matter.ts';

const lengthOf = (text: string): number => {
  const lines = text.split('\n');
  return frontMatterLength((number) => lines[number - 1]);
};

describe('front matter', () => {
  it.each<[what: string, text: string, length: number]>([
    ['has keys between two fences', '---\na: b\n---\n# c', 3],
    ['may end with dots', '---\na: b\n...\n', 3],
    ['may be empty', '---\n---\n', 2],
    ['may begin with comments', '---\n# x\na: b\n---', 4],
    ['may have quoted keys and blank lines', '---\n"a b": c\n\nd:\n  - e\n---  ', 6],
    ['may stand behind a byte order mark', '\uFEFF---\na: b\n---', 3],
    ['is nothing that is not closed', '---\na: b\n', 0],
    ['is nothing below the first line', '\n---\na: b\n---', 0],
    ['is no rule above a paragraph', '---\n\n# a\n\nb: c\n\n---\n', 0],
    ['is no rule above a heading', '---\nSome title\n---\n', 0],
    ['needs three dashes', '----\na: b\n----', 0],
  ])('%s', (...[, text, length]) => {
    expect(lengthOf(text)).toBe(length);
  });
});
