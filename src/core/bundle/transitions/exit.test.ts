import { describe, expect, it } from 'vitest';
import {
  type Scenario,
  scenarioOf,
  scopeQuestion,
  startScenario,
} from '../../../../test/support/bundle-scenario.ts';
import type { Finding } from '../../finding.ts';
import type { Refusal } from '../../refusal.ts';
import { exitBlockers } from '../exit-blockers.ts';
import { answer } from './answer.ts';
import { ask } from './ask.ts';
import { checkpoint } from './checkpoint.ts';
import { recordContext } from './context.ts';
import { accept, decide } from './decide.ts';
import { recordEvidence } from './evidence.ts';
import { exit, pause } from './exit.ts';
import { handoff } from './handoff.ts';
import { resume } from './resume.ts';
import { startAction } from './start-action.ts';
import { require } from './statement.ts';

const to = (target: string) => ({ target, findings: [] });
const rules = ({ details }: Refusal): string[] =>
  (details as { blockers: Finding[] }).blockers.map(({ rule }) => rule);
const blockers = (scenario: Scenario, target: 'plan' | 'execute'): string[] =>
  exitBlockers(scenario.bundle(), target, scenario.findings()).map(({ rule }) => rule);

/** A discussion in which everything that execution needs is there. */
const readyForExecution = (): Scenario => scenarioOf(readyTexts, 60);

function makeReady(): Scenario {
  const scenario = startScenario({ goal: 'A right parser' });
  for (const section of [
    'In scope',
    'Out of scope',
    'Constraints',
    'Baseline',
    'Preservation requirements',
    'Risks',
  ] as const) {
    scenario.do(recordContext, { section, text: section === 'In scope' ? 'The parser' : 'None' });
  }
  scenario.do(ask, scopeQuestion());
  scenario.do(answer, { words: '1', via: 'typed' });
  scenario.do(decide, { text: 'Fix one file', from: 'Q001' });
  scenario.do(require, { text: 'No slower' });
  scenario.do(handoff, { part: 'plan', text: '1. Fix it' });
  scenario.do(handoff, { part: 'verification', text: 'Run the tests' });
  scenario.do(recordEvidence, { kind: 'handoff', text: 'Begin with src/a.ts' });
  return scenario;
}

const readyTexts = makeReady().texts;

