import { isRefusal, type Refusal } from '../../core/refusal.ts';
import {
  checkThread,
  decideThread,
  type RequestedThread,
} from '../../core/review/decide-thread.ts';
import type { ReviewState } from '../../core/review/state.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { count, text } from '../kit/described.ts';
import { changeOnce } from './shared/change-once.ts';
import { reviewFields } from './shared/review-fields.ts';
import { decisionContext, openLiveRoom, type ReviewRoom } from './shared/review-room.ts';
import { reviewSchemas } from './shared/review-schemas.ts';
import { writeThread } from './shared/write-thread.ts';

const input = (z: Zod) => {
  const { place, remark } = reviewSchemas(z);
  return z.object({
    fileId: z.optional(reviewFields(z).fileId),
    snippet: text(z, 'Text of the first block, to find the place again when blocks have moved'),
    sourceVersion: z.optional(
      count(
        z,
        'Version of the source that the place was read from; refused when there is a newer one',
      ),
    ),
    ...place,
    ...remark,
    requestId: reviewFields(z).requestId,
    url: reviewFields(z).url,
  });
};

const output = (z: Zod) => {
  const { threadId, fileId, createdAt, writeBack, anchorMoved } = reviewSchemas(z);
  return z.object({
    id: threadId,
    fileId,
    createdAt,
    anchorMoved: z.optional(anchorMoved),
    ...writeBack,
  });
};

/** Opens a thread at a place of a file. */
export const reviewThread = defineAction({
  guide:
    'Use it to ask or point out something yourself; to answer a person, use review_take. Blocks are counted from 1 in the order of the page; snippet is their text, by which a shifted place is found. Answers the id of the thread; the person’s reply comes with review_wait.',
  input,
  output,
  async run(request, context) {
    const room = await openLiveRoom(context, request);
    if (isRefusal(room)) return room;
    const authorship = decisionContext(context, request);
    const asked = { room, kind: 'thread.created', input: request, context } as const;
    const changed = await changeOnce({ ...asked, author: authorship.author }, async (state) => {
      const document = await checkedDocument(room, state, request);
      return isRefusal(document)
        ? document
        : decideThread(state, request, { ...authorship, document });
    });
    if (isRefusal(changed)) return changed;
    const { id, fileId, place } = changed.event.data;
    const { anchorStart: from } = request;
    const { anchorStart: to } = place;
    return {
      ...{ id, fileId, createdAt: changed.event.at },
      ...(from === to ? {} : { anchorMoved: { from, to } }),
      ...(await writeThread(room, context, changed.state.threads.get(id))),
    };
  },
});

async function checkedDocument(room: ReviewRoom, state: ReviewState, request: RequestedThread) {
  const fileId: string | Refusal = checkThread(state, request);
  return isRefusal(fileId) ? fileId : room.reviews.log.document(state, fileId);
}
