import { omitUndefined } from '../omit-undefined.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type AnchorMoved, admitAnchor, type RequestedAnchor } from './admit-anchor.ts';
import { type DecisionContext, findThread, stamp } from './decision.ts';
import type { NewEvent } from './events.ts';
import { placementAt, snippetOf } from './placement.ts';
import type { ReviewedDocument } from './reviewed-document.ts';
import type { ReviewState } from './state.ts';

/** A new place for a thread, and the one that was named when another was meant. */
interface DecidedReattach {
  readonly events: readonly NewEvent[];
  readonly anchorMoved?: AnchorMoved;
}

/** Re-attaches a thread by hand, an orphaned one too. */
export function decideReattach(
  state: ReviewState,
  request: RequestedAnchor & { readonly threadId: string },
  context: DecisionContext & { readonly document: ReviewedDocument },
): DecidedReattach | Refusal {
  const thread = findThread(state, request.threadId);
  if (isRefusal(thread)) return thread;
  const admitted = admitAnchor(context.document, request);
  if (isRefusal(admitted)) return admitted;
  const { place, anchorMoved } = admitted;
  const snippet = request.snippet ?? snippetOf(place.quote.exact);
  const data = { ...placementAt(thread, place, context.document), snippet };
  const events: readonly NewEvent[] = [{ kind: 'thread.placed', ...stamp(context), data }];
  return { events, ...omitUndefined({ anchorMoved }) };
}

/** Confirms the place of a thread whose text was found again with changes; one that needs none stays as it is. */
export function decideConfirm(
  state: ReviewState,
  threadId: string,
  context: DecisionContext,
): readonly NewEvent[] | Refusal {
  const thread = findThread(state, threadId);
  if (isRefusal(thread)) return thread;
  if (thread.orphaned) {
    const message = `thread ${threadId} has lost its place, so there is none to confirm`;
    return refuse('validation_error', message, {
      next: 'attach it anew with PUT /api/threads/{id}/anchor',
    });
  }
  if (!thread.moved) return [];
  const data = { threadId, orphaned: false, moved: false };
  return [{ kind: 'thread.placed', ...stamp(context), data }];
}
