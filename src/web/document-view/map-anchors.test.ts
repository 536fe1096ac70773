import { describe, expect, it } from 'vitest';
import type { PageAnchor } from '../state/page-anchor.ts';
import { joinText } from './joined-text.ts';
import { findAnchors, mapAnchors } from './map-anchors.ts';

const joined = (...texts: readonly string[]) =>
  joinText(texts.map((text, index) => ({ block: index + 1, text })));

const passage = (block: number, startOffset: number, exact: string): PageAnchor => ({
  fileId: 'f-1',
  anchorStart: block,
  anchorEnd: block,
  snippet: exact,
  quote: { exact, prefix: '', suffix: '' },
  range: { startOffset, endOffset: startOffset + exact.length },
});

const block = (number: number): PageAnchor => ({
  fileId: 'f-1',
  anchorStart: number,
  anchorEnd: number,
  snippet: '',
});

const map = (anchor: PageAnchor, before: readonly string[], after: readonly string[]) =>
  mapAnchors([anchor], joined(...before), joined(...after))[0];

const before = ['Title', 'Entries live for five minutes in the cache.', 'The end of it.'];

describe('a place that is being written about', () => {
  it('goes with its text when something comes before it', () => {
    const anchor = passage(2, 17, 'five minutes');
    const after = ['Title', 'A new paragraph.', `Now, ${before[1]}`, 'The end of it.'];
    expect(map(anchor, before, after)).toMatchObject({
      lost: false,
      anchor: {
        anchorStart: 3,
        anchorEnd: 3,
        range: { startOffset: 22, endOffset: 34 },
        quote: { exact: 'five minutes' },
      },
    });
  });

  it('stays a whole block where it was one', () => {
    const { range: _, quote: __, ...anchor } = passage(3, 0, 'The end of it.');
    const mapped = map(anchor, before, ['Title', 'New.', ...before.slice(1)]);
    expect(mapped).toEqual({ lost: false, anchor: { ...anchor, anchorStart: 4, anchorEnd: 4 } });
  });

  it('is lost with its text, and stays what it was about', () => {
    const anchor = passage(2, 17, 'five minutes');
    const without = ['Title', 'Nothing of that is left.', 'The end of it.'];
    for (const after of [without, ['Title'], []]) {
      expect(map(anchor, before, after)).toEqual({ lost: true, anchor });
    }
  });

  it('was a whole block, and is lost: its text is kept as a quote', () => {
    expect(map(block(2), before, [])).toEqual({
      lost: true,
      anchor: {
        ...block(2),
        quote: { exact: before[1], prefix: 'Title\n\n', suffix: '\n\nThe end of it.' },
      },
    });
  });

  it('is an image, and goes with the text around it', () => {
    const around = ['Title', 'In front of the picture.', '', 'Behind the picture.'];
    expect(map(block(3), around, ['Title', 'New here.', ...around.slice(1)])).toEqual({
      lost: false,
      anchor: block(4),
    });
    expect(map(block(3), around, ['Title', 'Behind the picture.'])?.lost).toBe(true);
  });
});

describe('a place whose text was gone', () => {
  const find = (anchor: PageAnchor, texts: readonly string[]) =>
    findAnchors([anchor], joined(...texts))[0];
  const lost = (anchor: PageAnchor) => {
    const mapped = map(anchor, before, ['Title']);
    if (!mapped?.lost) throw new Error('the place is not lost');
    return mapped.anchor;
  };

  it('is found where the text stands again, whole blocks as whole blocks', () => {
    expect(find(lost(block(2)), before)).toEqual(block(2));
    expect(find(lost(block(2)), ['Title', 'New.', ...before.slice(1)])).toEqual(block(3));
    expect(find(lost(passage(2, 17, 'five minutes')), before)).toMatchObject({
      anchorStart: 2,
      range: { startOffset: 17, endOffset: 29 },
    });
  });

  it('is not found in its look-alike, even where it stood itself', () => {
    const twins = ['First', 'Default: false', 'Second', 'Default: false', 'Third'];
    const after = twins.slice(2);
    const mapped = map(block(2), twins, after);
    expect(mapped?.lost).toBe(true);
    expect(mapped && find(mapped.anchor, after)).toBeNull();
    expect(mapped && find(mapped.anchor, twins)).toEqual(block(2));
  });

  it('is not found in other text, nor in none', () => {
    for (const texts of [['Title'], [], ['Title', 'Entries die in the cache.', 'The end of it.']]) {
      expect(find(lost(block(2)), texts)).toBeNull();
      expect(find(lost(passage(2, 17, 'five minutes')), texts)).toBeNull();
    }
  });
});
