import type { ReviewState } from './state.ts';
import type { Message, Thread } from './thread.ts';
import type { TranscriptThread, WireFile, WireMessage, WireVerdict } from './wire.ts';
import { wireMessage, wireThread } from './wire-forms.ts';

/** What a finished review hands over; deleted threads are in it. */
export interface Transcript {
  readonly files: readonly WireFile[];
  readonly threads: readonly TranscriptThread[];
  readonly verdict?: WireVerdict;
}

/** The transcript of a review: threads by the order of files, then by anchor. */
export function transcript(state: ReviewState): Transcript {
  const order = [...state.files.keys()];
  const threads = [...state.threads.values()].sort(
    (first, second) =>
      order.indexOf(first.fileId) - order.indexOf(second.fileId) ||
      first.place.anchorStart - second.place.anchorStart ||
      first.place.anchorEnd - second.place.anchorEnd ||
      first.position - second.position,
  );
  return {
    files: [...state.files.values()].map(({ id, path, kind }) => ({ id, path, kind })),
    threads: threads.map((thread) => transcriptThread(thread, state)),
    ...(state.verdict === undefined ? {} : { verdict: state.verdict }),
  };
}

function transcriptThread(thread: Thread, state: ReviewState): TranscriptThread {
  const { requestId: _requestId, ...wire } = wireThread(thread, state);
  return {
    ...wire,
    replies: thread.replies.map(transcriptMessage),
    takes: thread.takes.map(transcriptMessage),
    resolution: thread.resolution,
    deletedAt: thread.deletedAt,
  };
}

function transcriptMessage(message: Message): WireMessage {
  const { requestId: _requestId, ...wire } = wireMessage(message);
  return wire;
}
