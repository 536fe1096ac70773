import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceRange } from '../document/text-offsets.ts';
import { similarity } from '../text/similarity.ts';
import { fuzzyMinimum, minFuzzyLength } from './locate-quote.ts';
import {
  makeRangePlacer,
  mappedMinimum,
  type OrphanedRange,
  type PlacedRange,
} from './place-range.ts';
import { quoteOf } from './visible-text.ts';

/** A document as its paragraphs, each of lines of words. */
type Paragraphs = readonly (readonly (readonly string[])[])[];

const common = ['the', 'of', 'and', 'is', 'to', '-', '`x`', '**note**', '|', 'a', '#', 'für', '的'];

/** Mostly words of their own, as in prose, with common ones and Markdown between them. */
const word = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.integer({ min: 0, max: 5000 }).map((seed) => `w${seed.toString(36)}`),
  },
  { weight: 2, arbitrary: fc.constantFrom(...common) },
);
const line = fc.array(word, { minLength: 1, maxLength: 9 });
const paragraph = fc.array(line, { minLength: 1, maxLength: 5 });
const paragraphs: fc.Arbitrary<Paragraphs> = fc.array(paragraph, { minLength: 3, maxLength: 14 });

const textOf = (document: Paragraphs): string =>
  document.map((lines) => lines.map((words) => words.join(' ')).join('\n')).join('\n\n');

/** A range of whole words, from a point of the text on. */
function wordsAt(text: string, at: number, count: number): SourceRange | undefined {
  const words = [...text.matchAll(/\S+/g)];
  const first = Math.floor(at * words.length);
  const [begin, end] = [words[first], words[Math.min(words.length - 1, first + count - 1)]];
  if (begin === undefined || end === undefined) return undefined;
  return { start: begin.index, end: end.index + end[0].length };
}

