import { isRefusal } from '../core/refusal.ts';
import { chooseFile } from '../core/review/admission.ts';
import { anchorAt } from '../core/review/admit-thread.ts';
import { defineAction, type Zod } from './action.ts';
import { openReviewRoom } from './review-room.ts';
import { reviewSchemas } from './review-schemas.ts';

const input = (z: Zod) => z.object({ fileId: z.string(), ...reviewSchemas(z).place });

/** The source text of a place, for a suggestion to begin with. */
export const reviewSpan = defineAction({
  input,
  output: (z) => z.object({ text: z.string() }),
  async run(request, context) {
    const room = await openReviewRoom(context);
    if (isRefusal(room)) return room;
    const state = await room.reviews.log.state(room.id);
    if (isRefusal(state)) return state;
    const fileId = chooseFile(state, request.fileId);
    if (isRefusal(fileId)) return fileId;
    const document = await room.reviews.log.document(state, fileId);
    const place = anchorAt(document, request);
    if (isRefusal(place)) return place;
    return { text: document.text.slice(place.source.start, place.source.end) };
  },
});
