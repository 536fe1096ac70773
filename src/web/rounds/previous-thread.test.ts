import { describe, expect, it } from 'vitest';
import type { WirePreviousThread, WireRounds } from '../../core/review/wire.ts';
import { previousThreadsOf } from './previous-thread.ts';

const wire = (id: string, more: Partial<WirePreviousThread> = {}): WirePreviousThread => ({
  id,
  fileId: 'f-2',
  anchorStart: 3,
  anchorEnd: 3,
  snippet: 'five minutes',
  breadcrumb: 'Eviction',
  text: 'Why five?',
  createdAt: '2026-11-30T10:00:00Z',
  kind: 'user',
  quote: { exact: 'five minutes', prefix: '', suffix: '' },
  range: { startOffset: 4, endOffset: 16 },
  replies: [{ id: 'r-1', threadId: id, text: 'So?', createdAt: '2026-11-30T10:02:00Z' }],
  takes: [{ id: 't-1', threadId: id, text: 'Habit.', createdAt: '2026-11-30T10:01:00Z' }],
  resolution: null,
  deletedAt: null,
  now: { fileId: 'f-1', anchorStart: 7, anchorEnd: 7, snippet: 'six minutes' },
  ...more,
});

const wireRounds = (...threads: readonly WirePreviousThread[]): WireRounds => ({
  round: 2,
  rounds: [
    {
      round: 1,
      reviewId: 'before',
      at: '2026-11-30T10:00:00Z',
      isThisReview: false,
      sourceVersion: 1,
      threads,
    },
    { round: 2, reviewId: 'now', at: '2026-11-30T11:00:00Z', isThisReview: true, sourceVersion: 1 },
  ],
});

const nobody = () => false;

describe('threads of the last round', () => {
  it('stand where their text is now, know what it was, and hold what was said in order', () => {
    const [previous] = previousThreadsOf(wireRounds(wire('u-1')), nobody);
    expect(previous).toMatchObject({
      key: 'previous|1|u-1',
      round: 1,
      id: 'u-1',
      was: { fileId: 'f-2', anchorStart: 3, quote: { exact: 'five minutes' } },
      thread: { id: 'previous|1|u-1', anchor: { fileId: 'f-1', anchorStart: 7 }, orphaned: false },
    });
    expect(previous?.thread.messages.map(({ text }) => text)).toEqual([
      'Why five?',
      'Habit.',
      'So?',
    ]);
  });

  it('keep nothing of their previous place where the present one does not say it', () => {
    const lost = wire('u-1', {
      now: { fileId: 'f-1', anchorStart: 2, anchorEnd: 2, snippet: 'Else', orphaned: true },
    });
    const [previous] = previousThreadsOf(wireRounds(lost), nobody);
    expect(previous?.thread.orphaned).toBe(true);
    expect(previous?.thread.anchor).not.toHaveProperty('range');
  });

  it('are without those that go on in this review, and those whose file is not in it', () => {
    const { now: _, ...elsewhere } = wire('u-3');
    const rounds = wireRounds(
      wire('u-1'),
      wire('u-2', { carriedAs: 'u-9' }),
      elsewhere,
      wire('u-4'),
    );
    const taken = ({ reviewId, id }: { reviewId: string; id: string }) =>
      `${reviewId}#${id}` === 'before#u-4';
    expect(previousThreadsOf(rounds, taken).map(({ id }) => id)).toEqual(['u-1']);
  });
});
