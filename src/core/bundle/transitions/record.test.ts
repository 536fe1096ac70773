import { describe, expect, it } from 'vitest';
import {
  type Scenario,
  scopeQuestion,
  startScenario,
} from '../../../../test/support/bundle-scenario.ts';
import { readLog } from '../evidence-log.ts';
import { ask } from './ask.ts';
import { checkpoint } from './checkpoint.ts';
import { recordContext, recordSource } from './context.ts';
import { recordEvidence } from './evidence.ts';
import { handoff } from './handoff.ts';

const phase = (title: string, dependsOn: string[] = []) => ({
  part: 'phase' as const,
  title,
  text: '1. Do it\n',
  dependsOn,
});

describe('context (bundle contract 2)', () => {
  it('takes the place of Unknown, then is added to', () => {
    const scenario = startScenario();
    scenario.do(recordContext, { section: 'In scope', text: 'The parser' });
    expect(scenario.text('context.md')).toContain('## In scope\n\nThe parser\n\n## Out of scope');
    const { text } = scenario.do(recordContext, {
      section: 'In scope',
      text: '- its tests\n- its docs',
    });
    expect(text).toBe('The parser\n\n- its tests\n- its docs');
    expect(scenario.text('context.md')).toContain(
      '## In scope\n\nThe parser\n\n- its tests\n- its docs\n\n## Out of scope',
    );
    scenario.do(recordContext, { section: 'In scope', text: 'All', replace: true });
    expect(scenario.text('context.md')).toContain('## In scope\n\nAll\n\n## Out of scope');
    expect(scenario.broken()).toEqual([]);
  });

  it('leaves the goal alone when another section is written', () => {
    const scenario = startScenario({ goal: 'A right parser' });
    scenario.do(recordContext, { section: 'Risks', text: 'Loss of speed' });
    expect(scenario.text('index.md')).toContain('\nGoal: A right parser\n');
    expect(scenario.refused(recordContext, { section: 'Background', text: ' \n' }).code).toBe(
      'invalid_input',
    );
  });

  it('says None truthfully, and not below something else', () => {
    const scenario = startScenario();
    scenario.do(recordContext, { section: 'Risks', text: 'None' });
    scenario.do(recordContext, { section: 'Risks', text: 'Loss of speed' });
    expect(scenario.refused(recordContext, { section: 'Risks', text: 'none' }).code).toBe(
      'invalid_input',
    );
    expect(scenario.refused(recordContext, { section: 'Risks', text: ' ' }).code).toBe(
      'invalid_input',
    );
    expect(scenario.text('context.md')).toContain('## Risks\n\nLoss of speed\n');
  });

  it('keeps one goal, in the snapshot too', () => {
    const scenario = startScenario({ goal: 'A parser that is right' });
    expect(scenario.text('index.md')).toContain('\nGoal: A parser that is right\n');
    scenario.do(recordContext, { section: 'Goal', text: 'A parser that is\nright and fast' });
    expect(scenario.text('context.md')).toContain(
      '## Goal\n\nA parser that is\nright and fast\n\n',
    );
    expect(scenario.text('index.md')).toContain('\nGoal: A parser that is right and fast\n');
  });

  it('holds words that look like structure as a quote', () => {
    const scenario = startScenario();
    const text = 'first\n## Risks\n| S009 | forged |\n<!-- x -->';
    scenario.do(recordContext, { section: 'Background', text });
    expect(scenario.text('context.md')).toContain(
      '> first\n> ## Risks\n> | S009 | forged |\n> &lt;!-- x -->\n',
    );
    expect(scenario.bundle().sources).toEqual([]);
  });

  it('records a source as a row with an id and a key', () => {
    const scenario = startScenario();
    const source = {
      claim: 'It is | slow',
      classification: 'verified' as const,
      source: 'bench/a.ts:3',
    };
    expect(scenario.do(recordSource, source)).toMatchObject({
      id: 'S001',
      classification: 'verified',
    });
    scenario.do(recordSource, {
      ...source,
      claim: 'two',
      observedAt: 'yesterday',
      result: 'same',
      revalidateWhen: 'it changes',
    });
    expect(scenario.text('context.md')).toContain(
      '| S001 <!-- key:k0001001 --> | It is \\| slow | verified | bench/a.ts:3 | 2026-11-30T09:01:00+01:00 | None | Unknown |\n' +
        '| S002 <!-- key:k0002001 --> | two | verified | bench/a.ts:3 | yesterday | same | it changes |\n',
    );
    expect(scenario.refused(recordSource, { ...source, claim: '' }).code).toBe('invalid_input');
    expect(scenario.refused(recordSource, { ...source, source: '' }).code).toBe('invalid_input');
  });

  it('keeps what is written below the table of sources, and needs the table', () => {
    const scenario = startScenario();
    scenario.edit('context.md', '## Baseline', 'See also the wiki.\n\n## Baseline');
    const source = { claim: 'c', classification: 'inferred' as const, source: 's' };
    scenario.do(recordSource, source);
    expect(scenario.text('context.md')).toMatch(/\| S001 .*\|\n\nSee also the wiki\./);
    scenario.edit('context.md', /\n\|.*(?=\n)/g, '');
    expect(scenario.refused(recordSource, source).message).toContain('the table of sources');
  });
});