describe('leaving (bundle contract 6)', () => {
  it.each(['', 'stop', 'start coding', 'exit discuss', 'turn off', 'implement'])(
    'by %j is answered with the two ways and the recommended one',
    (words) => {
      const scenario = startScenario();
      const refusal = scenario.refused(exit, to(words));
      expect(refusal).toMatchObject({
        code: 'exit_blocked',
        details: { choices: ['plan', 'execute'], recommended: 'plan' },
      });
      expect(refusal.next).toContain('exit plan');
      expect(refusal.next).toContain('exit execute');
    },
  );

  it('recommends execution once nothing stands in its way', () => {
    expect(readyForExecution().refused(exit, to('stop')).details).toMatchObject({
      recommended: 'execute',
    });
  });

  it('for planning is Exited, logged, and points to the new plan record', () => {
    const scenario = startScenario();
    scenario.do(exit, {
      ...to('plan'),
      planRecord: 'plans/2026-11-30.md',
      words: 'plan it, please',
    });
    const index = scenario.text('index.md');
    expect(index).toContain('\nMode status: Exited\n');
    expect(index).toContain('\nExecution readiness: Not ready\nExecute mode: Inactive\n');
    expect(index).toContain('\nProfile: Lightweight\n');
    expect(index).toContain('- Current work: Planning continues in plans/2026-11-30.md');
    // A record that was left refuses to be resumed, so that it names no command for it.
    expect(index).toMatch(
      /^Resume instruction: Plan on the basis of the canonical root \/work tree\/.* \(tracker ID 0193a4f0-.*\): read index\.md and every file of its manifest there, then go on in plans\/2026-11-30\.md$/m,
    );
    expect(index).not.toMatch(/^Status:/m);
    expect(scenario.text('evidence.md')).toContain('— Exited to plan: plan it, please\n');
    expect(scenario.broken()).toEqual([]);
  });

  it('for execution writes all that the handoff needs at once', () => {
    const scenario = readyForExecution();
    expect(blockers(scenario, 'execute')).toEqual([]);
    expect(scenario.do(exit, to('execute'))).toMatchObject({
      mode_status: 'Exited',
      execution_readiness: 'Ready',
      profile: 'Durable',
    });
    const index = scenario.text('index.md');
    expect(index).toContain(
      '\nMode status: Exited\nStatus: Approved for execution\nExecution readiness: Ready\nExecute mode: Ready\n',
    );
    expect(index).toContain('\nProfile: Durable\n');
    expect(index).toMatch(
      /Resume instruction: Execute the approved plan of the canonical root \/work tree\/.* \(tracker ID 0193a4f0-/,
    );
    expect(index).toContain('- Last completed: Discussion, approved for execution');
    expect(scenario.text('evidence.md')).toContain('— Exited to execute\n');
    expect(scenario.broken()).toEqual([]);
  });

  it('never lowers the profile Audited', () => {
    const scenario = readyForExecution();
    scenario.do(checkpoint, { profile: 'Audited' });
    expect(scenario.do(exit, to('execute')).profile).toBe('Audited');
    expect(scenario.text('index.md')).toContain('\nProfile: Audited\n');
  });

  it('closes the record to everything but evidence', () => {
    const scenario = startScenario();
    scenario.do(exit, to('plan'));
    expect(scenario.refused(decide, { text: 'x' }).code).toBe('not_authorized');
    expect(scenario.refused(ask, scopeQuestion()).code).toBe('not_authorized');
    expect(scenario.refused(resume, { drift: {} }).code).toBe('not_authorized');
    expect(scenario.refused(pause, {}).code).toBe('not_authorized');
    expect(rules(scenario.refused(exit, to('plan')))).toEqual(['already_exited']);
    scenario.do(recordEvidence, { kind: 'commit', text: 'abc1234 the fix' });
    expect(scenario.broken()).toEqual([]);
  });
});

describe('what blocks leaving (bundle contract 6)', () => {
  it('is told all at once, with the ids', () => {
    const scenario = startScenario();
    scenario.do(startAction, { scope: 'Notes', touches: ['a.md'], unneeded: 'asked for' });
    scenario.do(decide, { text: 'one' });
    scenario.do(decide, { text: 'two', dependsOn: ['D001'], words: 'yes' });
    scenario.do(ask, scopeQuestion());
    scenario.do(ask, scopeQuestion({ prompt: 'And then?' }));
    const refusal = scenario.refused(exit, to('execute'));
    expect(rules(refusal)).toEqual([
      'question_pending',
      'question_open',
      'decision_proposed',
      'action_open',
      'missing_goal',
      'missing_in_scope',
      'missing_out_of_scope',
      'missing_constraints',
      'missing_baseline',
      'missing_preservation_requirements',
      'missing_risks',
      'missing_requirements',
      'missing_plan',
      'missing_verification',
      'missing_handoff_notes',
    ]);
    const { blockers: all, question } = refusal.details as {
      blockers: Finding[];
      question: { id: string };
    };
    expect(all.slice(0, 4).map(({ ids }) => ids)).toEqual([
      ['Q001'],
      ['Q002'],
      ['D001', 'D002'],
      ['ACT-001'],
    ]);
    expect(question.id).toBe('Q001');
    for (const { detail, next } of all)
      expect([detail, next].every((words) => words.length > 5)).toBe(true);
  });

  it('names a question only when one waits', () => {
    const scenario = startScenario();
    scenario.do(startAction, { scope: 'Notes', touches: ['a.md'], unneeded: 'asked for' });
    expect(Object.keys(scenario.refused(exit, to('plan')).details as object)).toEqual(['blockers']);
  });

  it('is for planning only what is open or unsound', () => {
    const scenario = startScenario();
    expect(blockers(scenario, 'plan')).toEqual([]);
    scenario.do(ask, scopeQuestion({ material: false, default: '1' }));
    expect(blockers(scenario, 'plan')).toEqual(['question_pending']);
  });

  it('is no deferred question that is not material', () => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion({ material: false, default: '1', defer: true }));
    expect(blockers(scenario, 'plan')).toEqual([]);
  });

  it('is a proposal only when something rests on it, the plan included', () => {
    const scenario = startScenario();
    scenario.do(decide, { text: 'one' });
    expect(blockers(scenario, 'plan')).toEqual([]);
    scenario.do(handoff, { part: 'plan', text: '1. As D001 says' });
    expect(blockers(scenario, 'plan')).toEqual(['decision_proposed']);
    scenario.do(accept, { id: 'D001', words: 'yes' });
    expect(blockers(scenario, 'plan')).toEqual([]);
  });

  it('is whatever is stale', () => {
    const scenario = startScenario();
    scenario.do(decide, { text: 'one', words: 'yes' });
    scenario.do(require, { text: 'r', dependsOn: ['D001'] });
    scenario.do(decide, { text: 'two', words: 'yes', supersedes: ['D001'] });
    expect(blockers(scenario, 'plan')).toEqual(['requirement_stale']);
  });

  it('is an invalid bundle, by its findings', () => {
    const scenario = startScenario();
    scenario.add('extra.md', 'x');
    expect(blockers(scenario, 'plan')).toEqual(['file_undeclared']);
  });

  it('is a pause', () => {
    const scenario = startScenario();
    scenario.do(pause, {});
    expect(blockers(scenario, 'plan')).toEqual(['paused']);
  });

  it.each([
    ['context.md', '## Goal\n\nA right parser', '## Goal\n\nUnknown', 'missing_goal'],
    ['context.md', '## Goal\n\nA right parser', '## Goal\n\nNone', 'missing_goal'],
    ['context.md', '## In scope\n\nThe parser', '## In scope\n\nNone', 'missing_in_scope'],
    ['context.md', '## Out of scope\n\nNone', '## Out of scope\n\n', 'missing_out_of_scope'],
    ['context.md', '## Constraints\n\nNone', '', 'missing_constraints'],
    ['context.md', '## Baseline\n\nNone', '## Baseline\n\nUnknown', 'missing_baseline'],
    [
      'context.md',
      /## Preservation requirements\n\nNone/,
      '## Preservation requirements',
      'missing_preservation_requirements',
    ],
    ['context.md', '## Risks\n\nNone', '## Risks\n\nUnknown', 'missing_risks'],
    ['plan.md', '1. Fix it', 'We will fix it', 'missing_plan'],
    ['plan.md', '1. Fix it', '', 'missing_plan'],
    ['verification.md', 'Run the tests', 'Unknown', 'missing_verification'],
    ['evidence.md', /- .*Begin with src\/a\.ts/, 'None', 'missing_handoff_notes'],
  ])('is a handoff without all of its parts: %s %s → %s (%s)', (...row) => {
    const [path, from, words, rule] = row;
    const scenario = readyForExecution();
    scenario.edit(path, from, words);
    expect(blockers(scenario, 'execute')).toContain(rule);
    expect(blockers(scenario, 'plan')).not.toContain(rule);
  });

  it('is no plan without steps when there are phases', () => {
    const scenario = readyForExecution();
    scenario.edit('plan.md', '1. Fix it', 'We will fix it');
    scenario.do(handoff, { part: 'phase', title: 'One', text: 'x' });
    expect(blockers(scenario, 'execute')).toEqual([]);
  });

  it('is an execution without accepted decisions or requirements', () => {
    const scenario = startScenario();
    expect(blockers(scenario, 'execute')).toContain('missing_accepted_decisions');
    expect(blockers(scenario, 'execute')).toContain('missing_requirements');
    expect(blockers(readyForExecution(), 'execute')).toEqual([]);
  });
});

