import { expect, it } from 'vitest';
import { blocksByLine } from './blocks-by-line.ts';
import { parseMarkdown } from './markdown-it/blocks.ts';

const text = '# A\n\n- one\n  - two\n\n  still one\n\n> q\n\n| a |\n|---|\n| b |\n';

it('finds the last block on a line, and the last that ends at or above it', () => {
  const { blocks } = parseMarkdown(text);
  const finder = blocksByLine(blocks);
  for (let line = 1; line <= 14; line++) {
    const on = blocks.filter(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd);
    expect(finder.on(line)).toBe(on.at(-1)?.index);
    expect(finder.above(line)).toBe(blocks.findLast(({ lineEnd }) => lineEnd <= line)?.index);
  }
});

it('safety 8, looks at each block a few times, however many lines are asked for', () => {
  let looks = 0;
  const count = 2000;
  const blocks = parseMarkdown('text\n\n'.repeat(count)).blocks.map(
    (block) =>
      new Proxy(block, {
        get: (target, name) => {
          looks += 1;
          return Reflect.get(target, name);
        },
      }),
  );
  const finder = blocksByLine(blocks);
  for (let line = 1; line <= 2 * count; line++) [finder.on(line), finder.above(line)];
  expect(looks).toBeLessThan(20 * count);
});
