import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import { decideMessage } from '../../../core/review/decide-message.ts';
import type { WireMessage } from '../../../core/review/wire.ts';
import { wireMessage } from '../../../core/review/wire-forms.ts';
import type { WriteBack } from '../../../core/review/write-due.ts';
import type { ActionContext, InputOf, Zod } from '../../kit/action.ts';
import { changeOnce } from './change-once.ts';
import { reviewFields } from './review-fields.ts';
import { decisionContext, openLiveRoom } from './review-room.ts';
import { reviewSchemas } from './review-schemas.ts';
import { writeThread } from './write-thread.ts';

/** The shape of a reply or take. */
export const messageInput = (z: Zod) =>
  z.object({
    threadId: reviewFields(z).threadId,
    ...reviewSchemas(z).remark,
    requestId: reviewFields(z).requestId,
    url: reviewFields(z).url,
    review: reviewFields(z).review,
  });

/** The shape of the stored message. */
export const messageOutput = (z: Zod) => {
  const { message, writeBack } = reviewSchemas(z);
  return z.extend(message, writeBack);
};

/** Adds a reply or take to a thread. */
export async function addMessage(
  request: InputOf<typeof messageInput>,
  context: ActionContext,
  as: 'reply' | 'take',
): Promise<(WireMessage & WriteBack) | Refusal> {
  const room = await openLiveRoom(context, request);
  if (isRefusal(room)) return room;
  const authorship = { ...decisionContext(context, request), as };
  const kind = as === 'reply' ? 'reply.added' : 'take.added';
  const asked = { room, kind, input: request, context } as const;
  const changed = await changeOnce({ ...asked, author: authorship.author }, (state) => {
    const events = decideMessage(state, request, authorship);
    return isRefusal(events) ? events : { events };
  });
  if (isRefusal(changed)) return changed;
  const thread = changed.state.threads.get(request.threadId);
  const added = (as === 'reply' ? thread?.replies : thread?.takes)?.find(
    ({ position }) => position === changed.event.position,
  );
  if (added === undefined)
    throw new Error(`the message in ${request.threadId} was logged and is not in the state`);
  return {
    ...wireMessage(added, as === 'reply' ? 'saved' : undefined),
    ...(await writeThread(room, context, thread)),
  };
}
