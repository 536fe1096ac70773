import { describe, expect, it } from 'vitest';
import { makeRangePlacer } from './place-range.ts';
import { quoteOf } from './visible-text.ts';

interface Placing {
  readonly before: string;
  readonly after: string;
  /** The commented text; `nth` of its copies, from 0. */
  readonly quote: string;
  readonly nth?: number;
  readonly isTextKept?: boolean;
}

/** Places a comment; returns how it was found, its text, and the text from there to the line's end. */
function place({ before, after, quote, nth = 0, isTextKept = true }: Placing) {
  const start = before
    .split(quote)
    .slice(0, nth + 1)
    .join(quote).length;
  const source = { start, end: start + quote.length };
  const placer = makeRangePlacer(isTextKept ? before : undefined, after);
  const found = placer.place({ quote: quoteOf(before, source), source });
  if (found.kind === 'orphaned') return { kind: found.kind, near: found.near };
  const { kind, how, range } = found;
  return { kind, how, text: after.slice(range.start, range.end), start: range.start };
}

const intro = 'Requests go through the gateway first.\n';
const limit = 'Each client may send at most ten requests a second.\n';
const cache = 'Answers are kept in Redis for an hour.\n';
const end = 'Errors are logged with their cause.\n';
const document = [intro, limit, cache, end].join('\n');

describe('placing with the old text (anchoring contract, step 1)', () => {
  it('keeps a quote where text was inserted above', () => {
    const after = `A new first paragraph.\n\n${document}`;
    expect(place({ before: document, after, quote: 'at most ten requests' })).toMatchObject({
      kind: 'placed',
      how: 'carried',
      text: 'at most ten requests',
    });
  });

  it('keeps a quote when text is appended to its line', () => {
    const before = '- write tests\n- ship\n';
    const after = '- write tests for every route, also the slow ones\n- ship\n';
    expect(place({ before, after, quote: '- write tests' })).toMatchObject({
      kind: 'placed',
      text: '- write tests',
    });
  });

  it('follows edited words that still are recognisably the quote', () => {
    const after = document.replace(
      'at most ten requests a second',
      'at most twenty requests a minute',
    );
    expect(place({ before: document, after, quote: limit.trim() })).toMatchObject({
      kind: 'placed',
      text: 'Each client may send at most twenty requests a minute.',
    });
  });

  it('includes the words that replace the first and last ones of the quote', () => {
    const before = 'The quick brown fox and its old friend jumps over the fence.\n';
    const after = 'The quiet brown fox and its old friends jumps over the fence.\n';
    const quote = 'quick brown fox and its old friend';
    expect(place({ before, after, quote })).toMatchObject({
      text: 'quiet brown fox and its old friends',
    });
  });

  it('follows a section that stands in another order', () => {
    const after = [end, cache, intro, limit].join('\n');
    for (const quote of ['Redis', 'gateway first', limit.trim()]) {
      expect(place({ before: document, after, quote })).toMatchObject({
        kind: 'placed',
        text: quote,
      });
    }
  });

  it('follows a line that was edited within a section that moved', () => {
    const section = [limit, cache, end].join('');
    const before = `${section}\n## Next\n\n${intro}`;
    const after = `## Next\n\n${intro}\n${section.replace('for an hour', 'for one day')}`;
    expect(place({ before, after, quote: cache.trim() })).toMatchObject({
      kind: 'placed',
      text: 'Answers are kept in Redis for one day.',
    });
  });

  it('keeps a quote across lines, bold, code and list items', () => {
    const before = 'Start.\n\n- use **bold** and `code`\n- then [a link](u) here\n\nEnd.\n';
    const after = `# New\n\n${before.replace('Start.', 'Beginning.')}`;
    const quote = '**bold** and `code`\n- then [a link](u)';
    expect(place({ before, after, quote })).toMatchObject({ kind: 'placed', text: quote });
  });

  it('keeps a quote when its lines are rewrapped with CRLF', () => {
    const wrapped = document.replaceAll(' ', '\r\n');
    const found = place({ before: document, after: wrapped, quote: 'kept in Redis for an hour' });
    expect(found).toMatchObject({
      kind: 'placed',
      text: 'kept\r\nin\r\nRedis\r\nfor\r\nan\r\nhour',
    });
  });

  it('works on text without spaces between words', () => {
    const before = '请求首先通过网关。\n每个客户端每秒最多十个请求。\n错误会被记录。\n';
    const after =
      '新的第一段。\n请求首先通过网关。\n每个客户端每分钟最多十个请求。\n错误会被记录。\n';
    expect(place({ before, after, quote: '最多十个请求' })).toMatchObject({ text: '最多十个请求' });
  });
});

describe('placing one of several duplicates', () => {
  const item = '- Type: `boolean`\n- Default: `false`\n';
  const before = `## alpha\n\n${item}\n## beta\n\n${item}\n## gamma\n\n${item}`;

  it.each([0, 1, 2])('copy %i stays with its own heading', (nth) => {
    const after = before
      .replace('## alpha', '## aleph\n\nNew words.')
      .replace('## beta\n', '## beta\n\nMore.\n');
    const found = place({ before, after, quote: 'Default: `false`', nth });
    const copies = [...after.matchAll(/Default: `false`/g)].map(({ index }) => index);
    expect(found).toMatchObject({ kind: 'placed', start: copies[nth] });
  });

  it('is orphaned with its own copy and never jumps to another', () => {
    const after = before.replace(`## beta\n\n${item}\n`, '');
    expect(place({ before, after, quote: 'Default: `false`', nth: 1 }).kind).toBe('orphaned');
    expect(place({ before, after, quote: 'Default: `false`', nth: 2 }).kind).toBe('placed');
  });
});

