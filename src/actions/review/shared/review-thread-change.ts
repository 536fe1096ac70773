import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import type { DecisionContext } from '../../../core/review/decision.ts';
import type { NewEvent } from '../../../core/review/events.ts';
import type { ReviewState } from '../../../core/review/state.ts';
import type { WriteBack } from '../../../core/review/write-due.ts';
import { type ActionContext, defineAction } from '../../kit/action.ts';
import { reviewFields } from './review-fields.ts';
import { decisionContext, openLiveRoom } from './review-room.ts';
import { reviewSchemas } from './review-schemas.ts';
import { writeThread } from './write-thread.ts';

type Decide = (
  state: ReviewState,
  threadId: string,
  authorship: DecisionContext,
) => readonly NewEvent[] | Refusal;

/** An action that changes one thread and returns `{ok: true}`. */
export function threadChange(decide: Decide) {
  return defineAction({
    input: (z) => z.object({ threadId: reviewFields(z).threadId, url: reviewFields(z).url }),
    output: (z) => {
      const { ok, writeBack } = reviewSchemas(z);
      return z.extend(ok, writeBack);
    },
    run: (request, context) => changeThread(request, context, decide),
  });
}

async function changeThread(
  request: { readonly threadId: string; readonly url?: string | undefined },
  context: ActionContext,
  decide: Decide,
): Promise<({ ok: true } & WriteBack) | Refusal> {
  const room = await openLiveRoom(context, request);
  if (isRefusal(room)) return room;
  const authorship = decisionContext(context);
  const changed = await room.reviews.log.change(room.id, (state) => {
    const events = decide(state, request.threadId, authorship);
    return isRefusal(events) ? events : { events };
  });
  if (isRefusal(changed)) return changed;
  const thread = changed.state.threads.get(request.threadId);
  return { ok: true, ...(await writeThread(room, context, thread)) };
}
