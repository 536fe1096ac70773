import type { Sha256 } from '../../../core/ports/sha256.ts';
import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import { anchorAt } from '../../../core/review/admit-anchor.ts';
import { decideDraft, type RequestedDraft } from '../../../core/review/decide-draft.ts';
import { refuseFinished } from '../../../core/review/decision.ts';
import { type Draft, type DraftChange, draftKey } from '../../../core/review/draft.ts';
import type { WireDraft } from '../../../core/review/wire.ts';
import { wireDraft } from '../../../core/review/wire-forms.ts';
import type { ActionContext, Zod } from '../../kit/action.ts';
import { type OpenedReview, openReview } from './review-room.ts';
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
  if (isRefusal(change)) return change;
  const moved = (await reviews.log.drafts(state)).filter(
    ({ target, key }) => key !== change.key && draftKey(target, sha256) === change.key,
  );
  // Who clears a place where nothing has come to stand means what was written there.
  if (change.text !== null || moved.length > 0) await makeRoom(opened, change.key, sha256);
  const kept = await reviews.log.saveDraft(id, await anchored(opened, change));
  await clearRows(opened, moved, change.at);
  return kept;
}

/** A draft that was written at this place, and whose text stands elsewhere by now, is kept there. */
async function makeRoom({ id, reviews, state }: OpenedReview, key: string, sha256: Sha256) {
  const there = (await reviews.log.drafts(state)).find((draft) => draft.key === key);
  if (there === undefined) return;
  const { target, text, at } = there;
  const now = draftKey(target, sha256);
  if (now !== key) await reviews.log.saveDraft(id, { target, key: now, text, at });
}

/** What was written in an earlier text and has come to stand where a draft is kept is that draft. */
async function clearRows(
  { id, reviews }: OpenedReview,
  moved: readonly Draft[],
  at: string,
): Promise<void> {
  const keys = new Set(moved.map(({ key }) => key));
  for (const { target, key } of await reviews.store.drafts(id)) {
    if (keys.has(key)) await reviews.log.saveDraft(id, { target, key, text: null, at });
  }
}

/** The draft with its place in the present text, by which it is found in later ones. */
async function anchored({ reviews, state }: OpenedReview, change: DraftChange) {
  const { target, text } = change;
  if (target.scope !== 'newThread' || text === null) return change;
  const document = await reviews.log.document(state, target.fileId);
  const place = anchorAt(document, target);
  return isRefusal(place) ? change : { ...change, target: { ...target, place } };
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
