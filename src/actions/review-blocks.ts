import { isRefusal } from '../core/refusal.ts';
import { chooseFile } from '../core/review/admission.ts';
import { defineAction, type Zod } from './action.ts';
import { openReviewRoom } from './review-room.ts';

const output = (z: Zod) =>
  z.object({
    sourceVersion: z.int(),
    blocks: z.array(
      z.object({
        index: z.int(),
        kind: z.string(),
        lineStart: z.int(),
        lineEnd: z.int(),
        snippet: z.string(),
        breadcrumb: z.string(),
      }),
    ),
  });

/** Longest snippet of a block, in characters. */
const snippetLength = 200;

/** The commentable blocks of a file, for an agent that wants to anchor. */
export const reviewBlocks = defineAction({
  input: (z) => z.object({ fileId: z.string() }),
  output,
  async run(request, context) {
    const room = await openReviewRoom(context);
    if (isRefusal(room)) return room;
    const state = await room.reviews.log.state(room.id);
    if (isRefusal(state)) return state;
    const fileId = chooseFile(state, request.fileId);
    if (isRefusal(fileId)) return fileId;
    const { blocks } = await room.reviews.log.document(state, fileId);
    return {
      sourceVersion: state.sourceVersion,
      blocks: blocks.map(({ index, kind, lineStart, lineEnd, text, breadcrumb }) => ({
        index,
        kind,
        lineStart,
        lineEnd,
        snippet: text.slice(0, snippetLength),
        breadcrumb,
      })),
    };
  },
});
