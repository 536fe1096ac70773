import { speakerKey } from '../inline/speaker.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type DecisionContext, findThread, refuseAuthor, stamp } from './decision.ts';
import type { NewEvent } from './events.ts';
import { speakerOf } from './inline-speaker.ts';
import type { ReviewState } from './state.ts';
import type { Thread } from './thread.ts';

/** Closes a thread, with the decision in words when there is one; again replaces the first. */
export function decideResolve(
  state: ReviewState,
  request: { readonly threadId: string; readonly decision?: string | null | undefined },
  context: DecisionContext,
): readonly NewEvent[] | Refusal {
  const thread = findThread(state, request.threadId);
  if (isRefusal(thread)) return thread;
  const stranger = refuseAuthor(context) ?? refuseStranger(thread, state, context);
  if (stranger !== undefined) return stranger;
  const data = { threadId: thread.id, decision: request.decision ?? null };
  return [{ kind: 'thread.resolved', ...stamp(context), data }];
}

/** In a thread that stands in the file, its initiator alone resolves. */
function refuseStranger(
  thread: Thread,
  { started }: ReviewState,
  context: DecisionContext,
): Refusal | undefined {
  if (thread.inlineKey === undefined) return undefined;
  const initiator = speakerOf(thread.author, 'person', started);
  const operator = speakerOf(context.author, 'person', started);
  if (speakerKey(initiator) === speakerKey(operator)) return undefined;
  const message = `only ${initiator}, who opened the thread in the file, resolves it; ${operator} did not`;
  return refuse('not_initiator', message, { next: 'answer in the thread and ask for it' });
}

/** Opens a closed thread again; one that is open stays as it is, without an event. */
export function decideUnresolve(
  state: ReviewState,
  threadId: string,
  context: DecisionContext,
): readonly NewEvent[] | Refusal {
  const thread = findThread(state, threadId);
  if (isRefusal(thread)) return thread;
  if (thread.resolution === null) return [];
  return [{ kind: 'thread.unresolved', ...stamp(context), data: { threadId } }];
}

/** Deletes a person's thread; it stays in the transcript. */
export function decideDelete(
  state: ReviewState,
  threadId: string,
  context: DecisionContext,
): readonly NewEvent[] | Refusal {
  const thread = findThread(state, threadId);
  if (isRefusal(thread)) return thread;
  if (thread.kind === 'prepopulated') {
    const message = `thread ${threadId} came with the document and cannot be deleted`;
    return refuse('prepopulated_thread', message, { next: 'resolve it' });
  }
  return [{ kind: 'thread.deleted', ...stamp(context), data: { threadId } }];
}
