import { omitUndefined } from '../../core/omit-undefined.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import {
  type AcceptedText,
  acceptSuggestion,
  findSuggestion,
  placeAccepted,
  type Suggestion,
} from '../../core/review/accept-suggestion.ts';
import { decideResolve } from '../../core/review/decide-thread-change.ts';
import { stamp } from '../../core/review/decision.ts';
import type { NewEvent } from '../../core/review/events.ts';
import { readDocument } from '../../core/review/reviewed-document.ts';
import type { ReviewState } from '../../core/review/state.ts';
import { textsOfAnchors } from '../../session/anchor-texts.ts';
import { syncInputs } from '../../session/sync-inputs.ts';
import { type ActionContext, defineAction, type Zod } from '../kit/action.ts';
import { text } from '../kit/described.ts';
import { reviewFields } from './shared/review-fields.ts';
import { decisionContext, type OpenedReview, openReview } from './shared/review-room.ts';
import { reviewSchemas } from './shared/review-schemas.ts';

const input = (z: Zod) =>
  z.object({
    threadId: reviewFields(z).threadId,
    messageId: z.optional(text(z, 'The message that suggests it; the thread itself without it')),
    url: reviewFields(z).url,
  });

/** Decision that a thread is resolved with when its suggestion was accepted. */
const decision = 'suggestion accepted';

/** Writes a suggestion into the file, if the file still has the text that it is about, and resolves the thread. */
export const reviewAccept = defineAction({
  input,
  output: (z) => {
    const { done, sourceVersion } = reviewSchemas(z);
    return z.object({ ok: done, sourceVersion });
  },
  async run(request, context) {
    const opened = await openReview(context, request);
    if (isRefusal(opened)) return opened;
    const suggestion = findSuggestion(opened.state, request.threadId, request.messageId);
    if (isRefusal(suggestion)) return suggestion;
    if (await isAccepted(opened, suggestion)) {
      return { ok: true as const, sourceVersion: opened.state.sourceVersion };
    }
    const accepted = await writeSuggestion(opened, suggestion, context);
    if (isRefusal(accepted)) return accepted;
    const taken = await takeOver(opened, { suggestion, accepted }, context);
    if (isRefusal(taken)) return taken;
    return { ok: true as const, sourceVersion: taken.sourceVersion };
  },
});

/** Whether the thread was resolved by this suggestion, and stands on what it has written: a second click does nothing. */
async function isAccepted(
  { reviews, state }: OpenedReview,
  { thread, replacement }: Suggestion,
): Promise<boolean> {
  if (thread.resolution?.decision !== decision) return false;
  const { source } = thread.place;
  const { text: present } = await reviews.log.document(state, thread.fileId);
  return present.slice(source.start, source.end) === replacement;
}

interface Acceptance {
  readonly suggestion: Suggestion;
  readonly accepted: AcceptedText;
}

/** Brings the review up to the file, keeps the thread on what replaced its text, and resolves it. */
async function takeOver(
  { id: reviewId, reviews, state }: OpenedReview,
  { suggestion: { thread }, accepted }: Acceptance,
  context: ActionContext,
): Promise<ReviewState | Refusal> {
  const file = state.files.get(thread.fileId);
  if (file === undefined) throw new Error(`review ${reviewId} has no file ${thread.fileId}`);
  const { path, kind, realPath } = file;
  const files = [omitUndefined({ path, kind, text: accepted.text, realPath })];
  const taken = await syncInputs({
    reviews,
    reviewId,
    ports: context.ports,
    files,
    isWholeDiff: false,
  });
  if (isRefusal(taken)) return taken;
  const authorship = decisionContext(context);
  const changed = await reviews.log.change(reviewId, async (present) => {
    const document = await reviews.log.document(present, file.id);
    const placement = placeAccepted(thread, document, accepted.source);
    const placed: readonly NewEvent[] =
      placement === undefined
        ? []
        : [{ kind: 'thread.placed', ...stamp(authorship), data: placement }];
    const resolved = decideResolve(present, { threadId: thread.id, decision }, authorship);
    // A thread of somebody else in the file stays open; the suggestion is accepted all the same.
    return { events: isRefusal(resolved) ? placed : [...placed, ...resolved] };
  });
  return isRefusal(changed) ? changed : changed.state;
}

/** Replaces the span in the file on disk. */
async function writeSuggestion(
  { reviews, state }: OpenedReview,
  suggestion: Suggestion,
  { ports }: ActionContext,
): Promise<AcceptedText | Refusal> {
  const file = state.files.get(suggestion.thread.fileId);
  if (file?.realPath === undefined) {
    const message = `${file?.path ?? 'the text'} is no file that could be written`;
    return refuse('validation_error', message, {
      next: 'change it by hand and resolve the thread',
    });
  }
  const textOf = await textsOfAnchors(reviews, state);
  const folder = await ports.documents();
  const changed = await folder.change({ path: file.realPath, directory: '/' }, ({ text }) => {
    const disk = readDocument(
      { ...file, textHash: ports.sha256(text), text },
      state.started.speakers,
    );
    const accepted = acceptSuggestion(suggestion, { disk, textOf });
    return isRefusal(accepted) ? accepted : { text: accepted.text, result: accepted };
  });
  return isRefusal(changed) ? changed : changed.result;
}
