import { isRefusal } from '../../core/refusal.ts';
import { findThread } from '../../core/review/decision.ts';
import type { ReviewState } from '../../core/review/state.ts';
import type { Thread } from '../../core/review/thread.ts';
import { wireState } from '../../core/review/wire-forms.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { list, object, text } from '../kit/described.ts';
import { reviewFields, reviewHeadFields } from './shared/review-fields.ts';
import { openReviewRoom } from './shared/review-room.ts';
import { threadWithMessages } from './shared/review-schemas.ts';
import { threadsText } from './shared/review-threads-text.ts';

const input = (z: Zod) =>
  z.object({
    threadId: z.optional(reviewFields(z).threadId),
    open: z.optional(z.boolean()),
    url: reviewFields(z).url,
  });

const output = (z: Zod) => {
  const { sourceFile, finishedAt } = reviewHeadFields(z);
  return z.object({
    review: object(z, 'The review that they belong to', {
      id: text(z, 'Id of the review'),
      sourceFile,
      url: z.optional(text(z, 'Address of its page')),
      finishedAt: z.optional(finishedAt),
    }),
    threads: list(
      z,
      z.extend(threadWithMessages(z), { path: text(z, 'Path of the file') }),
      'In order of creation',
    ),
  });
};

/** The threads of a review with everything that was said in them. */
export const reviewThreads = defineAction({
  input,
  output,
  async run(request, context) {
    const room = await openReviewRoom(context, request);
    if (isRefusal(room)) return room;
    const state = await room.reviews.log.state(room.id);
    if (isRefusal(state)) return state;
    const { threadId } = request;
    const onlyThread = threadId === undefined ? undefined : findThread(state, threadId);
    if (isRefusal(onlyThread)) return onlyThread;
    const url = room.server?.url;
    return {
      review: {
        id: state.id,
        sourceFile: state.started.sourceFile,
        ...(url === undefined ? {} : { url }),
        ...(state.finishedAt === undefined ? {} : { finishedAt: state.finishedAt }),
      },
      threads: threadsOf(state, ({ id, resolution }) =>
        onlyThread === undefined
          ? request.open !== true || resolution === null
          : id === onlyThread.id,
      ),
    };
  },
  text: threadsText,
});

function threadsOf(state: ReviewState, accepts: (thread: Thread) => boolean) {
  const wire = wireState(state, [], { agentListening: false });
  return wire.threads.flatMap((thread) => {
    const stored = state.threads.get(thread.id);
    if (stored === undefined || !accepts(stored)) return [];
    return {
      ...thread,
      path: state.files.get(thread.fileId)?.path ?? '',
      replies: wire.replies[thread.id] ?? [],
      takes: wire.takes[thread.id] ?? [],
      resolution: stored.resolution,
    };
  });
}
