import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCodePath, parseCode } from './code-document.ts';
import { sourceRange, textRange } from './text-offsets.ts';

const code =
  'export const a = 1;\r\n\n// # not a heading\nfunction f<T>(x: T) {\n    return x;\n}\n';

describe('review contract 9: a file of code', () => {
  it('is a heading with its path and one block of its lines', () => {
    const { blocks } = parseCode(code, 'src/code.ts');
    expect(blocks).toMatchObject([
      { index: 1, kind: 'heading', level: 1, text: 'src/code.ts', lineStart: 1 },
      { index: 2, kind: 'code', lineStart: 1, lineEnd: 6, contentLines: 6, contentLineStart: 1 },
    ]);
    expect(blocks[1]?.text).toBe(code.replace('\r', '').trimEnd());
  });

  it('is a heading alone when it is empty', () => {
    expect(parseCode('', 'a.py').blocks.map(({ kind }) => kind)).toEqual(['heading']);
  });

  it('leads from its text to its source and back', async () => {
    const line = fc.constantFrom('', 'a', '  b', '# c', '> d', '- e', '\t1. f');
    const texts = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { minLength: 1 });
    await fc.assert(
      fc.property(texts, (lines) => {
        const document = parseCode(lines.flat().join(''), 'a.ts');
        const block = document.blocks[1];
        if (block === undefined) return;
        let offset = 0;
        for (const [text] of lines) {
          const range = sourceRange(document, block, [offset, offset + text.length]);
          expect(document.text.slice(range.start, range.end)).toBe(text);
          if (text !== '') {
            expect(textRange(document, range)).toEqual({
              ...{ startBlock: 2, startOffset: offset },
              ...{ endBlock: 2, endOffset: offset + text.length },
            });
          }
          offset += text.length + 1;
        }
      }),
    );
  });

  it.each([
    'a.ts',
    'src/main.rs',
    'Dockerfile',
    'x/Makefile',
    'package.json',
    '.gitignore',
    'a.YML',
  ])('is known by its name: %s', (path) => expect(isCodePath(path)).toBe(true));

  it.each(['plan.md', 'README', 'notes.txt', 'a.mdx', 'ts', 'a.diff'])('is not %s', (path) =>
    expect(isCodePath(path)).toBe(false),
  );
});
