import type { InlineThread as Discussion } from '../inline/discussion.ts';
import { normaliseText } from '../inline/normalise.ts';
import { keyOf } from '../inline/query-view.ts';
import type { ReviewThread } from '../inline/review-threads.ts';
import { speakerKey } from '../inline/speaker.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { once } from '../once.ts';
import type { Sha256 } from '../ports/sha256.ts';
import { similarity } from '../text/similarity.ts';
import type { StartedReview } from './events.ts';
import { isSameText, speakerOf } from './inline-speaker.ts';
import type { Thread } from './thread.ts';

/** A discussion of a file, and the thread of the review that shows it, if one does. */
export interface InlineMatch {
  readonly shown: ReviewThread;
  /** Its key, with `~2`, `~3` … behind it for further discussions of the same speaker and words. */
  readonly key: string;
  readonly thread?: Thread;
}

/** How keys are made, and who speaks. */
export interface MatchContext {
  readonly sha256: Sha256;
  readonly started: StartedReview;
}

/** How like two first texts of one speaker must be to be taken for one text that was edited. */
const editedLikeness = 0.6;

/**
 * Pairs the discussions of a text with the threads of its file: by key, then threads whose words were written into
 * the file, then roots that their author has edited.
 */
export function matchInline(
  discussions: readonly ReviewThread[],
  threads: readonly Thread[],
  { sha256, started }: MatchContext,
): readonly InlineMatch[] {
  const free = new Set(threads);
  const byKey = new Map(threads.toReversed().map((thread) => [thread.inlineKey, thread]));
  const bySpeaker = once(() => groupBySpeaker(free, started));
  const keys = new Map<string, number>();
  const take = (candidate: Thread | undefined): Thread | undefined => {
    if (candidate !== undefined) free.delete(candidate);
    return candidate;
  };
  const keyed = discussions.map((shown): InlineMatch => {
    const plain = keyOf(shown.thread, sha256);
    const count = (keys.get(plain) ?? 0) + 1;
    keys.set(plain, count);
    const key = count === 1 ? plain : `${plain}~${count}`;
    const thread = take(byKey.get(key));
    return { shown, key, ...omitUndefined({ thread }) };
  });
  return keyed.map((match) => {
    if (match.thread !== undefined) return match;
    const { root } = match.shown.thread;
    const same = (bySpeaker().get(root.speakerKey) ?? []).filter((thread) => free.has(thread));
    const thread = take(
      same.find((thread) => thread.inlineKey === undefined && isSameText(thread.text, root.text)) ??
        same.find(
          (thread) => thread.inlineKey !== undefined && isEdited(thread, match.shown.thread),
        ),
    );
    return thread === undefined ? match : { ...match, thread };
  });
}

function groupBySpeaker(threads: Iterable<Thread>, started: StartedReview) {
  const groups = new Map<string, Thread[]>();
  for (const thread of threads) {
    const key = keyOfSpeaker(thread, started);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thread]);
    else group.push(thread);
  }
  return groups;
}

/** What all spellings of a thread's first speaker have in common. */
function keyOfSpeaker({ author }: Thread, started: StartedReview): string {
  return speakerKey(speakerOf(author, 'person', started));
}

function isEdited(thread: Thread, { root, comments }: Discussion): boolean {
  if (similarity(thread.text, root.text) >= editedLikeness) return true;
  const said = [...thread.replies, ...thread.takes].map(({ text }) => normaliseText(text));
  return comments.slice(1).some(({ text }) => said.includes(normaliseText(text)));
}
