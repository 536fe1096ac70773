import { describe, expect, it } from 'vitest';
import {
  type Scenario,
  scopeQuestion,
  startScenario,
  trackerId,
} from '../../../test/support/bundle-scenario.ts';
import { pendingCard } from './question-card.ts';
import { type NextStep, nextStep, partFields, readStatus } from './status.ts';
import { answer } from './transitions/answer.ts';
import { ask } from './transitions/ask.ts';
import { checkpoint } from './transitions/checkpoint.ts';
import { decide } from './transitions/decide.ts';
import { exit, pause } from './transitions/exit.ts';
import { startAction } from './transitions/start-action.ts';

const next = (scenario: Scenario): NextStep => nextStep(scenario.bundle(), scenario.findings());

describe('the next thing to do (bundle contract 1)', () => {
  it('is the next safe action while nothing else waits', () => {
    const scenario = startScenario();
    scenario.do(checkpoint, { next: 'Read src/a.ts' });
    expect(next(scenario)).toEqual({ kind: 'act', text: 'Read src/a.ts' });
  });

  it('is the pending question, material or not', () => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion({ material: false, default: '1' }));
    expect(next(scenario)).toMatchObject({
      kind: 'ask',
      question: { id: 'Q001', default: '1. Minimal fix' },
    });
    scenario.do(ask, scopeQuestion({ prompt: 'And then?' }));
    expect(next(scenario)).toMatchObject({ kind: 'ask', question: { id: 'Q002', material: true } });
  });

  it('is a material question that was held back, once no other waits', () => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion({ defer: true }));
    expect(next(scenario)).toMatchObject({
      kind: 'ask',
      question: { id: 'Q001', status: 'deferred' },
    });
    expect(next(scenario).text).toContain('--raise Q001');
  });

  it('is the result of the open action', () => {
    const scenario = startScenario();
    scenario.do(startAction, { scope: 'Notes', touches: ['a.md'], unneeded: 'asked for' });
    expect(next(scenario)).toMatchObject({
      kind: 'finish_action',
      text: expect.stringContaining('finish ACT-001'),
    });
  });

  it('is the continuation of a paused discussion, and the workflow of one that was left', () => {
    const scenario = startScenario();
    scenario.do(pause, {});
    expect(next(scenario).kind).toBe('resume');
    const left = startScenario();
    left.do(exit, { target: 'plan', findings: [] });
    expect(next(left)).toMatchObject({
      kind: 'left',
      text: expect.stringContaining('plan record'),
    });
  });

  it('is a repair before all else when the record is not valid', () => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion());
    scenario.add('stray.md', 'x');
    expect(next(scenario)).toMatchObject({
      kind: 'repair',
      text: expect.stringContaining('stray.md'),
    });
  });
});

describe('where a discussion stands', () => {
  it('names what is accepted and open, and the question with its card', () => {
    const scenario = startScenario({ goal: 'A right parser' });
    scenario.do(decide, { text: 'one', words: 'yes' });
    scenario.do(decide, { text: 'two' });
    scenario.do(ask, scopeQuestion());
    scenario.do(ask, scopeQuestion({ prompt: 'And then?' }));
    expect(readStatus(scenario.bundle(), scenario.findings())).toMatchObject({
      tracker_id: trackerId,
      mode_status: 'Awaiting decision',
      profile: 'Lightweight',
      goal: 'A right parser',
      accepted_decisions: ['D001'],
      open_items: ['Q001', 'Q002', 'D002'],
      active_action: null,
      question: { id: 'Q001', ref: `bundle:${trackerId}#Q001~k0003001` },
      deferred_questions: ['Q002'],
      last_updated: '2026-11-30T09:04:00+01:00',
    });
  });

  it('is told by the fields of a part in their order', () => {
    expect(Object.keys(partFields(startScenario().bundle(), 'snapshot'))).toEqual([
      'Profile',
      'Required references',
      'Goal',
      'Current state',
      'Accepted decisions',
      'Open items',
      'Next safe action',
    ]);
  });
});

describe('the card of a question', () => {
  it('is the same whichever way it reaches a person: shown labels with the numbers that pick them', () => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion());
    expect(pendingCard(scenario.bundle())).toEqual({
      id: 'Q001',
      ref: `bundle:${trackerId}#Q001~k0001001`,
      status: 'pending',
      header: 'Scope',
      prompt: 'Which scope should the fix take?',
      options: [
        {
          number: 1,
          label: 'Minimal fix (Recommended)',
          description: 'One file; the old path stays.',
          recommended: true,
        },
        {
          number: 2,
          label: 'Broader cleanup',
          description: 'Ten files; the old path goes.',
          recommended: false,
        },
        {
          number: 3,
          label: 'Planning only',
          description: 'No file changes yet.',
          recommended: false,
        },
      ],
      material: true,
    });
    scenario.do(answer, { words: 'Minimal fix (Recommended)', via: 'picked' });
    expect(pendingCard(scenario.bundle())).toBeUndefined();
    expect(scenario.bundle().questions[0]?.answer).toMatchObject({
      choice: '1. Minimal fix',
      via: 'picked',
    });
  });
});
