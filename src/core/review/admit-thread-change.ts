import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type Admission, findThread, stamp } from './admission.ts';
import type { NewEvent } from './events.ts';
import type { ReviewState } from './state.ts';

/** Closes a thread, with the decision in words when there is one; again replaces the first. */
export function admitResolve(
  state: ReviewState,
  request: { readonly threadId: string; readonly decision?: string | null | undefined },
  given: Admission,
): readonly NewEvent[] | Refusal {
  const thread = findThread(state, request.threadId);
  if (isRefusal(thread)) return thread;
  const data = { threadId: thread.id, decision: request.decision ?? null };
  return [{ kind: 'thread.resolved', ...stamp(given), data }];
}

/** Opens a closed thread again; one that is open stays as it is, without an event. */
export function admitUnresolve(
  state: ReviewState,
  threadId: string,
  given: Admission,
): readonly NewEvent[] | Refusal {
  const thread = findThread(state, threadId);
  if (isRefusal(thread)) return thread;
  if (thread.resolution === null) return [];
  return [{ kind: 'thread.unresolved', ...stamp(given), data: { threadId } }];
}

/** Deletes a person's thread; it stays in the transcript. */
export function admitDelete(
  state: ReviewState,
  threadId: string,
  given: Admission,
): readonly NewEvent[] | Refusal {
  const thread = findThread(state, threadId);
  if (isRefusal(thread)) return thread;
  if (thread.kind === 'prepopulated') {
    return refuse(
      'prepopulated_thread',
      `thread ${threadId} came with the document and cannot be deleted`,
      {
        next: 'resolve it',
      },
    );
  }
  return [{ kind: 'thread.deleted', ...stamp(given), data: { threadId } }];
}
