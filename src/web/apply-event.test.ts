import { describe, expect, it } from 'vitest';
import type { WireThread } from '../core/review/wire.ts';
import { applyEvent } from './apply-event.ts';
import type { ReviewState } from './review-state.ts';
import type { StreamEvent } from './stream-event.ts';

const empty = { files: [], threads: new Map(), review: {} } as unknown as ReviewState;
const wire: WireThread = {
  id: 'u-1',
  fileId: 'f-1',
  anchorStart: 2,
  anchorEnd: 2,
  snippet: 'text',
  breadcrumb: 'Plan',
  text: 'Why?',
  createdAt: '2026-11-30T10:00:00.000Z',
  kind: 'user',
  author: { name: 'Ada', kind: 'person' },
  delivery: 'saved',
};
const told: StreamEvent = { kind: 'thread.created', position: 4, payload: wire };
const { author: _, ...bare } = wire;
const answered: StreamEvent = {
  kind: 'thread.created',
  position: null,
  payload: { ...bare, breadcrumb: '' },
};
const delivered: StreamEvent = {
  kind: 'delivery.updated',
  position: 5,
  payload: { delivered: ['u-1'] },
};
const threadAfter = (...events: readonly StreamEvent[]) =>
  events.reduce((state, event) => applyEvent(state, event), empty).threads.get('u-1');

describe('what the page knows of a thread', () => {
  it('is what the stream told, when the answer to the own request comes later', () => {
    expect(threadAfter(told, delivered, answered)).toEqual(threadAfter(told, delivered));
    expect(threadAfter(told, delivered, answered)?.messages[0]?.delivery).toBe('delivered');
  });

  it('is completed by the stream, when the answer to the own request came first', () => {
    expect(threadAfter(answered, told)).toEqual(threadAfter(told));
    expect(threadAfter(answered, told)?.breadcrumb).toBe('Plan');
  });

  it('keeps how far the opening has come, however often the thread is told', () => {
    expect(threadAfter(told, delivered, told)?.messages[0]?.delivery).toBe('delivered');
    const moved: StreamEvent = {
      kind: 'thread.updated',
      position: 6,
      payload: { ...wire, anchorStart: 3, anchorEnd: 3 },
    };
    const thread = threadAfter(told, delivered, moved);
    expect(thread?.messages[0]?.delivery).toBe('delivered');
    expect(thread?.place.anchorStart).toBe(3);
  });

  it('marks what was written before a take as answered', () => {
    const take: StreamEvent = {
      kind: 'take.added',
      position: 7,
      payload: {
        id: 't-1',
        threadId: 'u-1',
        text: 'Because.',
        createdAt: '2026-11-30T10:01:00.000Z',
      },
    };
    const thread = threadAfter(told, take, delivered);
    expect(thread?.messages.map(({ role, delivery }) => [role, delivery])).toEqual([
      ['opening', 'answered'],
      ['take', undefined],
    ]);
  });
});
