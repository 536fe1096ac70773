import { histogramDiff, type LineDiff, myersDiff } from './line-diff.ts';
import { bigramSimilarity, type LineSimilarity, wordSimilarity } from './line-similarity.ts';

/** What became of a line, from one version to a later one. */
export type Kind = 'same' | 'shifted' | 'edited' | 'moved' | 'deleted';

/** The truth about one line; `to` is its 0-based line in the later version, and is absent when it was deleted. */
export interface LineOutcome {
  readonly line: number;
  readonly kind: Kind;
  readonly to?: number;
}

/** The outcome of one step for a line: its new line, that it was deleted, or that this is unclear. */
type Step = { readonly to: number; readonly moved: boolean } | 'deleted' | 'unclear';

/** From this similarity on, two lines count as one edited line. */
const sameThreshold = 0.6;
/** Up to this similarity they are unrelated. */
const differentThreshold = 0.35;
/** A line must have this many characters to be recognised elsewhere. */
const minMovedLength = 16;

interface LineTracker {
  readonly diff: LineDiff;
  readonly similarityOf: LineSimilarity;
}

const lineTrackers: readonly LineTracker[] = [
  { diff: myersDiff, similarityOf: bigramSimilarity },
  { diff: histogramDiff, similarityOf: wordSimilarity },
];

function stepOf(
  before: readonly string[],
  after: readonly string[],
  { diff, similarityOf }: LineTracker,
): Step[] {
  const newLineOf = diff(before, after);
  const taken = new Set(newLineOf);
  const added = [...after.keys()].filter((line) => !taken.has(line));
  return before.map((text, line): Step => {
    const to = newLineOf[line] ?? -1;
    if (to >= 0) return { to, moved: false };
    return outcomeOfChanged({ before, after, newLineOf, added, similarityOf, line, text });
  });
}

interface Changed {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly newLineOf: Int32Array;
  readonly added: readonly number[];
  readonly similarityOf: LineSimilarity;
  readonly line: number;
  readonly text: string;
}

function outcomeOfChanged(changed: Changed): Step {
  const { before, after, newLineOf, added, similarityOf, line, text } = changed;
  const equals = added.filter((other) => after[other] === text);
  if (equals.length > 0) {
    const [to, ...more] = equals;
    const duplicates = before.filter((other, at) => other === text && newLineOf[at] === -1).length;
    const known =
      to !== undefined && more.length === 0 && duplicates === 1 && text.length >= minMovedLength;
    return known ? { to, moved: true } : 'unclear';
  }
  const [first, end] = hunkAround(newLineOf, line, after.length);
  const rated = added
    .map((other) => ({ other, similarity: similarityOf(text, after[other] ?? '') }))
    .sort((one, two) => two.similarity - one.similarity);
  const [best, second] = rated.filter(({ other }) => other >= first && other < end);
  const elsewhere = rated.find(({ other }) => other < first || other >= end);
  if (best !== undefined && best.similarity >= sameThreshold) {
    const clear = second === undefined || best.similarity - second.similarity > 0.1;
    return clear && isMutual(changed, best.other) ? { to: best.other, moved: false } : 'unclear';
  }
  const resembles = (best?.similarity ?? 0) > differentThreshold;
  const perhapsMoved = (elsewhere?.similarity ?? 0) >= sameThreshold;
  const hunk = after.slice(first, end).filter((_, at) => added.includes(first + at));
  return resembles || perhapsMoved || mayBeMerged(text, hunk) ? 'unclear' : 'deleted';
}

/** Whether the new lines have most words of a line, so that it may have been wrapped or merged into them. */
function mayBeMerged(text: string, hunk: readonly string[]): boolean {
  const words = wordsOf(text);
  const there = new Set(wordsOf(hunk.join(' ')));
  return words.filter((word) => there.has(word)).length > words.length / 2;
}

/** The new lines between the partners of the nearest unchanged lines. */
function hunkAround(newLineOf: Int32Array, line: number, limit: number): [number, number] {
  let first = line;
  while (first >= 0 && (newLineOf[first] ?? -1) < 0) first--;
  let end = line;
  while (end < newLineOf.length && (newLineOf[end] ?? -1) < 0) end++;
  return [first < 0 ? 0 : (newLineOf[first] ?? 0) + 1, newLineOf[end] ?? limit];
}

