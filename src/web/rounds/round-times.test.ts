import { describe, expect, it } from 'vitest';
import type { WireRound } from '../../core/review/wire.ts';
import type { PageMessage, PageThread } from '../state/review-state.ts';
import { roundAt, roundOfLastWord, roundOfThread, usualBase } from './round-times.ts';

const at = (minute: number): string => `2026-11-30T10:${String(minute).padStart(2, '0')}:00Z`;

const round = (number: number, minute: number, reviewId = 'now'): WireRound => ({
  round: number,
  reviewId,
  at: at(minute),
  isThisReview: reviewId === 'now',
  sourceVersion: number,
});

const rounds = [
  round(1, 0, 'before'),
  round(2, 5, 'before'),
  round(3, 10),
  round(4, 20),
  round(5, 30),
];

const said = (minute: number, kind: 'person' | 'agent' = 'person'): PageMessage => ({
  id: `m-${minute}`,
  role: 'reply',
  author: { name: '', kind },
  text: 'So',
  createdAt: at(minute),
});

const thread = (messages: readonly PageMessage[], carriedFrom?: string): PageThread => ({
  id: 'u-1',
  anchor: { fileId: 'f-1', anchorStart: 1, anchorEnd: 1, snippet: '' },
  breadcrumb: '',
  prepopulated: false,
  messages,
  resolution: null,
  orphaned: false,
  moved: false,
  ...(carriedFrom && { carriedFrom }),
});

describe('the round of something', () => {
  it('is the last one that had begun, of this review', () => {
    expect([0, 10, 19, 20, 59].map((minute) => roundAt(rounds, at(minute)))).toEqual([
      3, 3, 3, 4, 5,
    ]);
    expect(roundAt([], at(1))).toBeNull();
  });

  it('is for a thread that in which it was opened, and for its last word a later one', () => {
    const spoken = thread([said(11), said(25, 'agent')]);
    expect(roundOfThread(rounds, spoken)).toBe(3);
    expect(roundOfLastWord(rounds, spoken)).toBe(4);
  });

  it('is the last of the earlier review for what was taken over, until something is said in it here', () => {
    const carried = thread([said(31), said(31, 'agent')], 'review:before#u-7');
    expect(roundOfThread(rounds, carried)).toBe(2);
    expect(roundOfLastWord(rounds, carried)).toBe(2);
    const answered = thread([said(11), said(11), said(31)], 'review:before#u-7');
    expect(roundOfThread(rounds, answered)).toBe(2);
    expect(roundOfLastWord(rounds, answered)).toBe(5);
  });
});

describe('the round that is compared with', () => {
  it('is the last in which a person said something before the present one', () => {
    expect(usualBase(rounds, 5, [thread([said(11)]), thread([said(31)])])).toBe(3);
    expect(usualBase(rounds, 5, [thread([said(11), said(22)])])).toBe(4);
  });

  it('is the last of the review before while nothing has been said, whatever agents say', () => {
    expect(usualBase(rounds, 5, [])).toBe(2);
    expect(usualBase(rounds, 5, [thread([said(22, 'agent')])])).toBe(2);
  });

  it('is the first of this review without one before, and none for a first round', () => {
    const own = [round(1, 0), round(2, 9), round(3, 20)];
    expect(usualBase(own, 3, [])).toBe(1);
    expect(usualBase([round(1, 0)], 1, [])).toBeNull();
  });
});
