import { describe, expect, it } from 'vitest';
import {
  type Scenario,
  scenarioOf,
  scopeQuestion,
  startScenario,
} from '../../../../test/support/bundle-scenario.ts';
import { answer } from './answer.ts';
import { ask } from './ask.ts';
import { pause } from './exit.ts';

const asked = (): Scenario => {
  const scenario = startScenario();
  scenario.do(ask, scopeQuestion());
  return scenario;
};
const say = (words: string, id?: string) => ({
  words,
  via: 'typed' as const,
  ...(id === undefined ? {} : { id }),
});

describe('answering (bundle contract 4)', () => {
  it('picks by the saved order, also after a restart', () => {
    const restarted = scenarioOf(asked().texts, 90);
    expect(restarted.do(answer, say('2'))).toMatchObject({
      id: 'Q001',
      number: 2,
      choice: '2. Broader cleanup',
    });
    expect(restarted.bundle().questions[0]).toMatchObject({
      status: 'answered',
      answer: {
        choice: '2. Broader cleanup',
        words: '2',
        via: 'typed',
        at: '2026-11-30T10:30:00+01:00',
      },
    });
    expect(restarted.broken()).toEqual([]);
  });

  it('records the choice, its qualification, the words to the letter, how it came and when', () => {
    const scenario = asked();
    const words = '2,  but only the parser.\n\n- and `--strict` <!-- stays -->';
    scenario.do(answer, { words, via: 'elicited' });
    expect(scenario.bundle().questions[0]?.answer).toEqual({
      choice: '2. Broader cleanup',
      qualification: 'but only the parser. - and `--strict` <!-- stays -->',
      words,
      via: 'elicited',
      at: '2026-11-30T09:02:00+01:00',
    });
  });

  it('tells exactly what was recorded', () => {
    expect(asked().do(answer, say('1'))).toEqual({
      id: 'Q001',
      status: 'answered',
      number: 1,
      choice: '1. Minimal fix',
      words: '1',
      via: 'typed',
    });
    expect(asked().do(answer, say('2; later'))).toMatchObject({ qualification: 'later' });
    expect(asked().do(answer, say('none of it'))).toEqual({
      id: 'Q001',
      status: 'answered',
      choice: 'Other — specify',
      words: 'none of it',
      via: 'typed',
    });
    const refusal = asked().refused(answer, { words: '', via: 'assumed' });
    expect(Object.keys(refusal.details as object)).toEqual(['reason', 'question']);
  });

  it('keeps the words of an assumption apart from an answer', () => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion({ material: false, default: '1' }));
    scenario.do(answer, { words: 'nobody was there', via: 'assumed' });
    expect(scenario.text('decisions.md')).toContain(
      '- Words:\n  > nobody was there\n- Via: assumed\n',
    );
    const silent = startScenario();
    silent.do(ask, scopeQuestion({ material: false, default: '1' }));
    silent.do(answer, { words: '', via: 'timed_out' });
    expect(silent.text('decisions.md')).not.toContain('- Words:');
  });

  it('makes the discussion active again', () => {
    const scenario = asked();
    scenario.do(answer, say('1'));
    const index = scenario.text('index.md');
    expect(index).toContain('\nMode status: Active\n');
    expect(index).toContain('\nOpen items: None\n');
    expect(index).toContain('- Blocking decision or dependency: None');
    expect(index).toContain(
      'Next safe action: Record what follows from the latest answer or result',
    );
  });

  it('records the free form as Other', () => {
    const scenario = asked();
    expect(scenario.do(answer, say('rewrite it in two steps'))).toMatchObject({
      choice: 'Other — specify',
    });
    expect(scenario.text('decisions.md')).toContain(
      '- Choice: Other — specify\n- Words:\n  > rewrite it in two steps\n',
    );
  });

  it.each([
    ['', 'empty'],
    ['Other', 'bare_other'],
    ['7', 'out_of_range'],
    ['1 and 2', 'several'],
  ])('of %j picks nothing and yields one follow-up', (words, reason) => {
    const refusal = asked().refused(answer, say(words));
    expect(refusal).toMatchObject({
      code: 'bad_answer',
      details: { reason, question: { id: 'Q001' } },
    });
    expect((refusal.details as { follow_up: string }).follow_up).toMatch(/\?$/);
  });

  it.each(['timed_out', 'assumed'] as const)('never answers a material question by %s', (via) => {
    const refusal = asked().refused(answer, { words: '1', via });
    expect(refusal).toMatchObject({ code: 'bad_answer', details: { reason: 'no_answer' } });
  });

  it('takes the default of a question that is not material, as an assumption', () => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion({ material: false, default: 'Minimal fix' }));
    expect(scenario.do(answer, { words: '', via: 'timed_out' })).toMatchObject({
      status: 'assumed',
      choice: '1. Minimal fix',
      assumption: 'A001',
    });
    expect(scenario.bundle().questions[0]).toMatchObject({
      status: 'assumed',
      answer: { via: 'timed_out' },
    });
    expect(scenario.bundle().assumptions[0]?.dependsOn.map(({ id }) => id)).toEqual(['Q001']);
    expect(scenario.broken()).toEqual([]);
  });

  it('is refused for a question whose options have changed since it was asked', () => {
    const scenario = asked();
    scenario.edit('decisions.md', '2. Broader cleanup', '2. Full rewrite');
    const refusal = scenario.refused(answer, say('2'));
    expect(refusal).toMatchObject({ code: 'bad_answer', details: { reason: 'options_changed' } });
    expect(refusal.next).toContain('--revises Q001');
  });

  it('maps a question written by hand, unless its numbers are unsound', () => {
    const scenario = startScenario();
    const options = '1. Yes: now\n2. No: never\n';
    scenario.edit(
      'decisions.md',
      '## Open Questions\n\nNone',
      `## Open Questions\n\n### Q001 — Ship\n\nShip it?\n\n${options}`,
    );
    expect(scenario.do(answer, say('2', 'q1'))).toMatchObject({ choice: '2. No' });
    expect(scenario.bundle().questions[0]).toMatchObject({ status: 'answered', key: 'k0001001' });
    const other = startScenario();
    other.edit(
      'decisions.md',
      '## Open Questions\n\nNone',
      `## Open Questions\n\n### Q001 — Ship\n\nShip it?\n\n2. Yes: a\n3. No: b`,
    );
    expect(other.refused(answer, say('2', 'Q001'))).toMatchObject({
      details: { reason: 'options_unsound' },
    });
  });

  it('is refused for another question while one waits', () => {
    const scenario = asked();
    scenario.do(ask, scopeQuestion({ prompt: 'And then?' }));
    expect(scenario.refused(answer, say('1', 'Q002')).code).toBe('question_pending');
  });

  it('is refused when nothing waits, when the question is unknown, and when it is answered', () => {
    const scenario = asked();
    scenario.do(answer, say('1'));
    expect(scenario.refused(answer, say('1')).code).toBe('not_found');
    expect(scenario.refused(answer, say('1', 'Q009')).code).toBe('not_found');
    expect(scenario.refused(answer, say('1', 'Q001'))).toMatchObject({
      code: 'bad_answer',
      details: { reason: 'not_open' },
    });
  });

  it('is possible while the discussion is paused, which it stays', () => {
    const scenario = asked();
    scenario.do(pause, {});
    scenario.do(answer, say('1'));
    expect(scenario.text('index.md')).toContain('\nMode status: Paused\n');
  });

  it('names a question by its key, which wins over the number', () => {
    const scenario = asked();
    expect(scenario.do(answer, say('1', 'Q009~k0001001')).id).toBe('Q001');
  });
});
