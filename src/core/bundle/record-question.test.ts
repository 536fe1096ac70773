import { describe, expect, it } from 'vitest';
import { startScenario, trackerId } from '../../../test/support/bundle-scenario.ts';
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
    const scenario = startScenario({ goal: 'A right parser' });
    expect(pendingRecordQuestion(scenario.bundle(), root)).toBeUndefined();
    scenario.do(ask, question('Which scope?'));
    expect(pendingRecordQuestion(scenario.bundle(), root)).toMatchObject({
      ref: expect.stringMatching(new RegExp(`^bundle:${trackerId}#Q001~\\w+$`)),
      source: 'bundle',
      blocking: true,
      options: [{ number: 1, label: 'Minimal (Recommended)' }, { number: 2 }],
      record: { id: 'Q001', root, goal: 'A right parser' },
    });
  });

  it('states no goal where the record knows none', () => {
    const scenario = startScenario();
    scenario.do(ask, question('Which scope?'));
    expect(pendingRecordQuestion(scenario.bundle(), root)?.record?.goal).toBe('');
  });

  it('is found by its reference alone, whose key wins over the number', () => {
    const scenario = startScenario();
    scenario.do(ask, question('Which scope?'));
    const ref = pendingRecordQuestion(scenario.bundle(), root)?.ref ?? '';
    scenario.do(answer, { words: '1', via: 'typed' });
    expect(findRecordQuestion(scenario.bundle(), ref)).toMatchObject({
      id: 'Q001',
      status: 'answered',
    });
    const renumbered = ref.replace('Q001', 'Q009');
    expect(findRecordQuestion(scenario.bundle(), renumbered)?.id).toBe('Q001');
    expect(findRecordQuestion(scenario.bundle(), ref.replace(trackerId, 'other'))).toBeUndefined();
    expect(findRecordQuestion(scenario.bundle(), `bundle:${trackerId}#Q001`)).toBeUndefined();
  });

  it('takes the option that was picked, and words beside it as its qualification', () => {
    const scenario = startScenario();
    scenario.do(ask, question('Which scope?'));
    expect(scenario.refused(answer, { choice: 1, words: 'Broad', via: 'picked' })).toMatchObject({
      code: 'bad_answer',
      details: { reason: 'ambiguous' },
    });
    const given = { choice: 2, words: 'only the parser', via: 'picked' } as const;
    expect(scenario.do(answer, given)).toMatchObject({
      number: 2,
      qualification: 'only the parser',
      words: '2, only the parser',
      via: 'picked',
    });
  });
});
