import { describe, expect, it } from 'vitest';
import { beginStory, trackerId } from '../../../test/support/bundle-story.ts';
import { findRecordQuestion, pendingRecordQuestion } from './record-question.ts';
import { answer } from './transitions/answer.ts';
import { ask } from './transitions/ask.ts';

const root = '/work tree/discussion/2026-11-30-no1-parser';
const question = (prompt: string) => ({
  header: 'Scope',
  prompt,
  options: [
    { label: 'Minimal', description: 'One file.', recommended: true },
    { label: 'Broad', description: 'Ten files.' },
  ],
});

describe('the question of a record as a page shows it (bundle contract 4)', () => {
  it('is the pending one, with the goal that the record states', () => {
    const story = beginStory({ goal: 'A right parser' });
    expect(pendingRecordQuestion(story.bundle(), root)).toBeUndefined();
    story.do(ask, question('Which scope?'));
    expect(pendingRecordQuestion(story.bundle(), root)).toMatchObject({
      ref: expect.stringMatching(new RegExp(`^bundle:${trackerId}#Q001~\\w+$`)),
      source: 'bundle',
      blocking: true,
      options: [{ number: 1, label: 'Minimal (Recommended)' }, { number: 2 }],
      record: { id: 'Q001', root, goal: 'A right parser' },
    });
  });

  it('states no goal where the record knows none', () => {
    const story = beginStory();
    story.do(ask, question('Which scope?'));
    expect(pendingRecordQuestion(story.bundle(), root)?.record?.goal).toBe('');
  });

  it('is found by its reference alone, whose key wins over the number', () => {
    const story = beginStory();
    story.do(ask, question('Which scope?'));
    const ref = pendingRecordQuestion(story.bundle(), root)?.ref ?? '';
    story.do(answer, { words: '1', via: 'typed' });
    expect(findRecordQuestion(story.bundle(), ref)).toMatchObject({
      id: 'Q001',
      status: 'answered',
    });
    const renumbered = ref.replace('Q001', 'Q009');
    expect(findRecordQuestion(story.bundle(), renumbered)?.id).toBe('Q001');
    expect(findRecordQuestion(story.bundle(), ref.replace(trackerId, 'other'))).toBeUndefined();
    expect(findRecordQuestion(story.bundle(), `bundle:${trackerId}#Q001`)).toBeUndefined();
  });

  it('takes the option that was picked, and words beside it as its qualification', () => {
    const story = beginStory();
    story.do(ask, question('Which scope?'));
    expect(story.refused(answer, { choice: 1, words: 'Broad', via: 'picked' })).toMatchObject({
      code: 'bad_answer',
      details: { reason: 'ambiguous' },
    });
    const given = { choice: 2, words: 'only the parser', via: 'picked' } as const;
    expect(story.do(answer, given)).toMatchObject({
      number: 2,
      qualification: 'only the parser',
      words: '2, only the parser',
      via: 'picked',
    });
  });
});
