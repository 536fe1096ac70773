import { isRefusal } from '../../core/refusal.ts';
import { anchorAt } from '../../core/review/admit-anchor.ts';
import { cutAfter, cutBefore } from '../../core/text/whole-characters.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { text } from '../kit/described.ts';
import { reviewFields } from './shared/review-fields.ts';
import { openReviewFile } from './shared/review-room.ts';
import { reviewSchemas } from './shared/review-schemas.ts';

const input = (z: Zod) => z.object({ fileId: reviewFields(z).fileId, ...reviewSchemas(z).place });

/** The source text of a place, for a suggestion to begin with. */
export const reviewSpan = defineAction({
  input,
  output: (z) => z.object({ text: text(z, 'The source text') }),
  async run(request, context) {
    const opened = await openReviewFile(context, request.fileId);
    if (isRefusal(opened)) return opened;
    const { document } = opened;
    const place = anchorAt(document, request);
    if (isRefusal(place)) return place;
    const { start, end } = place.source;
    const source = document.text;
    return { text: source.slice(cutBefore(source, start), cutAfter(source, end)) };
  },
});
