import { omitUndefined } from '../omit-undefined.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { type DecisionContext, findThread, refuseAuthor, refuseBlank, stamp } from './decision.ts';
import type { NewEvent } from './events.ts';
import type { ReviewState } from './state.ts';
import type { Intent } from './wire.ts';

/** What a client sends to add to a thread. */
export interface RequestedMessage {
  readonly threadId: string;
  readonly text: string;
  readonly intent?: Intent | undefined;
  readonly replacement?: string | undefined;
}

/** Adds a person's reply or an agent's take to a thread. */
export function decideMessage(
  state: ReviewState,
  request: RequestedMessage,
  context: DecisionContext & { readonly as: 'reply' | 'take' },
): readonly NewEvent[] | Refusal {
  const thread = findThread(state, request.threadId);
  if (isRefusal(thread)) return thread;
  const blank = refuseBlank(request.text) ?? refuseAuthor(context);
  if (blank !== undefined) return blank;
  const { threadId, text, intent, replacement } = request;
  const isReply = context.as === 'reply';
  const id = isReply ? `r-${state.counts.replies + 1}` : `t-${state.counts.takes + 1}`;
  const data = { id, threadId, text, ...omitUndefined({ intent, replacement }) };
  return [{ kind: isReply ? 'reply.added' : 'take.added', ...stamp(context), data }];
}
