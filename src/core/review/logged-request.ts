import type { Author } from '../author.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { LoggedRequest, NewEvent, ReviewEvent } from './events.ts';
import type { ReviewState } from './state.ts';

/** The name of a request among those of a review: ids are their author's own. */
export function requestKey(id: string, author: Author | undefined): string {
  return JSON.stringify([author?.kind ?? null, author?.name ?? null, id]);
}

/** The request that an event came from, where it had an id. */
export function requestOf({ data }: NewEvent): LoggedRequest | undefined {
  return 'request' in data ? data.request : undefined;
}

/**
 * The event that a request has made already; nothing when it is new. Refused with `request_id_reused` when its id was
 * that of another request.
 */
export function findRequest(
  state: ReviewState,
  request: LoggedRequest,
  author: Author | undefined,
): ReviewEvent | Refusal | undefined {
  const made = state.requests.get(requestKey(request.id, author));
  if (made === undefined || requestOf(made)?.sha256 === request.sha256) return made;
  return refuse('request_id_reused', `requestId "${request.id}" was that of another request`, {
    field: 'requestId',
    next: 'send what is new under an id of its own',
  });
}

/** Events of which the first of that kind tells from which request it came. */
export function markRequest(
  events: readonly NewEvent[],
  kind: NewEvent['kind'],
  request: LoggedRequest,
): readonly NewEvent[] {
  const first = events.findIndex((event) => event.kind === kind);
  return events.map((event, index) =>
    index === first ? ({ ...event, data: { ...event.data, request } } as NewEvent) : event,
  );
}