describe('a source without its section', () => {
  it('is refused with the place', () => {
    const scenario = startScenario();
    scenario.edit('context.md', '## Sources', '## Origins');
    const source = { claim: 'c', classification: 'inferred' as const, source: 's' };
    expect(scenario.refused(recordSource, source).message).toContain('the section "## Sources"');
  });
});

describe('evidence (bundle contract 2)', () => {
  it('is appended to the log with time, zone, id and key', () => {
    const scenario = startScenario();
    const { id, ref } = scenario.do(recordEvidence, { text: 'npm test: 12 passed' });
    expect([id, ref.split('#')[1]]).toEqual(['E002', 'E002~k0001001']);
    scenario.do(recordEvidence, { text: 'two\nlines', about: ['E002'] });
    expect(scenario.text('evidence.md')).toContain(
      '- E002 <!-- key:k0001001 --> 2026-11-30T09:01:00+01:00 — Evidence: npm test: 12 passed\n' +
        '- E003 <!-- key:k0002001 --> 2026-11-30T09:02:00+01:00 — Evidence on E002<!--k0001001-->\n  > two\n  > lines\n\n## Handoff notes',
    );
    expect(readLog(scenario.bundle()).map(({ id: one }) => one)).toEqual(['E001', 'E002', 'E003']);
    expect(scenario.refused(recordEvidence, { text: '' }).code).toBe('invalid_input');
    expect(scenario.refused(recordEvidence, { text: 'x', about: ['E9'] }).code).toBe('not_found');
  });

  it.each([
    ['handoff', 'Handoff notes'],
    ['amendment', 'Amendments'],
    ['commit', 'Commit records'],
  ] as const)('of kind %s stands under its heading and in the log', (kind, heading) => {
    const scenario = startScenario();
    scenario.do(recordEvidence, { kind, text: 'one' });
    scenario.do(recordEvidence, { kind, text: 'two\nlines' });
    const [, section = ''] = scenario.text('evidence.md').split(`## ${heading}\n\n`);
    expect(scenario.text('evidence.md')).toMatch(
      /\n- E002 <!-- key:k0001001 --> .* recorded\n- E003 /,
    );
    expect(section).toMatch(
      /^- 2026-11-30T09:01:00\+01:00 \(E002<!--k0001001-->\): one\n\n- .*:\n {2}> two\n {2}> lines\n/,
    );
    expect(scenario.broken()).toEqual([]);
  });
});