describe('orphaning', () => {
  it('happens to deleted text, however similar its neighbours are', () => {
    const lines = ['alice', 'bob', 'carol'].map(
      (name) => `- [${name}](https://example.org/${name})\n`,
    );
    const before = lines.join('');
    const after = [lines[0], lines[2]].join('');
    expect(place({ before, after, quote: lines[1]?.trim() ?? '' }).kind).toBe('orphaned');
    expect(place({ before, after, quote: lines[1]?.trim() ?? '', isTextKept: false }).kind).toBe(
      'orphaned',
    );
  });

  it('happens to a line replaced by another one of the same form', () => {
    const before = '* [__Ann Smith__](https://github.com/ann),\n\nThe end of the list.\n';
    const after = '* [__Bob Jones__](https://github.com/bob),\n\nThe end of the list.\n';
    expect(place({ before, after, quote: '[__Ann Smith__](https://github.com/ann)' }).kind).toBe(
      'orphaned',
    );
  });

  it.each(['}', 'Redis', 'ten'])(
    'happens to the short text %s, which is never matched with changes',
    (quote) => {
      const before = `function a() {\n  ten(Redis);\n}\n\n${intro}`;
      const after = `${intro}\nconst tens = { Radis: 1 };\n`;
      expect(place({ before, after, quote }).kind).toBe('orphaned');
      expect(place({ before, after, quote, isTextKept: false }).kind).toBe('orphaned');
    },
  );

  it('returns the offset at which the lost text was', () => {
    const after = document.replace(`${limit}\n`, '');
    const lost = place({ before: document, after, quote: limit.trim() });
    expect(lost).toEqual({ kind: 'orphaned', near: expect.any(Number) });
    expect(Math.abs((lost.near ?? 0) - after.indexOf(cache))).toBeLessThanOrEqual(2);
  });

  it('ends when the text comes back', () => {
    const gone = document.replace(limit, '');
    const back = `${gone}\n${limit}`;
    expect(place({ before: document, after: gone, quote: limit.trim() }).kind).toBe('orphaned');
    expect(place({ before: document, after: back, quote: limit.trim() })).toMatchObject({
      kind: 'placed',
      text: limit.trim(),
    });
  });
});

describe('placing by the quote alone (steps 2 to 5)', () => {
  const alone = { before: document, isTextKept: false };

  it('finds the quote with both contexts (step 2)', () => {
    const after = `Inserted.\n\n${document}`;
    expect(place({ ...alone, after, quote: 'Redis' })).toMatchObject({
      kind: 'placed',
      how: 'contexts',
      text: 'Redis',
    });
  });

  it('finds a long quote that stands only once (step 3)', () => {
    const after = `Other words before.\n\n${limit}\nOther words behind.\n`;
    expect(place({ ...alone, after, quote: limit.trim() })).toMatchObject({
      kind: 'placed',
      how: 'exact',
    });
  });

  it('marks a quote found with changes as moved, for a person to confirm (step 4)', () => {
    const after = document.replace('may send at most ten', 'can send up to ten');
    expect(place({ ...alone, after, quote: limit.trim() })).toMatchObject({
      kind: 'moved',
      how: 'approximate',
      text: 'Each client can send up to ten requests a second.',
    });
  });

  it('finds a quote of a thousand characters with changes', () => {
    const long = Array.from(
      { length: 60 },
      (_, index) => `Sentence number ${index} says something.`,
    ).join(' ');
    const before = `${intro}\n${long}\n\n${end}`;
    const after = before.replace('number 30', 'thirty').replace('number 7 ', 'seven ');
    expect(place({ before, after, quote: long, isTextKept: false })).toMatchObject({
      kind: 'moved',
    });
  });

  it('takes neither of two ranges that fit equally well', () => {
    const after = `${limit}\nBetween.\n\n${limit}`;
    expect(place({ ...alone, after, quote: 'Each client may' }).kind).toBe('orphaned');
  });
});

describe('placing in a patch', () => {
  const patch = [
    'diff --git a/a.ts b/a.ts',
    '--- a/a.ts',
    '+++ b/a.ts',
    '@@ -1,4 +1,4 @@',
    ' import x from "x";',
    '-const limit = 10;',
    '+const limit = 20;',
    ' export { limit };',
    '',
  ].join('\n');

  it('keeps a line when the hunk moved and grew', () => {
    const after = patch
      .replace('@@ -1,4 +1,4 @@', '@@ -11,5 +11,6 @@')
      .replace(' export', '+const more = 1;\n export');
    expect(place({ before: patch, after, quote: '+const limit = 20;' })).toMatchObject({
      kind: 'placed',
      text: '+const limit = 20;',
    });
  });

  it('orphans a line that is no longer part of the change', () => {
    const after = patch.replace('-const limit = 10;\n+const limit = 20;\n', '');
    expect(place({ before: patch, after, quote: '+const limit = 20;' }).kind).toBe('orphaned');
  });
});
