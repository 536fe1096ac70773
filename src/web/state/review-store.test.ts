import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../link/api-client.ts';
import type { PageReview } from './review-state.ts';
import { createReviewStore } from './review-store.ts';

const empty = {
  review: {},
  files: [],
  threads: new Map(),
  sourceVersion: 0,
  finished: false,
} as unknown as PageReview;

/** A server that keeps what it is sent once for each request id, and whose answers are lost as `losses` says. */
function forgetfulLink(losses: readonly ('request' | 'answer' | 'none')[]) {
  const kept = new Map<string, { readonly id: string; readonly text: string }>();
  let calls = 0;
  const api: ApiClient = {
    async send(request) {
      const loss = losses[calls++] ?? 'none';
      const { requestId, text } = request.body as { requestId: string; text: string };
      if (loss === 'request') return { ok: false, failure: { kind: 'unreachable' } };
      const made = kept.get(requestId) ?? { id: `u-${kept.size + 1}`, text };
      kept.set(requestId, made);
      if (loss === 'answer') return { ok: false, failure: { kind: 'unreachable' } };
      return {
        ok: true,
        value: { ...made, fileId: 'f-1', createdAt: '2026-11-30T10:00:00Z' } as never,
      };
    },
  };
  return { api, kept };
}

const anchor = { fileId: 'f-1', anchorStart: 2, anchorEnd: 2, snippet: 'x' };
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('review 9, messages of the page', () => {
  it('arrive once each, equal ones too, whichever requests and answers are lost', async () => {
    const texts = fc.array(fc.constantFrom('Why?', 'Is this right?'), {
      minLength: 1,
      maxLength: 5,
    });
    const losses = fc.array(fc.constantFrom('request', 'answer', 'none'), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(texts, losses, async (written, lost) => {
        const { api, kept } = forgetfulLink(lost);
        let sequence = 0;
        let isReachable = true;
        const store = createReviewStore({
          api,
          now: () => '2026-11-30T10:00:00Z',
          newRequestId: () => `request-${++sequence}`,
          canSend: () => isReachable,
          onUnreachable: () => {
            isReachable = false;
          },
          onDone: () => undefined,
          onRefused: () => undefined,
          onNamed: () => undefined,
        });
        store.setSnapshot(empty);
        for (const text of written)
          store.submit({ kind: 'open-thread', anchor, text, intent: 'comment' });
        for (let tries = 0; tries <= lost.length; tries++) {
          await settled();
          isReachable = true;
          store.pump();
        }
        await settled();
        expect([...kept.values()].map(({ text }) => text)).toEqual(written);
        const shown = [...(store.state.value?.threads.values() ?? [])];
        expect(shown.map(({ id }) => id)).toEqual([...kept.values()].map(({ id }) => id));
        expect(store.outgoing.value).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