describe('a checkpoint (bundle contract 1)', () => {
  it('keeps words that look like a comment, and reads back what was given', () => {
    const scenario = startScenario();
    scenario.do(checkpoint, { currentState: 'the <!-- marker --> moved', currentWork: 'a\n\tb' });
    expect(scenario.text('index.md')).toContain('\nCurrent state: the &lt;!-- marker --> moved\n');
    expect(scenario.do(checkpoint, { currentState: 'the <!-- marker --> moved' }).changed).toEqual(
      [],
    );
    expect(scenario.text('index.md')).toContain('- Current work: a b\n');
  });

  it('writes snapshot and checkpoint, and leaves what is not given', () => {
    const scenario = startScenario();
    const { changed } = scenario.do(checkpoint, {
      currentState: 'Scope is clear',
      lastCompleted: 'Reading',
      currentWork: 'the gate',
      next: 'Read src/a.ts',
      deferred: 'Docs',
      revalidate: 'S001',
      blockedBy: 'the build',
      profile: 'Audited',
    });
    expect(changed).toHaveLength(8);
    const index = scenario.text('index.md');
    expect(index).toContain('\nProfile: Audited\n');
    expect(index).toContain('\nCurrent state: Scope is clear\n');
    expect(index.match(/Next safe action: Read src\/a\.ts\n/g)).toHaveLength(2);
    expect(index).toContain('- Blocking decision or dependency: the build\n');
    expect(index).toContain('- Deferred work: Docs\n');
    expect(scenario.broken()).toEqual([]);
  });

  it('cannot talk a pending question away', () => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion());
    scenario.do(checkpoint, { next: 'Start coding', currentWork: 'the gate' });
    expect(
      scenario.text('index.md').match(/Next safe action: Wait for the user's answer to Q001/g),
    ).toHaveLength(2);
  });

  it('keeps the stages that the agent is in', () => {
    const scenario = startScenario();
    scenario.do(checkpoint, { requires: ['actions'] });
    expect(scenario.text('index.md')).toContain(
      'Required references: references/tracker.md, references/actions.md\n',
    );
    scenario.do(checkpoint, { releases: ['actions'] });
    expect(scenario.text('index.md')).toContain('Required references: references/tracker.md\n');
    scenario.do(ask, scopeQuestion());
    scenario.do(checkpoint, { releases: ['response'] });
    expect(scenario.text('index.md')).toContain('references/response-workflow.md\n');
  });

  it('brings up to date what a person has changed in the other files', () => {
    const scenario = startScenario();
    scenario.edit(
      'decisions.md',
      '## Decisions\n\nNone',
      '## Decisions\n\n### D001: By hand\n\n- Status: Accepted',
    );
    expect(scenario.broken()).toEqual(['index_stale D001']);
    scenario.do(checkpoint, {});
    expect(scenario.text('index.md')).toContain('\nAccepted decisions: D001\n');
    expect(scenario.broken()).toEqual([]);
  });
});

describe('the handoff (bundle contract 2)', () => {
  it('adds plan, verification and phases, declared and with their waves', () => {
    const scenario = startScenario();
    scenario.do(handoff, { part: 'plan', text: '1. Fix\n' });
    scenario.do(handoff, { part: 'verification', text: '# How\n\nRun the tests' });
    expect(scenario.do(handoff, phase('Parser: fix'))).toEqual({
      path: 'phases/P01-parser-fix.md',
      id: 'P01',
      wave: 1,
    });
    expect(scenario.do(handoff, phase('Docs', ['p1']))).toMatchObject({ id: 'P02', wave: 2 });
    expect(scenario.text('plan.md')).toBe('# Plan\n\n1. Fix\n');
    expect(scenario.text('verification.md')).toBe('# How\n\nRun the tests\n');
    expect(scenario.text('phases/P02-docs.md')).toContain('Depends on: P01\nWave: 2\n\n1. Do it\n');
    expect(scenario.text('index.md')).toContain(
      'evidence.md\nplan.md\nverification.md\nphases/P01-parser-fix.md\nphases/P02-docs.md\n<!-- workflow-manifest:end -->',
    );
    expect(scenario.broken()).toEqual([]);
  });

  it('replaces a plan, and no phase', () => {
    const scenario = startScenario();
    scenario.do(handoff, { part: 'plan', text: '1. a' });
    scenario.do(handoff, { part: 'plan', text: '1. b' });
    expect(scenario.text('plan.md')).toBe('# Plan\n\n1. b\n');
    expect(scenario.text('index.md').match(/^plan\.md$/gm)).toHaveLength(1);
  });

  it.each<[string, Parameters<typeof handoff>[1], string]>([
    ['a blank plan', { part: 'plan', text: ' ' }, 'invalid_input'],
    ['a phase without a title', { ...phase(' ') }, 'invalid_input'],
    ['a phase behind an unknown one', phase('x', ['P07']), 'not_found'],
  ])('refuses %s', (_, input, code) => {
    expect(startScenario().refused(handoff, input).code).toBe(code);
  });

  it('waits for the answer to a material question', () => {
    const scenario: Scenario = startScenario();
    scenario.do(ask, scopeQuestion());
    expect(scenario.refused(handoff, { part: 'plan', text: 'x' }).code).toBe('question_pending');
  });
});
