import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { decideDone } from '../../core/review/decide-done.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { object, text } from '../kit/described.ts';
import { reviewFields } from './shared/review-fields.ts';
import { decisionContext, openLiveRoom, openReview } from './shared/review-room.ts';
import { reviewSchemas } from './shared/review-schemas.ts';

const input = (z: Zod) =>
  z.object({
    verdict: z.optional(
      object(z, 'Needed where the review asks for one', {
        optionId: text(z, 'Id of the chosen option'),
        feedback: z.optional(text(z, 'What goes with it')),
      }),
    ),
    url: reviewFields(z).url,
  });

/** Finishes a review, with a verdict where one was asked. */
export const reviewDone = defineAction({
  input,
  output: (z) =>
    z.object({
      ok: reviewSchemas(z).done,
      message: text(z, 'What comes of it, in words'),
    }),
  async readsBody(context) {
    const opened = await openReview(context);
    return isRefusal(opened) || opened.state.started.verdictConfig !== undefined;
  },
  async run(request, context) {
    const fault = wordFault(request);
    if (fault !== undefined) return fault;
    // The transcript is written by the server: without it a review must not end.
    const room = await openLiveRoom(context, request);
    if (isRefusal(room)) return room;
    const authorship = decisionContext(context);
    const changed = await room.reviews.log.change(room.id, (state) => {
      const events = decideDone(state, request.verdict, authorship);
      return isRefusal(events) ? events : { events };
    });
    if (isRefusal(changed)) return changed;
    const { transcriptFolder } = context.ports.live;
    const kept =
      transcriptFolder === undefined
        ? ''
        : `; the transcript goes to ${transcriptFolder(changed.state.started.historyName)}`;
    return { ok: true as const, message: `the review is finished${kept}` };
  },
});

/** A command line, whose shape no schema checks, may give feedback alone. */
function wordFault({
  verdict,
}: {
  readonly verdict?: { readonly optionId?: string } | undefined;
}): Refusal | undefined {
  if (verdict === undefined || verdict.optionId !== undefined) return undefined;
  return refuse('usage', '--feedback needs --verdict');
}
