import type { Discussions, InlineThread, ThreadStatus } from './discussion.ts';
import { mentionsIn } from './mentions.ts';
import { type BlockerCategory, speakersOf } from './query-view.ts';
import { speakerKey } from './speaker.ts';

/** Which threads to return; without a filter, all discussions. */
export interface QueryFilter {
  /** Opened by this speaker. */
  readonly initiator?: string;
  /** Exactly this status. */
  readonly status?: ThreadStatus;
  /** Not resolved, and waiting for this speaker or by this speaker. */
  readonly blocker?: string;
  /** Lead-ins too. */
  readonly all?: boolean;
}

/** A thread that passed the filter, with its category when the filter has a blocker. */
export interface FilteredThread {
  readonly thread: InlineThread;
  readonly category?: BlockerCategory;
}

/** Returns the threads that pass a filter, in the order of the file, with unchanged numbers. */
export function filterThreads(
  discussions: Discussions,
  filter: QueryFilter,
): readonly FilteredThread[] {
  const { initiator, status, blocker } = filter;
  const initiatorKey = initiator === undefined ? undefined : speakerKey(initiator);
  const candidates = (filter.all ? discussions.all : discussions.threads).filter(
    (thread) =>
      (initiatorKey === undefined || thread.root.speakerKey === initiatorKey) &&
      (status === undefined || thread.status === status),
  );
  if (blocker === undefined) return candidates.map((thread) => ({ thread }));
  const key = speakerKey(blocker);
  const speakers = speakersOf(discussions).add(key);
  return candidates.flatMap((thread) => {
    const category = blockerCategory(thread, key, speakers);
    return category === undefined ? [] : [{ thread, category }];
  });
}

function blockerCategory(
  { status, root, comments, leadIn }: InlineThread,
  key: string,
  speakers: ReadonlySet<string>,
): BlockerCategory | undefined {
  if (status === 'RESOLVED' || leadIn) return undefined;
  const ownLast = comments.findLastIndex((comment) => comment.speakerKey === key);
  const isAwaited = comments
    .slice(ownLast + 1)
    .some(({ text }) => mentionsIn(text, speakers).some((mention) => mention.key === key));
  if (isAwaited) return 'awaiting_my_reply';
  if (root.speakerKey !== key) return undefined;
  const isAnswered = comments.some((comment) => comment.speakerKey !== key);
  return isAnswered ? 'unresolved' : 'unanswered';
}
