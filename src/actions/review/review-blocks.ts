import { isRefusal } from '../../core/refusal.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { reviewFields } from './shared/review-fields.ts';
import { openReviewFile } from './shared/review-room.ts';

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
  input: (z) => z.object({ fileId: reviewFields(z).fileId }),
  output,
  async run(request, context) {
    const opened = await openReviewFile(context, request.fileId);
    if (isRefusal(opened)) return opened;
    return {
      sourceVersion: opened.state.sourceVersion,
      blocks: opened.document.blocks.map(
        ({ index, kind, lineStart, lineEnd, text, breadcrumb }) => ({
          index,
          kind,
          lineStart,
          lineEnd,
          snippet: text.slice(0, snippetLength),
          breadcrumb,
        }),
      ),
    };
  },
});
