import { boundedDistance } from '../text/edit-distance.ts';
import type { Thread } from './discussion.ts';
import {
  countCharacters,
  fewestEdits,
  type RootReading,
  type ThreadIndex,
} from './thread-index.ts';

/** The lines in which a thread is looked for first. */
export interface SearchWindow {
  /** Where the anchor, or with `byRoot` the root, was. */
  readonly line: number;
  readonly reach: number;
  readonly byRoot: boolean;
}

export type ClosestRoots =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly thread: Thread }
  | { readonly kind: 'several'; readonly threads: readonly Thread[] };

interface Candidate {
  readonly thread: Thread;
  /** 1 for equal texts. */
  readonly likeness: number;
}

/** How far ahead of the next the best candidate must be. */
const lead = 0.1;
/** Likenesses are fractions; a difference of exactly the lead may come out a little short. */
const tolerance = 1e-9;

/**
 * The thread of the same speaker whose root text is most like the one that was given: within two edits or a fifth of
 * its length, alike in more than half, and clearly ahead. The window decides only where nothing outside is closer.
 */
export function closestRoots(
  index: ThreadIndex,
  readings: readonly RootReading[],
  window: SearchWindow | undefined,
): ClosestRoots {
  const candidates = readings
    .flatMap((reading) => likeRoots(index, reading))
    .sort((one, other) => other.likeness - one.likeness);
  const [best] = candidates;
  if (best === undefined) return { kind: 'none' };
  if (window !== undefined) {
    const near = candidates.filter(({ thread }) => isNear(thread, window));
    const winner = leader(near);
    if (winner !== undefined && winner.likeness >= best.likeness) {
      return { kind: 'one', thread: winner.thread };
    }
  }
  const winner = leader(candidates);
  if (winner !== undefined) return { kind: 'one', thread: winner.thread };
  const rivals = candidates.filter(({ likeness }) => likeness > best.likeness - lead);
  return { kind: 'several', threads: rivals.map(({ thread }) => thread) };
}

function isNear({ root, anchorLine }: Thread, { line, reach, byRoot }: SearchWindow): boolean {
  return Math.abs((byRoot ? root.line : anchorLine) - line) <= reach;
}

/** The first of candidates sorted by likeness, if it is ahead of the second. */
function leader([first, second]: readonly Candidate[]): Candidate | undefined {
  const clear =
    second === undefined || (first?.likeness ?? 0) - second.likeness >= lead - tolerance;
  return clear ? first : undefined;
}

function likeRoots(index: ThreadIndex, { speaker, text }: RootReading): readonly Candidate[] {
  const limit = Math.max(2, Math.floor(text.length / 5));
  const counts = countCharacters(text);
  const candidates: Candidate[] = [];
  for (const indexed of index.of(speaker)) {
    const length = Math.max(text.length, indexed.text.length);
    const allowed = Math.min(limit, Math.ceil(length / 2) - 1);
    if (Math.abs(text.length - indexed.text.length) > allowed) continue;
    if (fewestEdits(counts, indexed.counts) > allowed) continue;
    const distance = boundedDistance(text, indexed.text, allowed);
    if (distance === undefined) continue;
    candidates.push({ thread: indexed.thread, likeness: 1 - distance / length });
  }
  return candidates;
}
