import { describe, expect, it } from 'vitest';
import {
  type Scenario,
  scopeQuestion,
  startScenario,
} from '../../../../test/support/bundle-scenario.ts';
import { staleEntries } from '../staleness.ts';
import { answer } from './answer.ts';
import { ask } from './ask.ts';
import { accept, decide } from './decide.ts';
import { assume, require } from './statement.ts';

const answered = (): Scenario => {
  const scenario = startScenario();
  scenario.do(ask, scopeQuestion());
  scenario.do(answer, { words: '1', via: 'typed' });
  return scenario;
};

describe('deciding (bundle contract 2, 4)', () => {
  it('accepts with the answer to a question, and lists the decision in the snapshot', () => {
    const scenario = answered();
    const recorded = scenario.do(decide, {
      text: 'Fix one file',
      rationale: 'Least risk',
      from: 'Q001',
    });
    expect(recorded).toMatchObject({ id: 'D001', status: 'Accepted', superseded: [] });
    expect(scenario.text('index.md')).toContain('\nAccepted decisions: D001\n');
    const decisions = scenario.text('decisions.md');
    expect(decisions).toContain(
      '### D001 — Fix one file <!-- key:k0003001 -->\n\n- Status: Accepted\n- Rationale: Least risk\n',
    );
    expect(decisions).toContain(
      '- Rests on: Q001<!--k0001001-->\n- Supersedes: None\n- Confirmed by: Q001<!--k0001001-->\n',
    );
    expect(scenario.broken()).toEqual([]);
  });

  it('accepts with the words of the user, kept to the letter', () => {
    const scenario = startScenario();
    expect(scenario.do(decide, { text: 'x', words: 'yes,  do that' }).status).toBe('Accepted');
    expect(scenario.text('decisions.md')).toContain('- Words of the user:\n  > yes,  do that\n');
  });

  it('keeps the words beside the question that they go with', () => {
    const scenario = answered();
    scenario.do(decide, { text: 'x', from: 'Q001', words: 'the first, yes' });
    expect(scenario.text('decisions.md')).toContain(
      '- Confirmed by: Q001<!--k0001001-->\n- Words of the user:\n  > the first, yes\n',
    );
    scenario.do(decide, { text: 'y', from: 'Q001', words: ' ' });
    expect(scenario.text('decisions.md').match(/Words of the user/g)).toHaveLength(1);
  });

  it('is no more than a proposal without the consent of the user', () => {
    const scenario = startScenario();
    expect(scenario.do(decide, { text: 'x' }).status).toBe('Proposed');
    expect(scenario.refused(decide, { text: 'x', status: 'accepted' }).code).toBe('not_authorized');
    expect(scenario.refused(accept, { id: 'D001' }).code).toBe('not_authorized');
    expect(scenario.refused(decide, { text: ' ' }).code).toBe('invalid_input');
    expect(scenario.text('index.md')).toContain('\nAccepted decisions: None\nOpen items: D001\n');
    expect(scenario.do(accept, { id: 'd1', words: 'yes' })).toMatchObject({
      id: 'D001',
      status: 'Accepted',
    });
    expect(scenario.refused(accept, { id: 'D001', words: 'yes' }).code).toBe('not_authorized');
  });

  it('never takes what was assumed for the user’s answer', () => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion({ material: false, default: '1' }));
    expect(scenario.refused(decide, { text: 'x', from: 'Q001' }).code).toBe('question_pending');
    scenario.do(answer, { words: '', via: 'timed_out' });
    expect(scenario.refused(decide, { text: 'x', from: 'Q001' }).code).toBe('not_authorized');
  });

  it('puts what it supersedes out of force, and leaves it in the record', () => {
    const scenario = answered();
    scenario.do(decide, { text: 'one', from: 'Q001' });
    expect(
      scenario.do(decide, { text: 'two', words: 'no, two', supersedes: ['D001'] }).superseded,
    ).toEqual(['D001']);
    expect(scenario.bundle().decisions.map(({ id, status }) => [id, status])).toEqual([
      ['D001', 'Superseded'],
      ['D002', 'Accepted'],
    ]);
    expect(scenario.text('decisions.md')).toContain('- Superseded by: D002<!--');
    expect(scenario.text('index.md')).toContain('\nAccepted decisions: D002\n');
  });

  it('lets a proposal supersede only once it is accepted', () => {
    const scenario = answered();
    scenario.do(decide, { text: 'one', from: 'Q001' });
    scenario.do(decide, { text: 'two', supersedes: ['D001'] });
    expect(scenario.bundle().decisions[0]?.status).toBe('Accepted');
    expect(scenario.do(accept, { id: 'D002', words: 'yes' }).superseded).toEqual(['D001']);
    expect(scenario.bundle().decisions[0]?.status).toBe('Superseded');
    expect(scenario.broken()).toEqual([]);
  });

  it('makes stale whatever rests on what went out of force, through others too', () => {
    const scenario = answered();
    scenario.do(decide, { text: 'one', from: 'Q001' });
    scenario.do(assume, { text: 'a', dependsOn: ['D001'] });
    scenario.do(require, { text: 'r', dependsOn: ['A001'] });
    scenario.do(decide, { text: 'free', words: 'yes' });
    expect(staleEntries(scenario.bundle()).size).toBe(0);
    scenario.do(ask, scopeQuestion({ prompt: 'Which scope now?', revises: 'Q001' }));
    const stale = [...staleEntries(scenario.bundle())].map(([{ id }, cause]) => [id, cause]);
    expect(stale.sort()).toEqual([
      ['A001', 'D001'],
      ['D001', 'Q001'],
      ['R001', 'A001'],
    ]);
  });

  it.each([
    ['decide', decide],
    ['assume', assume],
    ['require', require],
  ])('%s is refused while a material question blocks everything', (_, transition) => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion());
    const refusal = scenario.refused(transition, { text: 'x' });
    expect(refusal).toMatchObject({
      code: 'question_pending',
      details: { question: { id: 'Q001' } },
    });
  });

  it('is refused on what a pending question blocks, and on nothing else', () => {
    const scenario = startScenario();
    scenario.do(decide, { text: 'one' });
    scenario.do(decide, { text: 'two' });
    scenario.do(ask, scopeQuestion({ blocks: ['D001'] }));
    expect(scenario.refused(accept, { id: 'D001', words: 'yes' }).code).toBe('question_pending');
    expect(scenario.refused(decide, { text: 'x', dependsOn: ['D001'] }).code).toBe(
      'question_pending',
    );
    expect(scenario.refused(decide, { text: 'x', supersedes: ['D001'] }).code).toBe(
      'question_pending',
    );
    expect(scenario.refused(decide, { text: 'x', dependsOn: ['Q001'] }).code).toBe(
      'question_pending',
    );
    expect(scenario.do(accept, { id: 'D002', words: 'yes' }).status).toBe('Accepted');
    expect(scenario.do(decide, { text: 'three', dependsOn: ['D002'] }).id).toBe('D003');
  });

  it('is free while a question that is not material waits', () => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion({ material: false, default: '1' }));
    expect(scenario.do(decide, { text: 'x' }).id).toBe('D001');
  });

  it('rests only on what is in the record', () => {
    const scenario = startScenario();
    expect(scenario.refused(decide, { text: 'x', dependsOn: ['S001'] }).code).toBe('not_found');
    expect(scenario.refused(decide, { text: 'x', supersedes: ['A001'] }).code).toBe('not_found');
    expect(scenario.refused(decide, { text: 'x', from: 'Q001' }).code).toBe('not_found');
  });

  it('keeps long words whole below a short title', () => {
    const scenario = startScenario();
    const text = `Keep the parser as it is\n\n${'because '.repeat(40)}`.trim();
    scenario.do(decide, { text });
    expect(scenario.text('decisions.md')).toContain(
      '### D001 — Keep the parser as it is <!-- key:',
    );
    expect(scenario.text('decisions.md')).toContain(
      '- Decision:\n  > Keep the parser as it is\n  >\n  > because because',
    );
    const long = 'word '.repeat(60).trim();
    scenario.do(decide, { text: long });
    expect(scenario.bundle().decisions[1]?.title).toMatch(/^(?:word )+word…$/);
  });

  it('never gives an id twice, even when its entry was deleted by hand', () => {
    const scenario = startScenario();
    scenario.do(decide, { text: 'one' });
    scenario.do(decide, { text: 'two' });
    scenario.edit('decisions.md', /### D002[\s\S]*?(?=\n## )/, '');
    scenario.edit('index.md', 'Open items: D001, D002', 'Open items: D001');
    expect(scenario.do(decide, { text: 'three' }).id).toBe('D003');
  });

  it('gives an entry written by hand its key when it is next written', () => {
    const scenario = startScenario();
    scenario.edit(
      'decisions.md',
      '## Decisions\n\nNone',
      '## Decisions\n\n### D001: By hand\n\nStatus: Proposed\n\nSee the issue.',
    );
    scenario.do(accept, { id: 'D001', words: 'yes' });
    expect(scenario.text('decisions.md')).toContain(
      '### D001: By hand <!-- key:k0001001 -->\n\nStatus: Accepted\n\nSee the issue.\n',
    );
  });

  it('is refused at an entry that cannot take it, naming the place', () => {
    const scenario = startScenario();
    const entry = '## Decisions\n\n### D001: By hand\n\nStatus: Proposed\nStatus: Proposed';
    scenario.edit('decisions.md', '## Decisions\n\nNone', entry);
    const refusal = scenario.refused(accept, { id: 'D001', words: 'yes' });
    expect(refusal.code).toBe('invalid_bundle');
    expect(refusal.message).toContain('`Status:` in the entry D001');
  });
});
