import { isRefusal } from '../../core/refusal.ts';
import { wireState } from '../../core/review/wire-forms.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { reviewFields } from './shared/review-fields.ts';
import { openReview } from './shared/review-room.ts';
import { reviewSchemas } from './shared/review-schemas.ts';

const input = (z: Zod) => z.object({ url: reviewFields(z).url });

const output = (z: Zod) => {
  const { thread, message, resolution, draft, file, verdict } = reviewSchemas(z);
  const messages = z.record(z.string(), z.array(message));
  return z.object({
    threads: z.array(thread),
    replies: messages,
    takes: messages,
    resolutions: z.record(z.string(), resolution),
    drafts: z.object({
      newThread: z.record(z.string(), draft),
      followup: z.record(z.string(), draft),
    }),
    sourceVersion: z.int(),
    files: z.array(file),
    review: z.object({
      id: z.string(),
      mode: z.enum(['markdown', 'diff', 'mixed']),
      sourceFile: z.string(),
      startedAt: z.string(),
      position: z.int(),
      agentListening: z.boolean(),
      reviewerName: z.optional(z.string()),
      round: z.int(),
      finishedAt: z.optional(z.string()),
      verdict: z.optional(verdict),
      transcriptFolder: z.optional(z.string()),
    }),
    verdictConfig: z.optional(
      z.object({
        prompt: z.optional(z.string()),
        options: z.array(
          z.object({
            id: z.string(),
            label: z.string(),
            style: z.enum(['positive', 'neutral', 'negative']),
            feedbackRequired: z.boolean(),
          }),
        ),
      }),
    ),
  });
};

/** The whole present state of a review. */
export const reviewState = defineAction({
  input,
  output,
  async run(request, context) {
    const opened = await openReview(context, request);
    if (isRefusal(opened)) return opened;
    const { id, reviews, state } = opened;
    // Read after the state: a draft that is newer than its position is told again by the stream, which does no harm.
    const drafts = await reviews.log.drafts(id);
    const { agentListening, reviewerName, transcriptFolder } = context.ports.live;
    return wireState(state, drafts, {
      agentListening,
      ...(reviewerName === undefined ? {} : { reviewerName }),
      ...(transcriptFolder === undefined
        ? {}
        : { transcriptFolder: transcriptFolder(state.started.historyName) }),
    });
  },
});
