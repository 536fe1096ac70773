import { boundedDistance } from '../text/edit-distance.ts';
import type { InlineThread } from './discussion.ts';
import { countCharacters, minEdits, type RootCandidate, type ThreadIndex } from './thread-index.ts';

/** The lines that are searched first. */
export interface SearchWindow {
  /** Where the anchor, or with `byRoot` the root, was. */
  readonly line: number;
  readonly reach: number;
  readonly byRoot: boolean;
}

export type ClosestRoots =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly thread: InlineThread }
  | { readonly kind: 'several'; readonly threads: readonly InlineThread[] };

interface Candidate {
  readonly thread: InlineThread;
  /** 1 for equal texts. */
  readonly similarity: number;
}

/** How far the best candidate must lead the next. */
const minLead = 0.1;
/** Similarities are fractions; a difference of exactly the lead may come out a little short. */
const tolerance = 1e-9;

/**
 * Returns the thread of the same speaker whose root text is most similar: within two edits or a fifth of its length,
 * equal in more than half, and with a clear lead. The window decides only when nothing outside is more similar.
 */
export function closestRoots(
  index: ThreadIndex,
  rootCandidates: readonly RootCandidate[],
  window: SearchWindow | undefined,
): ClosestRoots {
  const candidates = rootCandidates
    .flatMap((root) => similarRoots(index, root))
    .sort((first, second) => second.similarity - first.similarity);
  const [best] = candidates;
  if (best === undefined) return { kind: 'none' };
  if (window !== undefined) {
    const near = candidates.filter(({ thread }) => isNear(thread, window));
    const winner = leader(near);
    if (winner !== undefined && winner.similarity >= best.similarity) {
      return { kind: 'one', thread: winner.thread };
    }
  }
  const winner = leader(candidates);
  if (winner !== undefined) return { kind: 'one', thread: winner.thread };
  const rivals = candidates.filter(({ similarity }) => similarity > best.similarity - minLead);
  return { kind: 'several', threads: rivals.map(({ thread }) => thread) };
}

function isNear(
  { root, anchorLine }: InlineThread,
  { line, reach, byRoot }: SearchWindow,
): boolean {
  return Math.abs((byRoot ? root.line : anchorLine) - line) <= reach;
}

/** The first of candidates sorted by similarity, if it leads the second. */
function leader([first, second]: readonly Candidate[]): Candidate | undefined {
  const isClear =
    second === undefined || (first?.similarity ?? 0) - second.similarity >= minLead - tolerance;
  return isClear ? first : undefined;
}

function similarRoots(index: ThreadIndex, { speaker, text }: RootCandidate): readonly Candidate[] {
  const limit = Math.max(2, Math.floor(text.length / 5));
  const counts = countCharacters(text);
  const candidates: Candidate[] = [];
  for (const indexed of index.findBySpeaker(speaker)) {
    const length = Math.max(text.length, indexed.text.length);
    const allowed = Math.min(limit, Math.ceil(length / 2) - 1);
    if (Math.abs(text.length - indexed.text.length) > allowed) continue;
    if (minEdits(counts, indexed.counts) > allowed) continue;
    const distance = boundedDistance(text, indexed.text, allowed);
    if (distance === undefined) continue;
    candidates.push({ thread: indexed.thread, similarity: 1 - distance / length });
  }
  return candidates;
}
