import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import { decideDraft, type RequestedDraft } from '../../../core/review/decide-draft.ts';
import { refuseFinished } from '../../../core/review/decision.ts';
import type { Draft } from '../../../core/review/draft.ts';
import type { WireDraft } from '../../../core/review/wire.ts';
import { wireDraft } from '../../../core/review/wire-forms.ts';
import type { ActionContext, Zod } from '../../kit/action.ts';
import { openReview } from './review-room.ts';
import { reviewSchemas } from './review-schemas.ts';

/** Keeps what is being written, or clears it when the text is blank or absent. */
export async function keepDraft(
  request: RequestedDraft,
  context: ActionContext,
): Promise<Draft | Refusal> {
  const opened = await openReview(context);
  if (isRefusal(opened)) return opened;
  const { id, reviews, state } = opened;
  const finished = refuseFinished(state);
  if (finished !== undefined) return finished;
  const { clock, sha256 } = context.ports;
  const change = decideDraft(state, request, { at: clock.now(), sha256 });
  return isRefusal(change) ? change : reviews.log.saveDraft(id, change);
}

/** The shape of the answer to a draft. */
export const keptDraftShape = (z: Zod) => {
  const { draft, ok } = reviewSchemas(z);
  return z.union([draft, ok]);
};

/** The draft as it was kept, or that a blank one was cleared. */
export function keptDraft(draft: Draft): WireDraft | { readonly ok: true } {
  return draft.text === null ? { ok: true } : wireDraft(draft);
}
