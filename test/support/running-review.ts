import type { WireState } from '../../src/core/review/wire.ts';
import type { LaunchedDiscuss, StdoutEvent } from './launch-discuss.ts';
import { type EventStreamReader, readEventStream } from './read-event-stream.ts';

/** An answer over HTTP whose body is JSON. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A client of a review's routes, as a script would write one. */
export interface ReviewClient {
  /** Without a slash at its end. */
  readonly url: string;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  delete(path: string, body?: unknown): Promise<Answer>;
  state(): Promise<WireState>;
  /** Opens a thread on the second block, unless `fields` say otherwise; answers its id. */
  openThread(fields?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Connects to the event stream; with `lastEventId` it resumes. */
  stream(lastEventId?: string): Promise<EventStreamReader>;
}

/** A review that has been announced. */
export interface RunningReview extends LaunchedDiscuss, ReviewClient {
  readonly started: StdoutEvent;
  readonly id: string;
}

/** Waits until a launched program has announced its review. */
export async function runningReview(launched: LaunchedDiscuss): Promise<RunningReview> {
  const started = await launched.events.next();
  const url = String(started.payload['url']);
  return { ...launched, ...reviewClient(url), started, id: String(started.payload['review_id']) };
}

/** A client of the review at an address. */
export function reviewClient(url: string): ReviewClient {
  const ask = (method: string) => async (path: string, body?: unknown) => {
    const response = await fetch(url + path, { method, ...jsonBody(body) });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  const get = ask('GET');
  const post = ask('POST');
  return {
    url,
    get,
    post,
    delete: ask('DELETE'),
    state: async () => (await get('/api/state')).body as unknown as WireState,
    async openThread(fields = {}) {
      const { status, body } = await post('/api/threads', { ...plainThread, ...fields });
      if (status !== 200) throw new Error(`no thread: ${status} ${JSON.stringify(body)}`);
      return String(body['id']);
    },
    stream: (lastEventId) =>
      readEventStream(`${url}/api/events`, lastEventId === undefined ? {} : { lastEventId }),
  };
}

/** The least that a client sends to open a thread. */
export const plainThread = {
  anchorStart: 2,
  anchorEnd: 2,
  snippet: '',
  text: 'Why is that?',
} as const;

function jsonBody(body: unknown): { body?: string; headers?: Record<string, string> } {
  if (body === undefined) return {};
  return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
}
