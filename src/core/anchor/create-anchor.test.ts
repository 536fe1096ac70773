import { describe, expect, it } from 'vitest';
import { parseDiffDocument } from '../document/diff-file.ts';
import { parseMarkdown } from '../document/markdown-it/blocks.ts';
import { isRefusal } from '../refusal.ts';
import type { Anchor } from './anchor.ts';
import { type AnchorTarget, createAnchor } from './create-anchor.ts';
import { makeAnchorPlacer } from './place-anchor.ts';

const text = [
  '# Title',
  'A **bold** word and `code` in [a link](https://example.org).',
  '- one\n- two words\n- three',
  '```js\nlet a = 1;\nlet b = 2;\nlet c = 3;\n```',
  '| name | value |\n| ---- | ----- |\n| first | 1 |\n| second | 2 |',
  'The last paragraph.',
].join('\n\n');
const parsed = parseMarkdown(text);
const [heading, paragraph, code, table, last] = [1, 2, 6, 7, 8];

function target(fields: Omit<AnchorTarget, 'parsed' | 'textHash'>): AnchorTarget {
  return { parsed, textHash: 'old', ...fields };
}

function anchorOf(place: AnchorTarget): Anchor {
  const anchor = createAnchor(place);
  if (isRefusal(anchor)) throw new Error(anchor.message);
  return anchor;
}

const sourceOf = ({ source }: Anchor, of = text): string => of.slice(source.start, source.end);

describe('creating an anchor', () => {
  it('a whole block has its text as the reader sees it, with up to 64 characters on each side', () => {
    const anchor = anchorOf(target({ blockStart: paragraph, blockEnd: paragraph }));
    expect(anchor.quote.exact).toBe('A bold word and code in a link.');
    expect(anchor.quote.prefix).toBe('Title\n');
    expect(anchor.quote.suffix).toHaveLength(64);
    expect(sourceOf(anchor)).toBe('A **bold** word and `code` in [a link](https://example.org).');
    expect(anchor).not.toHaveProperty('range');
  });

  it('a phrase across bold, code and a link is found in the source by its offsets', () => {
    const range = { startOffset: 2, endOffset: 30 };
    const anchor = anchorOf(target({ blockStart: paragraph, blockEnd: paragraph, range }));
    expect(anchor.quote.exact).toBe('bold word and code in a link');
    expect(anchor.range).toEqual(range);
    expect(sourceOf(anchor)).toContain('bold** word and `code` in [a link');
  });

  it.each([
    ['as the reader sees it', 'word and code'],
    ['as it is written', 'word and `code`'],
  ])('a quote without offsets is found %s', (_how, exact) => {
    const quote = { exact, prefix: '', suffix: '' };
    const anchor = anchorOf(target({ blockStart: paragraph, blockEnd: paragraph, quote }));
    expect(sourceOf(anchor)).toContain('word and `code');
  });

  it('a phrase over two list items does not count the bullets', () => {
    const quote = { exact: 'words\nthree', prefix: '', suffix: '' };
    const anchor = anchorOf(target({ blockStart: 4, blockEnd: 5, quote }));
    expect(sourceOf(anchor)).toBe('words\n- three');
    expect(anchor).toMatchObject({ anchorStart: 4, anchorEnd: 5 });
  });

  it('of equal phrases the one with the quoted contexts is taken', () => {
    const twice = parseMarkdown('red fish, blue fish');
    const quote = { exact: 'fish', prefix: 'blue ', suffix: '' };
    const place = { parsed: twice, textHash: 'old', blockStart: 1, blockEnd: 1, quote };
    expect(anchorOf(place).source.start).toBe(15);
  });

  it('lines of a code block are counted without its fences', () => {
    const lineRange = { start: 2, end: 3 };
    const anchor = anchorOf(target({ blockStart: code, blockEnd: code, lineRange }));
    expect(sourceOf(anchor)).toBe('let b = 2;\nlet c = 3;');
  });

  it('rows of a table are counted with its header and without the dashes', () => {
    const lineRange = { start: 2, end: 2 };
    const anchor = anchorOf(target({ blockStart: table, blockEnd: table, lineRange }));
    expect(sourceOf(anchor)).toBe('| first | 1 |');
  });

  it.each([
    ['blocks beyond the last', { blockStart: 1, blockEnd: 99 }, 'anchorEnd'],
    [
      'lines beyond the block',
      { blockStart: code, blockEnd: code, lineRange: { start: 1, end: 9 } },
      'lineRange',
    ],
    [
      'lines of several blocks',
      { blockStart: heading, blockEnd: code, lineRange: { start: 1, end: 1 } },
      'lineRange',
    ],
    [
      'a phrase that is not there',
      { blockStart: last, blockEnd: last, quote: { exact: 'absent', prefix: '', suffix: '' } },
      'quote',
    ],
  ])('refuses %s', (_what, place, field) => {
    expect(createAnchor(target(place))).toMatchObject({
      refused: true,
      code: 'validation_error',
      field,
    });
  });

  it('an anchor survives JSON', () => {
    const anchor = anchorOf(target({ blockStart: code, blockEnd: code }));
    expect(JSON.parse(JSON.stringify(anchor))).toEqual(anchor);
  });
});

