import { speakerKey } from '../inline/speaker.ts';
import type { StartedReview } from './events.ts';
import { readings, speakerOf } from './inline-speaker.ts';
import type { ReviewState } from './state.ts';
import type { Thread } from './thread.ts';

/** A thread that may stand in the file already: who says what, at the end of which block. */
export interface SaidThread extends Pick<Thread, 'fileId' | 'author' | 'text'> {
  readonly block: number;
}

/** The thread of a review that shows a discussion of the file with this place, speaker and words. */
export function findSameInline(
  { threads, started }: ReviewState,
  said: SaidThread,
): Thread | undefined {
  const speaker = keyOf(said, started);
  const words = readings(said.text);
  return [...threads.values()].find(
    (thread) =>
      thread.inlineKey !== undefined &&
      thread.deletedAt === null &&
      thread.fileId === said.fileId &&
      thread.place.anchorEnd === said.block &&
      keyOf(thread, started) === speaker &&
      readings(thread.text).some((text) => words.includes(text)),
  );
}

function keyOf({ author }: Pick<Thread, 'author'>, started: StartedReview): string {
  return speakerKey(speakerOf(author, 'person', started));
}
