import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { draftKey } from '../../core/review/draft.ts';
import type { WireState } from '../../core/review/wire.ts';
import { wireState } from '../../core/review/wire-forms.ts';
import { type ActionScope, defineAction, type Zod } from '../kit/action.ts';
import { count, flag, list, object, oneOf, text } from '../kit/described.ts';
import { reviewFields, reviewHeadFields } from './shared/review-fields.ts';
import { openReview } from './shared/review-room.ts';
import { reviewSchemas } from './shared/review-schemas.ts';

const input = (z: Zod) => z.object({ url: reviewFields(z).url });

const output = (z: Zod) => {
  const { thread, message, resolution, draft, file, verdict, sourceVersion } = reviewSchemas(z);
  const { mode, sourceFile, startedAt, finishedAt, round } = reviewHeadFields(z);
  const messages = (description: string) =>
    z.record(z.string(), z.array(message)).check(z.describe(description));
  const drafts = (description: string) =>
    z.record(z.string(), draft).check(z.describe(description));
  return z.object({
    threads: list(z, thread, 'In order of creation'),
    replies: messages("People's replies, by thread"),
    takes: messages("Agents' takes, by thread"),
    resolutions: z
      .record(z.string(), resolution)
      .check(z.describe('How threads were resolved, by thread')),
    drafts: object(z, 'What is being written', {
      newThread: drafts('Of new threads, by place'),
      followup: drafts('Of replies, by thread'),
    }),
    sourceVersion,
    files: list(z, file, 'The files under review'),
    review: object(z, 'The review as a whole', {
      id: text(z, 'Id of the review'),
      mode,
      sourceFile,
      startedAt,
      position: count(z, 'Position of its last event'),
      agentListening: flag(z, 'An agent waits for what is said'),
      reviewerName: z.optional(text(z, 'Name of the person')),
      round,
      finishedAt: z.optional(finishedAt),
      verdict: z.optional(verdict),
      transcriptFolder: z.optional(text(z, 'Where the transcript will be written')),
    }),
    verdictConfig: z.optional(
      object(z, 'The verdict that is asked at the end', {
        prompt: z.optional(text(z, 'What stands above it')),
        options: list(z, verdictOption(z), 'What can be chosen'),
      }),
    ),
  });
};

const verdictOption = (z: Zod) =>
  z.object({
    id: text(z, 'Id of the option'),
    label: text(z, 'What its button says'),
    style: oneOf(z, ['positive', 'neutral', 'negative'], 'How it is shown'),
    feedbackRequired: flag(z, 'It needs words'),
  });

/** The whole present state of a review. */
export const reviewState = defineAction({
  guide:
    'Use it to get an overview, or to recover after your memory was shortened; to hear what is new, review_wait is cheaper. Answers files, threads with their delivery, replies, takes and resolutions by thread, and the verdict once there is one.',
  input,
  output,
  run: readReviewState,
});

/** Returns the state of the review that is meant, as the page and agents read it. */
export async function readReviewState(
  request: { readonly url?: string | undefined },
  context: ActionScope,
): Promise<WireState | Refusal> {
  const opened = await openReview(context, request);
  if (isRefusal(opened)) return opened;
  const { reviews, state } = opened;
  // Read after the state: a draft that is newer than its position is told again by the stream, which does no harm.
  const drafts = (await reviews.log.drafts(state)).map((draft) => ({
    ...draft,
    key: draftKey(draft.target, context.ports.sha256),
  }));
  const { agentListening, reviewerName, transcriptFolder } = context.ports.live;
  return wireState(state, drafts, {
    agentListening,
    ...(reviewerName === undefined ? {} : { reviewerName }),
    ...(transcriptFolder === undefined
      ? {}
      : { transcriptFolder: transcriptFolder(state.started.historyName) }),
  });
}
