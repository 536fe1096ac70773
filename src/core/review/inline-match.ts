import { blocksByLine } from '../document/blocks-by-line.ts';
import { normaliseText } from '../inline/normalise.ts';
import { keyOf } from '../inline/query-view.ts';
import type { ReviewThread } from '../inline/review-threads.ts';
import { speakerKey } from '../inline/speaker.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { Sha256 } from '../ports/sha256.ts';
import { similarity } from '../text/similarity.ts';
import type { StartedReview } from './events.ts';
import { readings, speakerOf, spokenMessages } from './inline-speaker.ts';
import { pairComments } from './pair-comments.ts';
import type { ReviewedDocument } from './reviewed-document.ts';
import type { Thread } from './thread.ts';

/** A discussion of a file, and the thread of the review that shows it, if one does. */
export interface InlineMatch {
  readonly shown: ReviewThread;
  /** Its position among the discussions of the file, from 0. */
  readonly index: number;
  readonly key: string;
  /** The block that it is about; the first one where nothing stands above it. */
  readonly block: number;
  readonly thread?: Thread;
}

/** How keys are made, who speaks, and where threads stand. */
export interface MatchContext {
  readonly sha256: Sha256;
  readonly started: StartedReview;
  /** The last block of a thread in the text of the discussions; nothing for a thread that has no place there. */
  readonly blockOf: (thread: Thread) => number | undefined;
}

/** How like two first texts of one speaker must be to be taken for one text that was edited. */
const editedLikeness = 0.6;

/** Most pairs of equal words among which replies are compared; beyond it the order decides alone. */
const mostCompared = 10_000;

/**
 * Pairs the discussions of a text with threads of its file. Both place and words count: equal words at one place come
 * first, then words that moved, then roots that their author has edited, then discussions that were gone and are back.
 * Among equals the pair that shares most replies wins, then the order in the file.
 */
export function matchInline(
  document: Pick<ReviewedDocument, 'inline' | 'blocks'>,
  threads: readonly Thread[],
  context: MatchContext,
): readonly InlineMatch[] {
  const blocks = blocksByLine(document.blocks);
  const found = document.inline.map(
    (shown, index): InlineMatch => ({
      shown,
      index,
      key: keyOf(shown.thread, context.sha256),
      block: blocks.on(shown.anchorLine) ?? blocks.above(shown.anchorLine) ?? 1,
    }),
  );
  const candidates = threads.map((thread): Candidate => candidateOf(thread, context));
  const taken = new Map<InlineMatch, Thread>();
  const used = new Set<Thread>();
  for (const tier of tiers) {
    const free = candidates.filter(({ thread }) => !used.has(thread) && tier.admits(thread));
    const waiting = found.filter((match) => !taken.has(match));
    for (const { match, candidate } of pairsOf(tier, { waiting, free, context })) {
      if (taken.has(match) || used.has(candidate.thread)) continue;
      taken.set(match, candidate.thread);
      used.add(candidate.thread);
    }
  }
  return found.map((match) => ({ ...match, ...omitUndefined({ thread: taken.get(match) }) }));
}

interface Candidate {
  readonly thread: Thread;
  readonly speaker: string;
  /** The ways in which its first text may read in a file. */
  readonly words: readonly string[];
  readonly block: number | undefined;
}

function candidateOf(thread: Thread, { started, blockOf }: MatchContext): Candidate {
  return {
    thread,
    speaker: speakerKey(speakerOf(thread.author, 'person', started)),
    words: readings(thread.text),
    block: blockOf(thread),
  };
}

interface Pair {
  readonly match: InlineMatch;
  readonly candidate: Candidate;
}

/** A degree of certainty: which threads may be meant, and what a discussion and a thread must have in common. */
interface Tier {
  readonly admits: (thread: Thread) => boolean;
  /** What a pair shares, beside the speaker. */
  readonly shares: { readonly words: boolean; readonly place: boolean };
  readonly fits?: (pair: Pair, shared: number) => boolean;
}

const isLinked = ({ inlineKey, deletedAt }: Thread): boolean =>
  inlineKey !== undefined && deletedAt === null;

const tiers: readonly Tier[] = [
  { admits: isLinked, shares: { words: true, place: true } },
  {
    admits: ({ inlineKey, deletedAt }) => inlineKey === undefined && deletedAt === null,
    shares: { words: true, place: true },
  },
  { admits: isLinked, shares: { words: true, place: false }, fits: mayHaveMoved },
  { admits: isLinked, shares: { words: false, place: true }, fits: isEdited },
  {
    admits: isLinked,
    shares: { words: false, place: false },
    fits: (pair, shared) =>
      (shared > 0 || pair.candidate.block === undefined) && isEdited(pair, shared),
  },
  {
    admits: ({ inlineKey, deletedAt }) => inlineKey !== undefined && deletedAt !== null,
    shares: { words: true, place: false },
    fits: ({ match, candidate }) =>
      candidate.block === undefined || candidate.block === match.block,
  },
];

interface Waiting {
  readonly waiting: readonly InlineMatch[];
  readonly free: readonly Candidate[];
  readonly context: MatchContext;
}

/** The pairs of a tier, the likeliest first. */
function pairsOf(tier: Tier, { waiting, free, context }: Waiting): readonly Pair[] {
  const { words, place } = tier.shares;
  const groups = new Map<string, Candidate[]>();
  for (const candidate of free) {
    if (place && candidate.block === undefined) continue;
    for (const text of words ? candidate.words : ['']) {
      const name = `${candidate.speaker}\0${place ? candidate.block : ''}\0${text}`;
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [candidate]);
      else group.push(candidate);
    }
  }
  const rated = waiting.flatMap((match, _index, { length }) => {
    const { speakerKey: speaker, text } = match.shown.thread.root;
    const group = groups.get(
      `${speaker}\0${place ? match.block : ''}\0${words ? normaliseText(text) : ''}`,
    );
    return (group ?? []).flatMap((candidate) => {
      const pair = { match, candidate };
      const isCompared = tier.fits !== undefined || (group?.length ?? 0) * length <= mostCompared;
      const { standing, all } = isCompared ? sharedReplies(pair, context) : nothingShared;
      return tier.fits?.(pair, standing) === false ? [] : [{ ...pair, standing, all }];
    });
  });
  return rated.sort((first, second) => second.standing - first.standing || second.all - first.all);
}

const nothingShared = { standing: 0, all: 0 };

/** How many of a thread's replies stand in a discussion: of those that stood there before, and of all. */
function sharedReplies(
  { match, candidate }: Pair,
  { started }: MatchContext,
): typeof nothingShared {
  const discussion = match.shown.thread;
  if (discussion.comments.length === 1) return nothingShared;
  const messages = spokenMessages(candidate.thread, started);
  const standing = messages.filter(({ message }) => message.inFile === true);
  const all = pairComments(discussion, messages).same;
  if (standing.length === messages.length) return { standing: all, all };
  return { standing: pairComments(discussion, standing).same, all };
}

/** Equal words elsewhere are another comment where the thread's own replies are missing there. */
function mayHaveMoved({ candidate: { thread, block } }: Pair, shared: number): boolean {
  if (block === undefined || shared > 0) return true;
  return ![...thread.replies, ...thread.takes].some(({ inFile }) => inFile === true);
}

function isEdited({ match, candidate }: Pair, shared: number): boolean {
  if (shared > 0) return true;
  return similarity(candidate.thread.text, match.shown.thread.root.text) >= editedLikeness;
}
