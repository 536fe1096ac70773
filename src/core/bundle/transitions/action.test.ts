import { describe, expect, it } from 'vitest';
import {
  type Scenario,
  scopeQuestion,
  startScenario,
} from '../../../../test/support/bundle-scenario.ts';
import { isSourceCode } from '../source-code.ts';
import { readStatus } from '../status.ts';
import { answer } from './answer.ts';
import { ask } from './ask.ts';
import { recordEvidence } from './evidence.ts';
import { finishAction } from './finish-action.ts';
import { resume } from './resume.ts';
import { startAction } from './start-action.ts';

const docs = {
  scope: 'Write the notes',
  touches: ['docs/notes.md'],
  unneeded: 'asked for by the user',
};
const done = { result: 'completed' as const, changed: ['docs/notes.md'], checks: 'read it' };
const answered = (): Scenario => {
  const scenario = startScenario();
  scenario.do(ask, scopeQuestion());
  scenario.do(answer, { words: '1', via: 'typed' });
  return scenario;
};

describe('an action (bundle contract 5)', () => {
  it('is authorised in the record before anything is changed', () => {
    const scenario = startScenario();
    const started = scenario.do(startAction, { ...docs, effects: 'none; git is not touched' });
    expect(started).toMatchObject({ id: 'ACT-001', status: 'Authorized' });
    const actions = scenario.text('actions.md');
    expect(actions).toContain(
      '## ACT-001 — Write the notes <!-- key:k0001001 -->\n\nAction status: Authorized\n',
    );
    expect(actions).toContain('- Confirmation: None needed: asked for by the user\n');
    expect(actions).toContain(
      '- Touchpoints: docs/notes.md\n- External and Git effects: none; git is not touched\n',
    );
    expect(scenario.text('evidence.md')).toContain(
      '<!-- workflow-action:ACT-001 status:open --> <!-- key:k0001001 -->\n',
    );
    const index = scenario.text('index.md');
    expect(index).toContain('\nActive action: ACT-001 Authorized\n');
    expect(index).toContain(
      'Required references: references/tracker.md, references/response-workflow.md, references/actions.md\n',
    );
    expect(index).toContain('- Authorization record: ACT-001, for its scope only');
    expect(scenario.broken()).toEqual([]);
  });

  it('is followed by its result, and the discussion is active again by itself', () => {
    const scenario = startScenario();
    scenario.do(startAction, docs);
    scenario.do(finishAction, { ...done, risk: 'a typo', note: 'as planned' });
    expect(scenario.text('actions.md')).toContain(
      '- Changed files: docs/notes.md\n- Checks: read it\n- Residual risk: a typo\n- Finished: 2026-11-30T09:02:00+01:00\n',
    );
    expect(scenario.text('actions.md')).toContain('\nAction status: Completed\n');
    expect(scenario.text('evidence.md')).toContain(
      '<!-- workflow-action:ACT-001 status:completed -->',
    );
    const index = scenario.text('index.md');
    expect(index).toContain('\nActive action: None\n');
    expect(index).toContain('\nMode status: Active\n');
    expect(index).toContain('Required references: references/tracker.md\n');
    expect(scenario.broken()).toEqual([]);
  });

  it.each(['failed', 'blocked'] as const)('that %s is recorded as such', (result) => {
    const scenario = startScenario();
    scenario.do(startAction, docs);
    const finished = scenario.do(finishAction, { result, changed: [], checks: 'the log' });
    expect(finished.status.toLowerCase()).toBe(result);
    expect(scenario.text('actions.md')).toContain('- Changed files: None\n');
    expect(scenario.text('evidence.md')).toContain(`status:${result} -->`);
    expect(scenario.broken()).toEqual([]);
  });

  it('says how its result was checked', () => {
    const scenario = startScenario();
    scenario.do(startAction, docs);
    expect(scenario.refused(finishAction, { ...done, checks: ' ' }).code).toBe('not_authorized');
  });

  it('is the only open one', () => {
    const scenario = startScenario();
    expect(scenario.refused(finishAction, done).code).toBe('not_found');
    scenario.do(startAction, docs);
    expect(scenario.refused(startAction, docs)).toMatchObject({
      code: 'action_open',
      details: { action: 'ACT-001' },
    });
    scenario.do(finishAction, done);
    expect(scenario.refused(finishAction, { ...done, id: 'ACT-001' }).code).toBe('not_found');
    expect(scenario.do(startAction, docs).id).toBe('ACT-002');
  });

  it('that changes source code needs the words of the user', () => {
    const scenario = startScenario();
    const code = { scope: 'Fix it', touches: ['src/a.ts'], unneeded: 'it is small' };
    expect(scenario.refused(startAction, code)).toMatchObject({ code: 'not_authorized' });
    const marked = { ...docs, changesCode: true };
    expect(scenario.refused(startAction, marked).code).toBe('not_authorized');
    expect(scenario.refused(startAction, { scope: 'Look around' }).code).toBe('not_authorized');
    expect(scenario.refused(startAction, { ...docs, scope: '' }).code).toBe('invalid_input');
    scenario.do(startAction, { ...code, words: 'yes, change src/a.ts' });
    expect(scenario.text('actions.md')).toContain('- Confirmation:\n  > yes, change src/a.ts\n');
  });

  it('that has changed source code without the words of the user says so in the record', () => {
    const scenario = startScenario();
    scenario.do(startAction, docs);
    const strayed = { ...done, changed: ['docs/notes.md', 'src/a.ts'], risk: 'a typo' };
    expect(scenario.do(finishAction, strayed)).toMatchObject({ unauthorized: ['src/a.ts'] });
    expect(scenario.text('actions.md')).toContain(
      "- Residual risk: a typo; changed without the user's words: src/a.ts\n",
    );
    scenario.do(startAction, { scope: 'Fix it', words: 'yes, fix src/a.ts' });
    expect(scenario.do(finishAction, strayed)).toMatchObject({ unauthorized: [] });
  });

  it('may rest on an answer, which authorises one action', () => {
    const scenario = answered();
    scenario.do(startAction, { scope: 'Fix it', touches: ['src/a.ts'], from: 'Q001' });
    expect(scenario.text('actions.md')).toContain('- Confirmed by: Q001<!--k0001001-->\n');
    scenario.do(finishAction, done);
    const refusal = scenario.refused(startAction, {
      scope: 'Fix more',
      touches: ['src/b.ts'],
      from: 'Q001',
    });
    expect(refusal).toMatchObject({ code: 'not_authorized' });
    expect(refusal.message).toContain('ACT-001');
  });

  it('that rests on an answer records what the user said', () => {
    const scenario = answered();
    scenario.do(startAction, { scope: 'Fix it', touches: ['src/a.ts'], from: 'Q001' });
    expect(scenario.text('actions.md')).toContain('- Confirmation: 1\n- Confirmed by: Q001<!--');
  });

  it('whose marker is gone is not finished, and the place is named', () => {
    const scenario = startScenario();
    scenario.do(startAction, docs);
    scenario.edit('evidence.md', /<!-- workflow-action.*\n/, '');
    const refusal = scenario.refused(finishAction, done);
    expect(refusal).toMatchObject({ code: 'invalid_bundle' });
    expect(refusal.message).toContain('the marker of ACT-001');
  });

  it('leaves the response workflow required while a question is held back', () => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion({ defer: true }));
    scenario.do(startAction, docs);
    scenario.do(finishAction, done);
    expect(scenario.text('index.md')).toContain(
      'references/tracker.md, references/response-workflow.md\n',
    );
  });

  it('never takes its authorisation over from an earlier session', () => {
    const scenario = answered();
    scenario.do(resume, { drift: {} });
    const refusal = scenario.refused(startAction, {
      scope: 'Fix it',
      touches: ['src/a.ts'],
      from: 'Q001',
    });
    expect(refusal).toMatchObject({ code: 'not_authorized' });
    expect(refusal.message).toContain('earlier session');
  });

  it('may rest on an answer that a person has written into the file in this session', () => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion());
    const byHand = (time: string): string =>
      `- Status: Answered\n- Choice: 1. Minimal fix\n- Answered: ${time}`;
    scenario.edit('decisions.md', '- Status: Pending', byHand('2026-11-30T09:30:00+01:00'));
    scenario.do(startAction, { scope: 'Fix it', touches: ['src/a.ts'], from: 'Q001' });
    const old = startScenario();
    old.do(ask, scopeQuestion());
    old.edit('decisions.md', '- Status: Pending', byHand('2026-11-30T08:00:00+01:00'));
    const fix = { scope: 'Fix it', touches: ['src/a.ts'], from: 'Q001' };
    expect(old.refused(startAction, fix).message).toContain('earlier session');
  });

  it('that was open when another session began only gets its result', () => {
    const scenario = startScenario();
    scenario.do(startAction, docs);
    expect(readStatus(scenario.bundle(), []).active_action).toMatchObject({
      id: 'ACT-001',
      lapsed: false,
    });
    scenario.do(resume, { drift: {} });
    expect(readStatus(scenario.bundle(), []).active_action).toMatchObject({ lapsed: true });
    expect(readStatus(scenario.bundle(), []).next).toMatchObject({ kind: 'finish_action' });
    expect(scenario.text('index.md')).toContain('ended with the earlier session');
    expect(scenario.refused(startAction, docs).code).toBe('action_open');
    scenario.do(finishAction, done);
    expect(scenario.text('index.md')).toContain('- Authorization record: None');
  });

  it('is refused while a material question waits; evidence of work done is not', () => {
    const scenario = startScenario();
    scenario.do(startAction, docs);
    scenario.do(ask, scopeQuestion());
    scenario.do(finishAction, done);
    expect(scenario.refused(startAction, docs)).toMatchObject({
      code: 'question_pending',
      details: { question: { id: 'Q001', options: [{ number: 1 }, { number: 2 }, { number: 3 }] } },
    });
    expect(scenario.do(recordEvidence, { text: 'the tests passed before' }).kind).toBe('log');
    expect(scenario.text('index.md')).toContain('references/response-workflow.md\n');
  });

  it.each([
    ['src/a.ts', true],
    ['Makefile', true],
    ['config.yaml', true],
    ['src/', true],
    ['.env', true],
    ['docs/notes.md', false],
    ['LICENSE', false],
    ['pictures/a.png', false],
  ])('that touches %s changes source code: %s', (path, code) => {
    expect(isSourceCode(path)).toBe(code);
  });
});
