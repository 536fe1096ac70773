import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import type { DecisionContext } from '../../../core/review/decision.ts';
import type {
  EventKind,
  LoggedRequest,
  NewEvent,
  ReviewEvent,
} from '../../../core/review/events.ts';
import { findRequest, markRequest } from '../../../core/review/logged-request.ts';
import type { TextsByHash } from '../../../core/review/ports/review-store.ts';
import type { ReviewState } from '../../../core/review/state.ts';
import type { ActionContext } from '../../kit/action.ts';
import type { ReviewRoom } from './review-room.ts';

/** What a request asks for, under which id, and by which event it is told whether it was done. */
export interface OnceRequest<Kind extends EventKind> {
  readonly room: ReviewRoom;
  readonly kind: Kind;
  readonly input: { readonly requestId?: string | undefined };
  readonly author: DecisionContext['author'];
  readonly context: ActionContext;
}

interface Decided {
  readonly events: readonly NewEvent[];
  readonly texts?: TextsByHash;
}

/** The event that a request has made, now or when it was sent before; then there is no result. */
export interface ChangedOnce<Kind extends EventKind, Result> {
  readonly state: ReviewState;
  readonly event: ReviewEvent<Kind>;
  readonly result?: Result;
}

/**
 * Changes a review as a request asks, once for each id that requests have: one that is sent again finds what it has
 * made. Refused with `request_id_reused` when the id was that of another request.
 */
export async function changeOnce<Kind extends EventKind, Result extends Decided>(
  asked: OnceRequest<Kind>,
  decide: (state: ReviewState) => Promise<Result | Refusal> | Result | Refusal,
): Promise<ChangedOnce<Kind, Result> | Refusal> {
  const { room, kind, author } = asked;
  const request = loggedRequest(asked);
  const changed = await room.reviews.log.change(
    room.id,
    async (state): Promise<(Decided & { result?: Result; made?: ReviewEvent }) | Refusal> => {
      const made = request && findRequest(state, request, author);
      if (made !== undefined) return isRefusal(made) ? made : { events: [], made };
      const result = await decide(state);
      if (isRefusal(result)) return result;
      const { events } = result;
      return { ...result, events: request ? markRequest(events, kind, request) : events, result };
    },
  );
  if (isRefusal(changed)) return changed;
  const { made, result } = changed.decided;
  const event = made ?? changed.events.find((logged) => logged.kind === kind);
  if (event?.kind !== kind) throw new Error(`the change was decided and no ${kind} is in the log`);
  const { state } = changed;
  const logged = event as ReviewEvent<Kind>;
  return result === undefined ? { state, event: logged } : { state, event: logged, result };
}

/** How a request is known again: by all that it asks for, whichever address and version it was sent to. */
function loggedRequest({
  kind,
  input,
  context,
}: OnceRequest<EventKind>): LoggedRequest | undefined {
  const { requestId: id, ...asked } = input;
  if (id === undefined) return undefined;
  const same = { ...asked, url: undefined, review: undefined, sourceVersion: undefined };
  return { id, sha256: context.ports.sha256(`${kind} ${JSON.stringify(same)}`) };
}
