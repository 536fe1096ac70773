import { describe, expect, it } from 'vitest';
import { askedHostQuestion } from '../../../test/support/asked-question.ts';
import { answerHostQuestion } from './answer-host-question.ts';
import { hostQuestionCard } from './asked-question.ts';

const pending = askedHostQuestion();

describe('the answer to a question of an agent (agents contract 2; bundle contract 4)', () => {
  it.each([
    [{ choice: 2 }, { number: 2, label: 'Broad', words: '', via: 'picked' }],
    [
      { choice: 2, words: 'only the parser' },
      {
        number: 2,
        label: 'Broad',
        qualification: 'only the parser',
        words: 'only the parser',
        via: 'picked',
      },
    ],
    [
      { choice: 2, words: '2 weeks at most' },
      {
        number: 2,
        label: 'Broad',
        qualification: '2 weeks at most',
        words: '2 weeks at most',
        via: 'picked',
      },
    ],
    [
      { choice: 1, words: 'Minimal' },
      { number: 1, label: 'Minimal', words: 'Minimal', via: 'picked' },
    ],
    [
      { words: '2, but later' },
      {
        number: 2,
        label: 'Broad',
        qualification: 'but later',
        words: '2, but later',
        via: 'typed',
      },
    ],
    [{ words: ' neither of us ' }, { words: ' neither of us ', via: 'picked_other' }],
  ])('%j is recorded with the words to the letter and how they came', (given, answer) => {
    expect(answerHostQuestion(pending, given)).toEqual({ status: 'answered', answer });
  });

  it('comes as the caller says, where another way brought it', () => {
    expect(answerHostQuestion(pending, { words: '1' }, 'elicited')).toMatchObject({
      answer: { number: 1, via: 'elicited' },
    });
  });

  it.each([
    [{}, 'empty'],
    [{ words: ' ' }, 'empty'],
    [{ words: 'Other' }, 'bare_other'],
    [{ choice: 3 }, 'out_of_range'],
    [{ choice: 0 }, 'out_of_range'],
    [{ words: 'yes' }, 'bare_assent'],
    [{ choice: 1, words: 'Broad' }, 'ambiguous'],
    [{ choice: 1, words: '2' }, 'ambiguous'],
    [{ choice: 1, words: '?' }, 'asks_back'],
  ])('%j picks nothing and yields one follow-up', (given, reason) => {
    expect(answerHostQuestion(pending, given)).toMatchObject({
      code: 'bad_answer',
      details: { reason, follow_up: expect.stringContaining('?'), question: { header: 'Scope' } },
    });
  });

  it('takes words of the person only where the question allows them', () => {
    const closed = { ...pending, allowOther: false };
    expect(answerHostQuestion(closed, { words: 'neither' })).toMatchObject({
      details: { reason: 'no_such_option' },
    });
  });

  it('belongs to a question that is shown with numbers and the recommended option marked', () => {
    expect(hostQuestionCard(pending)).toEqual({
      ref: 'question:01890000-0000-7000-8000-000000000001',
      source: 'host',
      header: 'Scope',
      prompt: 'Which fix?',
      options: [
        { number: 1, label: 'Minimal (Recommended)', description: 'One file.', recommended: true },
        { number: 2, label: 'Broad', description: 'Ten files.', recommended: false },
      ],
      allowOther: true,
      blocking: true,
      asker: 'host',
      askedAt: '2026-11-30T10:00:00.000Z',
    });
  });
});
