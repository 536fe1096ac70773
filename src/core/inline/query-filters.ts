import type { Discussions, Thread, ThreadStatus } from './discussion.ts';
import { mentionsIn } from './mentions.ts';
import { type BlockerCategory, speakersOf } from './query-view.ts';
import { speakerKey } from './speaker.ts';

/** Which threads are asked for; without a filter, all discussions. */
export interface ThreadFilter {
  /** Opened by this speaker. */
  readonly initiator?: string;
  /** Exactly this status. */
  readonly status?: ThreadStatus;
  /** Not resolved, and waiting for this speaker or by this speaker. */
  readonly blocker?: string;
  /** Lead-ins too. */
  readonly all?: boolean;
}

/** A thread that passed the filter, and why it blocks where that was asked. */
export interface FoundThread {
  readonly thread: Thread;
  readonly category?: BlockerCategory;
}

/** The threads that pass a filter, in the order of the file. Numbers stay what they are. */
export function filterThreads(
  discussions: Discussions,
  filter: ThreadFilter,
): readonly FoundThread[] {
  const { initiator, status, blocker } = filter;
  const opener = initiator === undefined ? undefined : speakerKey(initiator);
  const asked = (filter.all ? discussions.all : discussions.threads).filter(
    (thread) =>
      (opener === undefined || thread.root.speakerKey === opener) &&
      (status === undefined || thread.status === status),
  );
  if (blocker === undefined) return asked.map((thread) => ({ thread }));
  const key = speakerKey(blocker);
  const known = speakersOf(discussions).add(key);
  return asked.flatMap((thread) => {
    const category = blockerCategory(thread, key, known);
    return category === undefined ? [] : [{ thread, category }];
  });
}

function blockerCategory(
  { status, root, comments, leadIn }: Thread,
  key: string,
  known: ReadonlySet<string>,
): BlockerCategory | undefined {
  if (status === 'RESOLVED' || leadIn) return undefined;
  const ownLast = comments.findLastIndex((comment) => comment.speakerKey === key);
  const awaited = comments
    .slice(ownLast + 1)
    .some(({ text }) => mentionsIn(text, known).some((mention) => mention.key === key));
  if (awaited) return 'awaiting_my_reply';
  if (root.speakerKey !== key) return undefined;
  const answered = comments.some((comment) => comment.speakerKey !== key);
  return answered ? 'unresolved' : 'unanswered';
}
