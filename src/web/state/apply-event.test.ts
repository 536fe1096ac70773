import { describe, expect, it } from 'vitest';
import type { StreamKind } from '../../core/review/stream-payloads.ts';
import type { WireState, WireThread } from '../../core/review/wire.ts';
import type { PagePayloads, StreamEvent } from '../link/stream-event.ts';
import { applyEvent } from './apply-event.ts';
import { type PageReview, stateOfSnapshot } from './review-state.ts';

const wire = (id: string, more: Partial<WireThread> = {}): WireThread => ({
  id,
  fileId: 'f-1',
  anchorStart: 2,
  anchorEnd: 2,
  snippet: 'five minutes',
  breadcrumb: '',
  text: 'Why?',
  createdAt: '2026-11-30T10:00:00Z',
  kind: 'user',
  delivery: 'saved',
  ...more,
});

const message = (id: string, minute: number) => ({
  id,
  threadId: 'u-1',
  text: id,
  createdAt: `2026-11-30T10:0${minute}:00Z`,
});

const snapshot: WireState = {
  threads: [wire('u-1')],
  replies: { 'u-1': [message('r-1', 2)] },
  takes: { 'u-1': [] },
  resolutions: {},
  drafts: { newThread: {}, followup: {} },
  sourceVersion: 1,
  files: [{ id: 'f-1', path: 'plan.md', kind: 'markdown' }],
  review: {
    id: 'r',
    mode: 'markdown',
    sourceFile: '/plan.md',
    startedAt: '2026-11-30T10:00:00Z',
    position: 3,
    agentListening: false,
    round: 1,
  },
};

const before = stateOfSnapshot(snapshot);

const event = <Kind extends StreamKind>(kind: Kind, payload: PagePayloads[Kind]): StreamEvent =>
  ({ kind, position: 4, payload }) as StreamEvent;

const ids = (state: PageReview) => state.threads.get('u-1')?.messages.map(({ id }) => id);

describe('an event of the stream', () => {
  it('adds a message in the order of time, and once however often it is told', () => {
    const take = event('take.added', message('t-1', 1));
    const after = applyEvent(before, take);
    expect(ids(after)).toEqual(['u-1', 't-1', 'r-1']);
    expect(ids(applyEvent(after, take))).toEqual(['u-1', 't-1', 'r-1']);
  });

  it('a take answers what a person said before it, and nothing later', () => {
    const after = applyEvent(before, event('take.added', message('t-1', 1)));
    const delivery = after.threads.get('u-1')?.messages.map((said) => said.delivery);
    expect(delivery).toEqual(['answered', undefined, undefined]);
  });

  it('never takes a delivery back', () => {
    const answered = applyEvent(before, event('take.added', message('t-1', 1)));
    const after = applyEvent(answered, event('delivery.updated', { delivered: ['u-1', 'r-1'] }));
    const delivery = after.threads.get('u-1')?.messages.map((said) => said.delivery);
    expect(delivery).toEqual(['answered', undefined, 'delivered']);
  });

  it('a thread that is told again keeps what was said in it and how it was closed', () => {
    const resolution = { decision: 'as it is', resolvedAt: '2026-11-30T10:05:00Z' };
    const closed = applyEvent(before, event('thread.resolved', { threadId: 'u-1', resolution }));
    const after = applyEvent(
      closed,
      event('thread.updated', wire('u-1', { moved: true, anchorStart: 5, anchorEnd: 5 })),
    );
    expect(ids(after)).toEqual(['u-1', 'r-1']);
    expect(after.threads.get('u-1')).toMatchObject({
      resolution,
      moved: true,
      anchor: { anchorStart: 5 },
    });
  });

  it('about a thread that is not there, or that tells nothing new, changes nothing', () => {
    const unknown = { ...message('r-9', 3), threadId: 'u-9' };
    expect(applyEvent(before, event('reply.added', unknown))).toBe(before);
    expect(applyEvent(before, event('thread.deleted', { threadId: 'u-9' }))).toBe(before);
    expect(applyEvent(before, event('reply.added', message('r-1', 2)))).toBe(before);
  });

  it('opens, reopens and removes threads, and ends the review', () => {
    const opened = applyEvent(
      before,
      event('thread.created', wire('u-2', { carriedFrom: 'review:x#u-7' })),
    );
    expect(opened.threads.get('u-2')?.carriedFrom).toBe('review:x#u-7');
    const removed = applyEvent(opened, event('thread.deleted', { threadId: 'u-1' }));
    expect([...removed.threads.keys()]).toEqual(['u-2']);
    const done = applyEvent(removed, event('session.done', { transcriptPath: '/t.json' }));
    expect(done).toMatchObject({ finished: true, transcriptPath: '/t.json' });
  });

  it('says which threads do not stand in the file, until they do', () => {
    const held = { threadId: 'u-1', writeBack: 'none', writeBackReason: 'a fence' } as const;
    const refused = applyEvent(before, event('writes.changed', { threads: [held] }));
    expect(refused.threads.get('u-1')).toMatchObject({ writeBackReason: 'a fence' });
    const written = applyEvent(
      refused,
      event('writes.changed', { threads: [{ threadId: 'u-1' }] }),
    );
    expect(written).toEqual(before);
  });

  it('does not touch the state before it', () => {
    applyEvent(before, event('take.added', message('t-1', 1)));
    expect(before).toEqual(stateOfSnapshot(snapshot));
  });
});
