import { describe, expect, it } from 'vitest';
import { askedHostQuestion } from '../../../test/support/asked-question.ts';
import {
  type HostQuestion,
  isSameAsking,
  questionReference,
  questionToRejoin,
  settleQuestion,
} from './host-question.ts';

const pending = askedHostQuestion();
const at = '2026-11-30T10:05:00.000Z';
const answered = {
  status: 'answered',
  answer: { number: 2, label: 'Broad', words: '2', via: 'typed' },
} as const;

describe('a question put to the person (agents contract 2)', () => {
  it('keeps its answer', () => {
    expect(settleQuestion(pending, answered, at)).toEqual({
      ...pending,
      ...answered,
      settledAt: at,
    });
  });

  it.each(['declined', 'cancelled', 'timed_out'] as const)('%s is no answer', (status) => {
    const settled = settleQuestion(pending, { status }, at);
    expect(settled).toEqual({ ...pending, status, settledAt: at });
  });

  it.each(['cancelled', 'timed_out'] as const)('may still be answered once %s', (status) => {
    const ended: HostQuestion = { ...pending, status, settledAt: at };
    expect(settleQuestion(ended, answered, at)).toMatchObject(answered);
  });

  it.each([{ status: 'answered', answer: answered.answer }, { status: 'declined' }] as const)(
    'is settled once: $status stays',
    (end) => {
      const ended: HostQuestion = { ...pending, ...end, settledAt: at };
      expect(settleQuestion(ended, { status: 'declined' }, at)).toMatchObject({
        code: 'already_settled',
        details: end,
      });
    },
  );

  it('is named by its id', () => {
    expect(questionReference(pending)).toBe('question:01890000-0000-7000-8000-000000000001');
  });

  it('that was told of without an answer is to be told anew once it is answered', () => {
    const told: HostQuestion = { ...pending, status: 'timed_out', settledAt: at, deliveredAt: at };
    expect(settleQuestion(told, answered, at)).not.toHaveProperty('deliveredAt');
  });
});

describe('the same question asked again (agents contract 2)', () => {
  const again: HostQuestion = { ...pending, id: 'new', blocking: false, asker: 'other' };
  const settled: HostQuestion = { ...pending, id: 'old', ...answered, settledAt: at };

  it('is the same by its words, options and project, whoever asks', () => {
    expect(isSameAsking(pending, again)).toBe(true);
    const others: Partial<HostQuestion>[] = [
      { project: '/elsewhere' },
      { allowOther: false },
      { question: { ...pending.question, prompt: 'Which?' } },
      { question: { ...pending.question, recommended: false } },
      { question: { ...pending.question, options: [...pending.question.options].reverse() } },
    ];
    for (const other of others) expect(isSameAsking(pending, { ...again, ...other })).toBe(false);
  });

  it('rejoins one that waits, and rather one whose answer was not told', () => {
    expect(questionToRejoin([pending], again)).toBe(pending);
    expect(questionToRejoin([pending, settled], again)).toBe(settled);
  });

  it('is a new one when its end was told', () => {
    expect(questionToRejoin([{ ...settled, deliveredAt: at }], again)).toBeUndefined();
    expect(questionToRejoin([{ ...pending, project: '/elsewhere' }], again)).toBeUndefined();
  });
});