describe('placing created anchors in a new version', () => {
  const after = text
    .replace('# Title', '# Title\n\nA new paragraph.')
    .replace('let b = 2;', 'let x = 0;\nlet b = 2;')
    .replace('| first | 1 |', '| zero | 0 |\n| first | 1 |');

  function place(anchor: Anchor, isTextKept: boolean) {
    const textOf = () => (isTextKept ? text : undefined);
    return makeAnchorPlacer({ parsed: parseMarkdown(after), textHash: 'new', textOf }).place(
      anchor,
    );
  }

  it.each([true, false])(
    'lines keep their text, and their numbers follow (old text kept: %s)',
    (kept) => {
      const lineRange = { start: 2, end: 3 };
      const placed = place(anchorOf(target({ blockStart: code, blockEnd: code, lineRange })), kept);
      expect(placed).toMatchObject({
        kind: 'placed',
        anchor: { anchorStart: 7, anchorEnd: 7, lineRange: { start: 3, end: 4 }, textHash: 'new' },
      });
    },
  );

  it('table rows follow too', () => {
    const lineRange = { start: 2, end: 2 };
    const placed = place(anchorOf(target({ blockStart: table, blockEnd: table, lineRange })), true);
    expect(placed).toMatchObject({ kind: 'placed', anchor: { lineRange: { start: 3, end: 3 } } });
  });

  it.each([true, false])('a phrase stays a phrase (old text kept: %s)', (kept) => {
    const range = { startOffset: 7, endOffset: 20 };
    const phrase = anchorOf(target({ blockStart: paragraph, blockEnd: paragraph, range }));
    const placed = place(phrase, kept);
    expect(placed).toMatchObject({
      kind: 'placed',
      anchor: { anchorStart: 3, anchorEnd: 3, range },
    });
  });

  it('a block that was split in two becomes a range of blocks', () => {
    const before = parseMarkdown('First sentence of it. Second sentence of it.\n');
    const anchor = anchorOf({ parsed: before, textHash: 'old', blockStart: 1, blockEnd: 1 });
    const split = parseMarkdown('Intro.\n\nFirst sentence of it.\n\nSecond sentence of it.\n');
    const placer = makeAnchorPlacer({ parsed: split, textHash: 'new', textOf: () => before.text });
    expect(placer.place(anchor)).toMatchObject({ anchor: { anchorStart: 2, anchorEnd: 3 } });
  });

  it('text that is no longer shown is orphaned, with the block at its position', () => {
    const before = parseMarkdown('One.\n\nTwo sentences here.\n\nThree.\n');
    const anchor = anchorOf({ parsed: before, textHash: 'old', blockStart: 2, blockEnd: 2 });
    const hidden = parseMarkdown('One.\n\n<!-- Two sentences here. -->\n\nThree.\n');
    const placer = makeAnchorPlacer({ parsed: hidden, textHash: 'new', textOf: () => before.text });
    expect(placer.place(anchor)).toMatchObject({ kind: 'orphaned', nearBlock: 2 });
  });

  it('an anchor of the same version stays as it is', () => {
    const anchor = anchorOf(target({ blockStart: code, blockEnd: code }));
    const placer = makeAnchorPlacer({ parsed, textHash: 'old', textOf: () => undefined });
    expect(placer.place(anchor)).toMatchObject({ kind: 'placed', anchor });
  });

  it('lines of a hunk follow their text through a new patch', () => {
    const patch =
      'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n one\n-two is old\n+two is new\n three\n';
    const before = parseDiffDocument(patch);
    const hunk = before.blocks.length;
    const lineRange = { start: 4, end: 4 };
    const anchor = anchorOf({
      parsed: before,
      textHash: 'old',
      blockStart: hunk,
      blockEnd: hunk,
      lineRange,
    });
    const grown = parseDiffDocument(patch.replace('+1,3 @@\n', '+1,4 @@\n+zero is added\n'));
    const placer = makeAnchorPlacer({ parsed: grown, textHash: 'new', textOf: () => patch });
    expect(placer.place(anchor)).toMatchObject({
      kind: 'placed',
      anchor: { anchorStart: hunk, lineRange: { start: 5, end: 5 } },
    });
  });
});