function isMutual(
  { before, after, newLineOf, similarityOf, line, text }: Changed,
  other: number,
): boolean {
  const target = after[other] ?? '';
  const own = similarityOf(text, target);
  return before.every(
    (rival, at) => at === line || (newLineOf[at] ?? -1) >= 0 || similarityOf(rival, target) < own,
  );
}

type Trail = { readonly at: number; readonly moved: boolean } | 'deleted' | 'unclear';

function follow(steps: readonly (readonly Step[])[], line: number): Trail {
  let at = line;
  let moved = false;
  for (const step of steps) {
    const next = step[at] ?? 'unclear';
    if (next === 'deleted' || next === 'unclear') return next;
    at = next.to;
    moved ||= next.moved;
  }
  return { at, moved };
}

/** A document's versions with the single steps between them computed once, by both differs. */
export interface TrackedDocument {
  readonly lines: readonly (readonly string[])[];
  /** Returns the outcomes of the lines of one version in a later one, without those on which the differs disagree. */
  outcomes(from: number, to: number): LineOutcome[];
}

/** Tracks every line of a document through its versions. */
export function trackLines(texts: readonly string[]): TrackedDocument {
  const lines = texts.map((text) => text.split('\n').map((line) => line.trimEnd()));
  const steps = lineTrackers.map((tracker) =>
    lines.slice(1).map((after, at) => {
      const before = lines[at] ?? [];
      return texts[at] === texts[at + 1]
        ? before.map((_, line): Step => ({ to: line, moved: false }))
        : stepOf(before, after, tracker);
    }),
  );
  return {
    lines,
    outcomes: (from, to) => {
      const trails = steps.map((own) => own.slice(from, to));
      return agreed(lines[from] ?? [], lines[to] ?? [], trails);
    },
  };
}

function agreed(
  before: readonly string[],
  after: readonly string[],
  trails: readonly (readonly (readonly Step[])[])[],
): LineOutcome[] {
  const outcomes: LineOutcome[] = [];
  const ends = before.map((_, line) => trails.map((steps) => follow(steps, line)));
  const claimed = new Set(ends.flat().flatMap((end) => (typeof end === 'string' ? [] : [end.at])));
  const unclaimed = unclaimedLines(after, claimed);
  for (const [line, text] of before.entries()) {
    const [one, other] = ends[line] ?? [];
    if (one === undefined || other === undefined || !isWorthAnchoring(text)) continue;
    if (one === 'deleted' && other === 'deleted') {
      if (!hasReturned(text, unclaimed)) outcomes.push({ line, kind: 'deleted' });
    } else if (typeof one !== 'string' && typeof other !== 'string' && one.at === other.at) {
      const moved = one.moved || other.moved;
      outcomes.push({ line, kind: kindOf({ text, line, to: one.at, moved, after }), to: one.at });
    }
  }
  return outcomes;
}

interface End {
  readonly text: string;
  readonly line: number;
  readonly to: number;
  readonly moved: boolean;
  readonly after: readonly string[];
}

function kindOf({ text, line, to, moved, after }: End): Kind {
  if (after[to] !== text) return 'edited';
  if (moved) return 'moved';
  return line === to ? 'same' : 'shifted';
}

function isWorthAnchoring(text: string): boolean {
  return /\w.*\w/.test(text);
}

/** The lines of a version that no tracked line became, with their words in order. */
interface Unclaimed {
  readonly lines: readonly string[];
  readonly words: string;
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? [];

function unclaimedLines(after: readonly string[], claimed: ReadonlySet<number>): Unclaimed {
  const lines = after.filter((_, at) => !claimed.has(at));
  return { lines, words: ` ${lines.flatMap(wordsOf).join(' ')} ` };
}

/** Deleted in one step and written again, wrapped or edited, in a later one: neither lost nor wrong to find. */
function hasReturned(text: string, { lines, words }: Unclaimed): boolean {
  return (
    words.includes(` ${wordsOf(text).join(' ')} `) ||
    lines.some((line, at) => {
      const wrapped = `${line} ${lines[at + 1] ?? ''}`;
      return (
        lineTrackers.some(({ similarityOf }) => similarityOf(text, line) >= sameThreshold) ||
        holds(wrapped, text)
      );
    })
  );
}

/** Whether nearly all words of a line, of three or more, stand in a text. */
function holds(text: string, line: string): boolean {
  const words = wordsOf(line);
  const there = new Set(wordsOf(text));
  return words.length >= 3 && words.filter((word) => there.has(word)).length >= 0.7 * words.length;
}