const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const editArbitrary = fc.record({
  at: share,
  kind: fc.constantFrom('insert', 'delete', 'replace', 'copy' as const),
  words: fc.integer({ min: 1, max: 30 }),
  text: fc.oneof(
    line.map((words) => words.join(' ')),
    paragraph.map((lines) => `\n\n${lines.map((words) => words.join(' ')).join('\n')}\n\n`),
  ),
});
type Edit = typeof editArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** Applies an edit outside `kept`; returns the new text and where `kept` is in it. */
function applyEdit(
  text: string,
  kept: SourceRange,
  { at, kind, words, text: added }: Edit,
): { text: string; kept: SourceRange } {
  const target = wordsAt(text, at, words);
  if (target === undefined || (target.start < kept.end && target.end > kept.start)) {
    return { text, kept };
  }
  const removed = kind === 'insert' || kind === 'copy' ? { ...target, end: target.start } : target;
  const insert =
    kind === 'delete' ? '' : kind === 'copy' ? text.slice(target.start, target.end) : added;
  const changed = text.slice(0, removed.start) + insert + text.slice(removed.end);
  const shift = insert.length - (removed.end - removed.start);
  if (removed.start >= kept.end) return { text: changed, kept };
  return { text: changed, kept: { start: kept.start + shift, end: kept.end + shift } };
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

function placeRangeIn(
  before: string,
  source: SourceRange,
  after: string,
): PlacedRange | OrphanedRange {
  return makeRangePlacer(before, after).place({ quote: quoteOf(before, source), source });
}

const rangeOf = (place: PlacedRange | OrphanedRange): SourceRange | undefined =>
  place.kind === 'orphaned' ? undefined : place.range;

const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

/** The laws of placing, each checked on `runs` random documents. */
export function anchorLaws(runs: number): void {
  const check = <Value>(property: fc.IProperty<Value>): void => {
    fc.assert(property, { numRuns: runs });
  };

  describe('the laws of placing', () => {
    it('any edit that touches neither quote nor contexts keeps the range exactly', () => {
      check(
        fc.property(
          fc.record({
            document: paragraphs,
            at: share,
            count: fc.integer({ min: 1, max: 12 }),
            edits: fc.array(editArbitrary, { minLength: 1, maxLength: 8 }),
          }),
          ({ document, at, count, edits }) => {
            const before = textOf(document);
            const source = wordsAt(before, at, count);
            fc.pre(source !== undefined);
            const whole = {
              start: Math.max(0, source.start - 64),
              end: Math.min(before.length, source.end + 64),
            };
            let state = { text: before, kept: whole };
            for (const edit of edits) state = applyEdit(state.text, state.kept, edit);
            const context = before.slice(whole.start, whole.end);
            fc.pre(occurrences(before, context) === 1 && occurrences(state.text, context) === 1);
            const start = state.kept.start + source.start - whole.start;
            const expected = { start, end: start + source.end - source.start };
            expect(rangeOf(placeRangeIn(before, source, state.text))).toEqual(expected);
          },
        ),
      );
    });

    it('nothing is placed on text below the minimum similarity', () => {
      check(
        fc.property(
          fc.record({
            document: paragraphs,
            other: paragraphs,
            at: share,
            count: fc.integer({ min: 1, max: 20 }),
            isTextKept: fc.boolean(),
          }),
          ({ document, other, at, count, isTextKept }) => {
            const before = textOf(document);
            const after = textOf([...other, ...document.filter((_, index) => index % 3 === 0)]);
            const source = wordsAt(before, at, count);
            fc.pre(source !== undefined);
            const quote = quoteOf(before, source);
            const place = makeRangePlacer(isTextKept ? before : undefined, after).place({
              quote,
              source,
            });
            if (place.kind === 'orphaned') return;
            const placedText = after.slice(place.range.start, place.range.end);
            const likeness = Math.max(
              similarity(quote.exact, placedText),
              letters(quote.exact) === letters(placedText) ? 1 : 0,
            );
            const isShort = quote.exact.length < minFuzzyLength;
            expect(likeness).toBeGreaterThanOrEqual(isShort ? 1 : mappedMinimum.similarity);
            if (place.how === 'approximate') {
              expect(place.kind).toBe('moved');
              expect(place.score).toBeGreaterThanOrEqual(fuzzyMinimum.score);
              expect(place.similarity).toBeGreaterThanOrEqual(fuzzyMinimum.similarity);
            }
          },
        ),
      );
    });

    it('duplicates stay apart: each anchor stays with its own and is orphaned with it', () => {
      check(
        fc.property(
          fc.record({
            own: fc.uniqueArray(
              fc.integer({ min: 0, max: 100_000 }).map((seed) => `u${seed.toString(36)} v${seed}`),
              { minLength: 12, maxLength: 30 },
            ),
            words: line,
            gaps: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 4 }),
            which: fc.nat(3),
            isDeleted: fc.boolean(),
          }),
          ({ own, words, gaps, which, isDeleted }) => {
            const duplicate = words.join(' ');
            const lines: string[] = [];
            const duplicates: number[] = [];
            for (const [index, text] of own.entries()) {
              if (gaps.includes(index)) duplicates.push(lines.push(duplicate) - 1);
              lines.push(text);
            }
            const selected = duplicates[which % duplicates.length];
            const sibling = duplicates[(which + 1) % duplicates.length];
            fc.pre(selected !== undefined && sibling !== undefined && selected !== sibling);
            const before = lines.join('\n');
            const start = lines.slice(0, selected).join('\n').length + (selected === 0 ? 0 : 1);
            const gone = isDeleted ? selected : sibling;
            const after = lines.filter((_, index) => index !== gone).join('\n');
            const place = placeRangeIn(before, { start, end: start + duplicate.length }, after);
            if (isDeleted) expect(place.kind).toBe('orphaned');
            else {
              const expected = gone < selected ? start - duplicate.length - 1 : start;
              expect(rangeOf(place)).toEqual({ start: expected, end: expected + duplicate.length });
            }
          },
        ),
      );
    });

    it('rewrapped lines and other line ends orphan nothing', () => {
      check(
        fc.property(
          fc.record({
            document: paragraphs,
            at: share,
            count: fc.integer({ min: 3, max: 12 }),
            width: fc.integer({ min: 2, max: 12 }),
            lineEnd: fc.constantFrom('\n', '\r\n'),
          }),
          ({ document, at, count, width, lineEnd }) => {
            const before = textOf(document);
            const source = wordsAt(before, at, count);
            fc.pre(source !== undefined && source.end - source.start >= minFuzzyLength);
            const rewrapped = document.map((lines) => {
              const words = lines.flat();
              const rows = [];
              for (let from = 0; from < words.length; from += width) {
                rows.push(words.slice(from, from + width));
              }
              return rows;
            });
            const after = textOf(rewrapped).replaceAll('\n', lineEnd);
            const squeezed = before.slice(source.start, source.end).replace(/\s+/g, ' ');
            fc.pre(occurrences(before.replace(/\s+/g, ' '), squeezed) === 1);
            const range = rangeOf(placeRangeIn(before, source, after));
            expect(range && after.slice(range.start, range.end).replace(/\s+/g, ' ')).toBe(
              squeezed,
            );
          },
        ),
      );
    });

    it('a text that comes back has its range again', () => {
      check(
        fc.property(paragraphs, share, fc.nat(12), (...[document, at, count]) => {
          const before = textOf(document);
          const source = wordsAt(before, at, count + 1);
          fc.pre(source !== undefined);
          const saved = { quote: quoteOf(before, source), source };
          expect(makeRangePlacer(before, 'other words').place(saved).kind).toBe('orphaned');
          expect(rangeOf(makeRangePlacer(before, before).place(saved))).toEqual(source);
        }),
      );
    });
  });
}
