import { describe, expect, it } from 'vitest';
import {
  beginStory,
  type Story,
  scopeQuestion,
  storyOf,
} from '../../../../test/support/bundle-story.ts';
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
const blockers = (story: Story, target: 'plan' | 'execute'): string[] =>
  exitBlockers(story.bundle(), target, story.findings()).map(({ rule }) => rule);

/** A discussion in which everything that execution needs is there. */
const readyForExecution = (): Story => storyOf(readyTexts, 60);

function makeReady(): Story {
  const story = beginStory({ goal: 'A right parser' });
  for (const section of [
    'In scope',
    'Out of scope',
    'Constraints',
    'Baseline',
    'Preservation requirements',
    'Risks',
  ] as const) {
    story.do(recordContext, { section, text: section === 'In scope' ? 'The parser' : 'None' });
  }
  story.do(ask, scopeQuestion());
  story.do(answer, { words: '1', via: 'typed' });
  story.do(decide, { text: 'Fix one file', from: 'Q001' });
  story.do(require, { text: 'No slower' });
  story.do(handoff, { part: 'plan', text: '1. Fix it' });
  story.do(handoff, { part: 'verification', text: 'Run the tests' });
  story.do(recordEvidence, { kind: 'handoff', text: 'Begin with src/a.ts' });
  return story;
}

const readyTexts = makeReady().texts;

