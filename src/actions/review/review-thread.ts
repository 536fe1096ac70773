import { isRefusal, type Refusal } from '../../core/refusal.ts';
import {
  checkThread,
  decideThread,
  type RequestedThread,
} from '../../core/review/decide-thread.ts';
import type { ReviewState } from '../../core/review/state.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { reviewFields } from './shared/review-fields.ts';
import { decisionContext, openReviewRoom, type ReviewRoom } from './shared/review-room.ts';
import { reviewSchemas } from './shared/review-schemas.ts';
import { writeThread } from './shared/write-thread.ts';

const input = (z: Zod) => {
  const { place, remark } = reviewSchemas(z);
  return z.object({
    fileId: z.optional(reviewFields(z).fileId),
    snippet: z.string(),
    sourceVersion: z.optional(z.int()),
    ...place,
    ...remark,
    url: reviewFields(z).url,
  });
};

const output = (z: Zod) =>
  z.object({
    id: z.string(),
    fileId: z.string(),
    createdAt: z.string(),
    anchorMoved: z.optional(z.object({ from: z.int(), to: z.int() })),
    writeBack: reviewSchemas(z).writeBack,
  });

/** Opens a thread at a place of a file. */
export const reviewThread = defineAction({
  input,
  output,
  async run(request, context) {
    const room = await openReviewRoom(context, request);
    if (isRefusal(room)) return room;
    const authorship = decisionContext(context, request);
    const changed = await room.reviews.log.change(room.id, async (state) => {
      const document = await checkedDocument(room, state, request);
      return isRefusal(document)
        ? document
        : decideThread(state, request, { ...authorship, document });
    });
    if (isRefusal(changed)) return changed;
    const { id, fileId, anchorMoved } = changed.decided;
    const moved = anchorMoved === undefined ? {} : { anchorMoved };
    const pending = await writeThread(room, context, changed.state.threads.get(id));
    return { id, fileId, createdAt: authorship.at, ...moved, ...pending };
  },
});

async function checkedDocument(room: ReviewRoom, state: ReviewState, request: RequestedThread) {
  const fileId: string | Refusal = checkThread(state, request);
  return isRefusal(fileId) ? fileId : room.reviews.log.document(state, fileId);
}