describe('a pause (bundle contract 6)', () => {
  it('keeps everything and is no exit', () => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion());
    scenario.do(pause, { note: 'until Monday' });
    expect(scenario.text('index.md')).toContain('\nMode status: Paused\n');
    expect(scenario.text('evidence.md')).toContain('— Paused: until Monday\n');
    expect(scenario.bundle().questions[0]?.status).toBe('pending');
    expect(scenario.broken()).toEqual([]);
    const before = scenario.texts;
    scenario.do(pause, {});
    expect(scenario.texts).toBe(before);
  });

  it('ends by an explicit continuation alone', () => {
    const scenario = startScenario();
    scenario.do(pause, {});
    expect(scenario.refused(decide, { text: 'x' }).next).toContain('resume');
    expect(scenario.refused(ask, scopeQuestion()).code).toBe('not_authorized');
    expect(scenario.refused(checkpoint, {}).code).toBe('not_authorized');
    expect(scenario.do(resume, { drift: {} })).toEqual({ was_paused: true });
    expect(scenario.text('index.md')).toContain('\nMode status: Active\n');
    expect(scenario.do(decide, { text: 'x' }).id).toBe('D001');
  });

  it('gives way to the question that waited', () => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion());
    scenario.do(pause, {});
    scenario.do(resume, { drift: {} });
    expect(scenario.text('index.md')).toContain('\nMode status: Awaiting decision\n');
  });
});

describe('resuming (bundle contract 1, 3)', () => {
  it('writes the drift down for revalidation and begins a session', () => {
    const scenario = startScenario();
    scenario.repository = { root: '/work tree', branch: 'fix', commit: 'b'.repeat(40) };
    scenario.do(resume, { drift: { branch: { was: 'main', is: 'fix' }, files: ['a.ts'] } });
    const index = scenario.text('index.md');
    expect(index).toContain(
      '- Revalidation required: Drift: branch main → fix; 1 file changed (a.ts)\n',
    );
    expect(index).toContain(`\nRepository: /work tree, fix, ${'b'.repeat(40)}\n`);
    expect(scenario.text('evidence.md')).toContain(
      '— Session resumed: drift: branch main → fix; 1 file changed (a.ts)\n',
    );
    scenario.do(resume, { drift: {} });
    expect(scenario.text('evidence.md')).toContain('— Session resumed: no drift\n');
    expect(scenario.broken()).toEqual([]);
  });

  it('leaves the line on revalidation alone when nothing has moved', () => {
    const scenario = startScenario();
    scenario.do(checkpoint, { revalidate: 'S001' });
    scenario.do(resume, { drift: {} });
    expect(scenario.text('index.md')).toContain('- Revalidation required: S001\n');
  });

  it('writes the place anew when the record was moved', () => {
    const scenario = startScenario();
    scenario.root = '/elsewhere/discussion/2026-11-30-no1-parser';
    scenario.do(resume, { drift: {}, workspace: '/elsewhere' });
    expect(scenario.text('index.md')).toMatch(
      /Resume instruction: .*\/elsewhere\/discussion\/2026-11-30-no1-parser/,
    );
    expect(scenario.text('index.md')).toContain('\nWorkspace: /elsewhere\n');
  });
});
