import { isRefusal } from '../../core/refusal.ts';
import { snippetOf } from '../../core/review/placement.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { count, objects, text } from '../kit/described.ts';
import { reviewFields } from './shared/review-fields.ts';
import { openReviewFile } from './shared/review-room.ts';
import { reviewSchemas } from './shared/review-schemas.ts';

const output = (z: Zod) =>
  z.object({
    sourceVersion: reviewSchemas(z).sourceVersion,
    blocks: objects(z, 'In the order of the page', {
      index: count(z, 'From 1'),
      kind: text(z, 'Such as paragraph or heading'),
      lineStart: count(z, 'First line of the source, from 1'),
      lineEnd: count(z, 'Last line'),
      snippet: text(z, 'Beginning of its text'),
      breadcrumb: text(z, 'Headings above it, joined with ›'),
    }),
  });

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
          snippet: snippetOf(text),
          breadcrumb,
        }),
      ),
    };
  },
});
