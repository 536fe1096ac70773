import type { WireState } from '../../src/core/review/wire.ts';
import type { Answer, ReviewClient } from './running-review.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A value that a client has sent: acknowledged, or on its way when the connection broke. */
interface Sent<Value> {
  acknowledged: Value;
  /** What else the server may hold, since its answer never came. */
  pending?: Value;
}

/**
 * Somebody who writes into a review, one request after the other, and remembers what was acknowledged. Every writer has
 * drafts and threads of its own, so that it knows what they must hold.
 */
export interface ReviewWriter {
  /** Writes until a request fails for want of a server. */
  writeUntilGone(client: ReviewClient): Promise<void>;
  /** Everything that is wrong with a state, as sentences. */
  faultsOf(state: WireState): readonly string[];
  /** How many changes have been acknowledged. */
  readonly acknowledged: number;
}

/** Makes a writer; its number tells it from others. */
export function reviewWriter(
  number: number,
  random: SeededRandom,
  onAcknowledged: () => void,
): ReviewWriter {
  const threads = new Map<
    string,
    { text: string; resolved: Sent<boolean>; deleted: Sent<boolean> }
  >();
  const messages = new Map<
    string,
    { route: 'replies' | 'takes'; threadId: string; text: string }
  >();
  const draft: Sent<string> = { acknowledged: '' };
  const draftPlace = { anchorStart: (number % 11) + 1, anchorEnd: (number % 11) + 1 };
  let count = 0;

  const newText = (): string =>
    `writer ${number}, change ${count}, ${'x'.repeat(random.below(3000))}`;

  /** Sends a change whose value is known only once it is acknowledged. */
  async function send<Value>(place: Sent<Value>, value: Value, request: () => Promise<Answer>) {
    place.pending = value;
    const answer = await request();
    expectTaken(answer);
    place.acknowledged = value;
    delete place.pending;
  }

  async function openThread(client: ReviewClient): Promise<void> {
    const text = newText();
    const id = await client.openThread({ text });
    threads.set(id, {
      text,
      resolved: { acknowledged: false },
      deleted: { acknowledged: false },
    });
  }

  async function write(client: ReviewClient): Promise<void> {
    const alive = [...threads].filter(
      ([, { deleted }]) => deleted.pending === undefined && !deleted.acknowledged,
    );
    const [id, thread] = alive[random.below(alive.length)] ?? [];
    const what = random.below(10);
    if (id === undefined || thread === undefined || what < 2) return openThread(client);
    if (what < 6) {
      const route = random.pick(['replies', 'takes'] as const);
      const text = newText();
      const answer = await client.post(`/api/threads/${id}/${route}`, { text });
      expectTaken(answer);
      messages.set(String(answer.body['id']), { route, threadId: id, text });
      return;
    }
    if (what < 8) {
      const text = newText();
      return send(draft, text, () =>
        client.post('/api/drafts/new-thread', { ...draftPlace, text }),
      );
    }
    if (what < 9) {
      const next = !thread.resolved.acknowledged;
      const path = `/api/threads/${id}/${next ? 'resolve' : 'unresolve'}`;
      return send(thread.resolved, next, () => client.post(path));
    }
    return send(thread.deleted, true, () => client.delete(`/api/threads/${id}`));
  }

  return {
    get acknowledged() {
      return count;
    },
    async writeUntilGone(client) {
      for (;;) {
        try {
          await write(client);
        } catch (error) {
          // What fetch throws when nobody answers; anything else is a finding.
          if (error instanceof TypeError) return;
          throw error;
        }
        count++;
        onAcknowledged();
      }
    },
    faultsOf(state) {
      const faults: string[] = [];
      const present = new Map(state.threads.map((thread) => [thread.id, thread]));
      for (const [id, { text, resolved, deleted }] of threads) {
        const found = present.get(id);
        if (!settles(deleted, found === undefined))
          faults.push(`${id} is ${found ? 'back' : 'gone'}`);
        if (found === undefined) continue;
        if (found.text !== text) faults.push(`${id} has another text`);
        if (!settles(resolved, id in state.resolutions))
          faults.push(`${id} has another resolution`);
      }
      for (const [id, { route, threadId, text }] of messages) {
        if (!present.has(threadId)) continue;
        const found = state[route][threadId]?.find((message) => message.id === id);
        if (found?.text !== text) faults.push(`${id} in ${threadId} is not what was sent`);
      }
      const key = `f-1|${draftPlace.anchorStart}-${draftPlace.anchorEnd}`;
      if (!settles(draft, state.drafts.newThread[key]?.text ?? ''))
        faults.push(`draft ${key} is lost`);
      return faults;
    },
  };
}

/** Whether a value is the acknowledged one or the one on its way; from then on it is the acknowledged one. */
function settles<Value>(sent: Sent<Value>, found: Value): boolean {
  if (found !== sent.acknowledged && found !== sent.pending) return false;
  sent.acknowledged = found;
  delete sent.pending;
  return true;
}

function expectTaken({ status, body }: Answer): void {
  if (status !== 200) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`);
}
