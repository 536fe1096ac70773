import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type Admission, findThread, stamp } from './admission.ts';
import { anchorAt, type RequestedPlace } from './admit-thread.ts';
import type { NewEvent } from './events.ts';
import { placementAt } from './placement.ts';
import type { ReviewedDocument } from './reviewed-document.ts';
import type { ReviewState } from './state.ts';

/** Re-attaches a thread by hand, an orphaned one too. */
export function admitReattach(
  state: ReviewState,
  request: RequestedPlace & { readonly threadId: string; readonly snippet?: string | undefined },
  given: Admission & { readonly document: ReviewedDocument },
): readonly NewEvent[] | Refusal {
  const thread = findThread(state, request.threadId);
  if (isRefusal(thread)) return thread;
  const place = anchorAt(given.document, request);
  if (isRefusal(place)) return place;
  const snippet = request.snippet ?? place.quote.exact.slice(0, 200);
  const data = { ...placementAt(thread, place, given.document), snippet };
  return [{ kind: 'thread.placed', ...stamp(given), data }];
}

/** Confirms the place of a thread whose text was found again with changes; one that needs none stays as it is. */
export function admitConfirm(
  state: ReviewState,
  threadId: string,
  given: Admission,
): readonly NewEvent[] | Refusal {
  const thread = findThread(state, threadId);
  if (isRefusal(thread)) return thread;
  if (thread.orphaned) {
    return refuse(
      'validation_error',
      `thread ${threadId} has lost its place, so there is none to confirm`,
      {
        next: 'attach it anew with PUT /api/threads/{id}/anchor',
      },
    );
  }
  if (!thread.moved) return [];
  const data = { threadId, orphaned: false, moved: false };
  return [{ kind: 'thread.placed', ...stamp(given), data }];
}