describe('leaving (bundle contract 6)', () => {
  it.each(['', 'stop', 'start coding', 'exit discuss', 'turn off', 'implement'])(
    'by %j is answered with the two ways and the recommended one',
    (words) => {
      const story = beginStory();
      const refusal = story.refused(exit, to(words));
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
    const story = beginStory();
    story.do(exit, { ...to('plan'), planRecord: 'plans/2026-11-30.md', words: 'plan it, please' });
    const index = story.text('index.md');
    expect(index).toContain('\nMode status: Exited\n');
    expect(index).toContain('\nExecution readiness: Not ready\nExecute mode: Inactive\n');
    expect(index).toContain('\nProfile: Lightweight\n');
    expect(index).toContain('- Current work: Planning continues in plans/2026-11-30.md');
    // A record that was left refuses to be resumed, so that it names no command for it.
    expect(index).toMatch(
      /^Resume instruction: Plan on the basis of the canonical root \/work tree\/.* \(tracker ID 0193a4f0-.*\): read index\.md and every file of its manifest there, then go on in plans\/2026-11-30\.md$/m,
    );
    expect(index).not.toMatch(/^Status:/m);
    expect(story.text('evidence.md')).toContain('— Exited to plan: plan it, please\n');
    expect(story.broken()).toEqual([]);
  });

  it('for execution writes all that the handoff needs at once', () => {
    const story = readyForExecution();
    expect(blockers(story, 'execute')).toEqual([]);
    expect(story.do(exit, to('execute'))).toMatchObject({
      mode_status: 'Exited',
      execution_readiness: 'Ready',
      profile: 'Durable',
    });
    const index = story.text('index.md');
    expect(index).toContain(
      '\nMode status: Exited\nStatus: Approved for execution\nExecution readiness: Ready\nExecute mode: Ready\n',
    );
    expect(index).toContain('\nProfile: Durable\n');
    expect(index).toMatch(
      /Resume instruction: Execute the approved plan of the canonical root \/work tree\/.* \(tracker ID 0193a4f0-/,
    );
    expect(index).toContain('- Last completed: Discussion, approved for execution');
    expect(story.text('evidence.md')).toContain('— Exited to execute\n');
    expect(story.broken()).toEqual([]);
  });

  it('never lowers the profile Audited', () => {
    const story = readyForExecution();
    story.do(checkpoint, { profile: 'Audited' });
    expect(story.do(exit, to('execute')).profile).toBe('Audited');
    expect(story.text('index.md')).toContain('\nProfile: Audited\n');
  });

  it('closes the record to everything but evidence', () => {
    const story = beginStory();
    story.do(exit, to('plan'));
    expect(story.refused(decide, { text: 'x' }).code).toBe('not_authorized');
    expect(story.refused(ask, scopeQuestion()).code).toBe('not_authorized');
    expect(story.refused(resume, { drift: {} }).code).toBe('not_authorized');
    expect(story.refused(pause, {}).code).toBe('not_authorized');
    expect(rules(story.refused(exit, to('plan')))).toEqual(['already_exited']);
    story.do(recordEvidence, { kind: 'commit', text: 'abc1234 the fix' });
    expect(story.broken()).toEqual([]);
  });
});

describe('what blocks leaving (bundle contract 6)', () => {
  it('is told all at once, with the ids', () => {
    const story = beginStory();
    story.do(startAction, { scope: 'Notes', touches: ['a.md'], unneeded: 'asked for' });
    story.do(decide, { text: 'one' });
    story.do(decide, { text: 'two', dependsOn: ['D001'], words: 'yes' });
    story.do(ask, scopeQuestion());
    story.do(ask, scopeQuestion({ prompt: 'And then?' }));
    const refusal = story.refused(exit, to('execute'));
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
    const story = beginStory();
    story.do(startAction, { scope: 'Notes', touches: ['a.md'], unneeded: 'asked for' });
    expect(Object.keys(story.refused(exit, to('plan')).details as object)).toEqual(['blockers']);
  });

  it('is for planning only what is open or unsound', () => {
    const story = beginStory();
    expect(blockers(story, 'plan')).toEqual([]);
    story.do(ask, scopeQuestion({ material: false, default: '1' }));
    expect(blockers(story, 'plan')).toEqual(['question_pending']);
  });

  it('is no deferred question that is not material', () => {
    const story = beginStory();
    story.do(ask, scopeQuestion({ material: false, default: '1', defer: true }));
    expect(blockers(story, 'plan')).toEqual([]);
  });

  it('is a proposal only when something rests on it, the plan included', () => {
    const story = beginStory();
    story.do(decide, { text: 'one' });
    expect(blockers(story, 'plan')).toEqual([]);
    story.do(handoff, { part: 'plan', text: '1. As D001 says' });
    expect(blockers(story, 'plan')).toEqual(['decision_proposed']);
    story.do(accept, { id: 'D001', words: 'yes' });
    expect(blockers(story, 'plan')).toEqual([]);
  });

  it('is whatever is stale', () => {
    const story = beginStory();
    story.do(decide, { text: 'one', words: 'yes' });
    story.do(require, { text: 'r', dependsOn: ['D001'] });
    story.do(decide, { text: 'two', words: 'yes', supersedes: ['D001'] });
    expect(blockers(story, 'plan')).toEqual(['requirement_stale']);
  });

  it('is an invalid bundle, by its findings', () => {
    const story = beginStory();
    story.add('extra.md', 'x');
    expect(blockers(story, 'plan')).toEqual(['file_undeclared']);
  });

  it('is a pause', () => {
    const story = beginStory();
    story.do(pause, {});
    expect(blockers(story, 'plan')).toEqual(['paused']);
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
    const story = readyForExecution();
    story.edit(path, from, words);
    expect(blockers(story, 'execute')).toContain(rule);
    expect(blockers(story, 'plan')).not.toContain(rule);
  });

  it('is no plan without steps when there are phases', () => {
    const story = readyForExecution();
    story.edit('plan.md', '1. Fix it', 'We will fix it');
    story.do(handoff, { part: 'phase', title: 'One', text: 'x' });
    expect(blockers(story, 'execute')).toEqual([]);
  });

  it('is an execution without accepted decisions or requirements', () => {
    const story = beginStory();
    expect(blockers(story, 'execute')).toContain('missing_accepted_decisions');
    expect(blockers(story, 'execute')).toContain('missing_requirements');
    expect(blockers(readyForExecution(), 'execute')).toEqual([]);
  });
});

describe('a pause (bundle contract 6)', () => {
  it('keeps everything and is no exit', () => {
    const story = beginStory();
    story.do(ask, scopeQuestion());
    story.do(pause, { note: 'until Monday' });
    expect(story.text('index.md')).toContain('\nMode status: Paused\n');
    expect(story.text('evidence.md')).toContain('— Paused: until Monday\n');
    expect(story.bundle().questions[0]?.status).toBe('pending');
    expect(story.broken()).toEqual([]);
    const before = story.texts;
    story.do(pause, {});
    expect(story.texts).toBe(before);
  });

  it('ends by an explicit continuation alone', () => {
    const story = beginStory();
    story.do(pause, {});
    expect(story.refused(decide, { text: 'x' }).next).toContain('resume');
    expect(story.refused(ask, scopeQuestion()).code).toBe('not_authorized');
    expect(story.refused(checkpoint, {}).code).toBe('not_authorized');
    expect(story.do(resume, { drift: {} })).toEqual({ was_paused: true });
    expect(story.text('index.md')).toContain('\nMode status: Active\n');
    expect(story.do(decide, { text: 'x' }).id).toBe('D001');
  });

  it('gives way to the question that waited', () => {
    const story = beginStory();
    story.do(ask, scopeQuestion());
    story.do(pause, {});
    story.do(resume, { drift: {} });
    expect(story.text('index.md')).toContain('\nMode status: Awaiting decision\n');
  });
});

describe('resuming (bundle contract 1, 3)', () => {
  it('writes the drift down for revalidation and begins a session', () => {
    const story = beginStory();
    story.repository = { root: '/work tree', branch: 'fix', commit: 'b'.repeat(40) };
    story.do(resume, { drift: { branch: { was: 'main', is: 'fix' }, files: ['a.ts'] } });
    const index = story.text('index.md');
    expect(index).toContain(
      '- Revalidation required: Drift: branch main → fix; 1 file changed (a.ts)\n',
    );
    expect(index).toContain(`\nRepository: /work tree, fix, ${'b'.repeat(40)}\n`);
    expect(story.text('evidence.md')).toContain(
      '— Session resumed: drift: branch main → fix; 1 file changed (a.ts)\n',
    );
    story.do(resume, { drift: {} });
    expect(story.text('evidence.md')).toContain('— Session resumed: no drift\n');
    expect(story.broken()).toEqual([]);
  });

  it('leaves the line on revalidation alone when nothing has moved', () => {
    const story = beginStory();
    story.do(checkpoint, { revalidate: 'S001' });
    story.do(resume, { drift: {} });
    expect(story.text('index.md')).toContain('- Revalidation required: S001\n');
  });

  it('writes the place anew when the record was moved', () => {
    const story = beginStory();
    story.root = '/elsewhere/discussion/2026-11-30-no1-parser';
    story.do(resume, { drift: {}, workspace: '/elsewhere' });
    expect(story.text('index.md')).toMatch(
      /Resume instruction: .*\/elsewhere\/discussion\/2026-11-30-no1-parser/,
    );
    expect(story.text('index.md')).toContain('\nWorkspace: /elsewhere\n');
  });
});
