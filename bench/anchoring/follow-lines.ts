import { histogramDiff, type LineDiff, myersDiff } from './line-diff.ts';
import { type Alike, byBigrams, byWords } from './line-likeness.ts';

/** What became of a line, from one version to a later one. */
export type Kind = 'same' | 'shifted' | 'edited' | 'moved' | 'deleted';

/** The truth about one line; `to` is its 0-based line in the later version, and is absent when it was deleted. */
export interface Fate {
  readonly line: number;
  readonly kind: Kind;
  readonly to?: number;
}

/** One step's answer for a line: where it went, that it was deleted, or that this cannot be said. */
type Step = { readonly to: number; readonly moved: boolean } | 'deleted' | 'unclear';

/** From here on two lines are one line, edited. */
const surelyAlike = 0.6;
/** Up to here they have nothing to do with each other. */
const surelyOther = 0.35;
/** A line must have this many characters to be known again elsewhere. */
const knownAgain = 16;

interface Follower {
  readonly diff: LineDiff;
  readonly alike: Alike;
}

const followers: readonly Follower[] = [
  { diff: myersDiff, alike: byBigrams },
  { diff: histogramDiff, alike: byWords },
];

function stepOf(
  before: readonly string[],
  after: readonly string[],
  { diff, alike }: Follower,
): Step[] {
  const partner = diff(before, after);
  const taken = new Set(partner);
  const added = [...after.keys()].filter((line) => !taken.has(line));
  return before.map((text, line): Step => {
    const to = partner[line] ?? -1;
    if (to >= 0) return { to, moved: false };
    return fateOfChanged({ before, after, partner, added, alike, line, text });
  });
}

interface Changed {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly partner: Int32Array;
  readonly added: readonly number[];
  readonly alike: Alike;
  readonly line: number;
  readonly text: string;
}

function fateOfChanged(changed: Changed): Step {
  const { before, after, partner, added, alike, line, text } = changed;
  const equals = added.filter((other) => after[other] === text);
  if (equals.length > 0) {
    const [to, ...more] = equals;
    const twins = before.filter((other, at) => other === text && partner[at] === -1).length;
    const known = to !== undefined && more.length === 0 && twins === 1 && text.length >= knownAgain;
    return known ? { to, moved: true } : 'unclear';
  }
  const [first, end] = hunkAround(partner, line, after.length);
  const rated = added
    .map((other) => ({ other, likeness: alike(text, after[other] ?? '') }))
    .sort((one, two) => two.likeness - one.likeness);
  const [best, second] = rated.filter(({ other }) => other >= first && other < end);
  const elsewhere = rated.find(({ other }) => other < first || other >= end);
  if (best !== undefined && best.likeness >= surelyAlike) {
    const clear = second === undefined || best.likeness - second.likeness > 0.1;
    return clear && isMutual(changed, best.other) ? { to: best.other, moved: false } : 'unclear';
  }
  const resembles = (best?.likeness ?? 0) > surelyOther;
  const perhapsMoved = (elsewhere?.likeness ?? 0) >= surelyAlike;
  const hunk = after.slice(first, end).filter((_, at) => added.includes(first + at));
  return resembles || perhapsMoved || livesOn(text, hunk) ? 'unclear' : 'deleted';
}

/** Whether most words of a line stand in the new lines, so that it may have been wrapped or merged into them. */
function livesOn(text: string, hunk: readonly string[]): boolean {
  const words = wordsOf(text);
  const there = new Set(wordsOf(hunk.join(' ')));
  return words.filter((word) => there.has(word)).length > words.length / 2;
}

/** The new lines between the partners of the nearest unchanged lines. */
function hunkAround(partner: Int32Array, line: number, limit: number): [number, number] {
  let first = line;
  while (first >= 0 && (partner[first] ?? -1) < 0) first--;
  let end = line;
  while (end < partner.length && (partner[end] ?? -1) < 0) end++;
  return [first < 0 ? 0 : (partner[first] ?? 0) + 1, partner[end] ?? limit];
}

function isMutual({ before, after, partner, alike, line, text }: Changed, other: number): boolean {
  const target = after[other] ?? '';
  const own = alike(text, target);
  return before.every(
    (rival, at) => at === line || (partner[at] ?? -1) >= 0 || alike(rival, target) < own,
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

/** A document's versions with the single steps between them worked out once, by both differs. */
export interface Followed {
  readonly lines: readonly (readonly string[])[];
  /** What became of the lines of one version in a later one; lines on which the differs disagree are left out. */
  fates(from: number, to: number): Fate[];
}

/** Follows every line of a document through its versions. */
export function followLines(texts: readonly string[]): Followed {
  const lines = texts.map((text) => text.split('\n').map((line) => line.trimEnd()));
  const steps = followers.map((follower) =>
    lines.slice(1).map((after, at) => {
      const before = lines[at] ?? [];
      return texts[at] === texts[at + 1]
        ? before.map((_, line): Step => ({ to: line, moved: false }))
        : stepOf(before, after, follower);
    }),
  );
  return {
    lines,
    fates: (from, to) => {
      const trails = steps.map((own) => own.slice(from, to));
      return agreed(lines[from] ?? [], lines[to] ?? [], trails);
    },
  };
}

function agreed(
  before: readonly string[],
  after: readonly string[],
  trails: readonly (readonly (readonly Step[])[])[],
): Fate[] {
  const fates: Fate[] = [];
  const ends = before.map((_, line) => trails.map((steps) => follow(steps, line)));
  const claimed = new Set(ends.flat().flatMap((end) => (typeof end === 'string' ? [] : [end.at])));
  const unclaimed = unclaimedLines(after, claimed);
  for (const [line, text] of before.entries()) {
    const [one, other] = ends[line] ?? [];
    if (one === undefined || other === undefined || !isWorthAnchoring(text)) continue;
    if (one === 'deleted' && other === 'deleted') {
      if (!hasReturned(text, unclaimed)) fates.push({ line, kind: 'deleted' });
    } else if (typeof one !== 'string' && typeof other !== 'string' && one.at === other.at) {
      const moved = one.moved || other.moved;
      fates.push({ line, kind: kindOf({ text, line, to: one.at, moved, after }), to: one.at });
    }
  }
  return fates;
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

/** The lines of a version that no followed line became, with their words one after the other. */
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
        followers.some(({ alike }) => alike(text, line) >= surelyAlike) || holds(wrapped, text)
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
