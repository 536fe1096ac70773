import type { Comment, InlineThread } from '../inline/discussion.ts';
import { speakerKey } from '../inline/speaker.ts';
import { similarity } from '../text/similarity.ts';
import { isSaidIn, type SpokenMessage } from './inline-speaker.ts';

/** The comments below a discussion's first one, and the messages of a thread that they are. */
export interface PairedComments {
  readonly pairs: readonly PairedComment[];
  /** How many of them say the same as their message. */
  readonly same: number;
  /** Messages that no comment is. */
  readonly rest: readonly SpokenMessage[];
}

interface PairedComment {
  readonly comment: Comment;
  readonly said?: SpokenMessage;
  /** Whether the comment's words are others than the message's. */
  readonly isEdited: boolean;
}

/** How like two texts of one speaker must be to be one text that was edited and moved. */
const movedLikeness = 0.6;

/**
 * Pairs comments and messages, each at most once: in the order in which most are equal or edited, then equal ones
 * wherever they stand, then likely edits elsewhere. An edit keeps its speaker.
 */
export function pairComments(
  { comments }: InlineThread,
  messages: readonly SpokenMessage[],
): PairedComments {
  const replies = comments.slice(1);
  const found = new Map<number, number>(bestOrder(replies, messages));
  const used = new Set(found.values());
  const pairRest = (fits: (comment: Comment, said: SpokenMessage) => boolean): void => {
    for (const [at, comment] of replies.entries()) {
      if (found.has(at)) continue;
      const index = messages.findIndex((said, own) => !used.has(own) && fits(comment, said));
      if (index === -1) continue;
      found.set(at, index);
      used.add(index);
    }
  };
  pairRest(isSame);
  pairRest((comment, said) => editLikeness(comment, said) >= movedLikeness);
  const rest = messages.filter((_message, index) => !used.has(index));
  const pairs = replies.map((comment, at): PairedComment => {
    const said = messages[found.get(at) ?? -1];
    if (said === undefined) return { comment, isEdited: false };
    return { comment, said, isEdited: !isSame(comment, said) };
  });
  return { pairs, same: pairs.filter(({ said, isEdited }) => said && !isEdited).length, rest };
}

function isSame(comment: Comment, { speaker, message }: SpokenMessage): boolean {
  return isSaidIn(comment, speaker, message.text);
}

/** How like a comment is to the message that it would be an edit of; negative where it cannot be one. */
function editLikeness(comment: Comment, { speaker, message }: SpokenMessage): number {
  if (message.inFile !== true || speakerKey(speaker) !== comment.speakerKey) return -1;
  return similarity(message.text, comment.text);
}

/** An equal pair counts as much as two edits that have nothing in common. */
function worthOf(comment: Comment | undefined, said: SpokenMessage | undefined): number {
  if (comment === undefined || said === undefined) return 0;
  if (isSame(comment, said)) return 2;
  const likeness = editLikeness(comment, said);
  return likeness < 0 ? 0 : 0.5 + likeness;
}

type Positions = readonly (readonly [number, number])[];

/** The pairs in one order that are worth most together; what is equal at both ends is paired first. */
function bestOrder(comments: readonly Comment[], messages: readonly SpokenMessage[]): Positions {
  const shorter = Math.min(comments.length, messages.length);
  const isEqual = (at: number, index: number): boolean => {
    const [comment, said] = [comments[at], messages[index]];
    return comment !== undefined && said !== undefined && isSame(comment, said);
  };
  let head = 0;
  while (head < shorter && isEqual(head, head)) head++;
  let tail = 0;
  while (tail < shorter - head && isEqual(comments.length - 1 - tail, messages.length - 1 - tail)) {
    tail++;
  }
  const middle = alignMiddle(
    comments.slice(head, comments.length - tail),
    messages.slice(head, messages.length - tail),
  );
  return [
    ...Array.from({ length: head }, (_value, at) => [at, at] as const),
    ...middle.map(([at, index]) => [at + head, index + head] as const),
    ...Array.from(
      { length: tail },
      (_value, at) => [comments.length - tail + at, messages.length - tail + at] as const,
    ),
  ];
}

function alignMiddle(comments: readonly Comment[], messages: readonly SpokenMessage[]): Positions {
  const width = messages.length + 1;
  const best = new Float64Array((comments.length + 1) * width);
  const worth = comments.map((comment) => messages.map((said) => worthOf(comment, said)));
  const value = (at: number, index: number): number => best[at * width + index] ?? 0;
  for (let at = comments.length - 1; at >= 0; at--) {
    for (let index = messages.length - 1; index >= 0; index--) {
      const paired = value(at + 1, index + 1) + (worth[at]?.[index] ?? 0);
      best[at * width + index] = Math.max(paired, value(at + 1, index), value(at, index + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let at = 0, index = 0; at < comments.length && index < messages.length; ) {
    const own = worth[at]?.[index] ?? 0;
    if (own > 0 && value(at, index) === value(at + 1, index + 1) + own) pairs.push([at++, index++]);
    else if (value(at + 1, index) >= value(at, index + 1)) at++;
    else index++;
  }
  return pairs;
}
