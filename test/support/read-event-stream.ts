import { type MessageQueue, messageQueue } from './message-queue.ts';

/** One server-sent event. */
export interface SentEvent {
  readonly name: string;
  readonly id?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A connection to a stream of events. */
export interface EventStreamReader {
  readonly headers: Headers;
  readonly events: MessageQueue<SentEvent>;
  /** The comment lines so far. */
  readonly comments: readonly string[];
  /** The next event of that name; those before it count as read. */
  nextEvent(name: string): Promise<SentEvent>;
  /** Resolves when the server has ended the stream, and rejects when the connection broke. */
  readonly ended: Promise<void>;
  /** Breaks the connection from this side. */
  close(): void;
}

/** Connects to a stream; resolves when the answer has begun. Throws when it is no stream of events. */
export async function readEventStream(
  url: string,
  options: { readonly lastEventId?: string } = {},
): Promise<EventStreamReader> {
  const abort = new AbortController();
  const { lastEventId } = options;
  const response = await fetch(url, {
    signal: abort.signal,
    headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
  });
  if (!response.ok || response.body === null) {
    throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  }
  const events = messageQueue<SentEvent>(() => `stream ${url}`);
  const comments: string[] = [];
  const ended = readAll(response.body, (block) => readBlock(block, events, comments)).finally(() =>
    events.end(),
  );
  ended.catch(() => undefined);
  return {
    headers: response.headers,
    events,
    comments,
    nextEvent: (name) => events.nextWhere((event) => event.name === name, name),
    ended,
    close: () => abort.abort(),
  };
}

async function readAll(
  body: ReadableStream<Uint8Array>,
  onBlock: (block: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) onBlock(block);
  }
  if (rest !== '') throw new Error(`the stream ended inside an event: ${rest}`);
}

function readBlock(block: string, events: MessageQueue<SentEvent>, comments: string[]): void {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon === 0) comments.push(line.slice(1).trim());
    else fields.set(line.slice(0, colon), line.slice(colon + 1).replace(/^ /, ''));
  }
  const name = fields.get('event');
  if (name === undefined) return;
  const id = fields.get('id');
  events.push({
    name,
    ...(id === undefined ? {} : { id }),
    data: JSON.parse(fields.get('data') ?? '{}') as SentEvent['data'],
  });
}
