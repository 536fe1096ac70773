import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { findThread } from '../../core/review/decision.ts';
import type { ReviewState } from '../../core/review/state.ts';
import type { Thread } from '../../core/review/thread.ts';
import { wireState } from '../../core/review/wire-forms.ts';
import { type ActionContext, defineAction, type Zod } from '../kit/action.ts';
import { list, object, oneOf, text } from '../kit/described.ts';
import { reviewFields, reviewHeadFields } from './shared/review-fields.ts';
import {
  type NamedReview,
  openReviewRoom,
  type ReviewRoom,
  reviewIdOf,
} from './shared/review-room.ts';
import { threadWithMessages } from './shared/review-schemas.ts';
import { threadsText } from './shared/review-threads-text.ts';

const input = (z: Zod) =>
  z.object({
    threadId: z.optional(reviewFields(z).threadId),
    open: z.optional(z.boolean()),
    url: reviewFields(z).url,
    review: reviewFields(z).review,
  });

const output = (z: Zod) => {
  const { sourceFile, finishedAt } = reviewHeadFields(z);
  return z.object({
    review: object(z, 'The review that they belong to', {
      id: text(z, 'Id of the review'),
      sourceFile,
      url: z.optional(text(z, 'Address of its page')),
      finishedAt: z.optional(finishedAt),
      status: z.optional(
        oneOf(z, ['finished', 'unfinished'], 'Where it does not run: whether it was finished'),
      ),
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
    const room = await openReadRoom(context, request);
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
        ...((await isShown(room, context))
          ? {}
          : {
              status:
                state.finishedAt === undefined ? ('unfinished' as const) : ('finished' as const),
            }),
      },
      threads: threadsOf(state, ({ id, resolution }) =>
        onlyThread === undefined
          ? request.open !== true || resolution === null
          : id === onlyThread.id,
      ),
    };
  },
  text: threadsText,
  note: ({ review: { status, sourceFile, id } }) =>
    status === undefined
      ? undefined
      : `no review runs here; these are the threads of the last one, ${status}: ${sourceFile} (${id})`,
});

/** As for a change, and where nothing runs in the folder, the review that ran there last. */
async function openReadRoom(
  context: ActionContext,
  request: NamedReview,
): Promise<ReviewRoom | Refusal> {
  const room = await openReviewRoom(context, request);
  const { url, review } = request;
  if (!isRefusal(room) || room.code !== 'not_found' || url !== undefined || review !== undefined)
    return room;
  const reviews = await context.ports.reviews();
  if (isRefusal(reviews)) return reviews;
  const last = await reviews.running.lastIn(context.directory, 'review');
  return last === undefined ? room : { id: reviewIdOf(last), reviews, server: last };
}

async function isShown(
  { id, reviews, server }: ReviewRoom,
  { room, ports }: ActionContext,
): Promise<boolean> {
  if (room !== undefined) return true;
  const shown = server ?? (await reviews.running.list()).find((one) => reviewIdOf(one) === id);
  return shown !== undefined && (await (await ports.servers()).isAlive(shown));
}

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
