import { describe, expect, it } from 'vitest';
import {
  type Scenario,
  type scenarioOf,
  scopeQuestion,
  startScenario,
} from '../../../test/support/bundle-scenario.ts';
import type { Refusal } from '../refusal.ts';
import { answer } from './transitions/answer.ts';
import { ask, raise } from './transitions/ask.ts';
import { checkpoint } from './transitions/checkpoint.ts';
import { recordContext, recordSource } from './transitions/context.ts';
import { accept, decide } from './transitions/decide.ts';
import { recordEvidence } from './transitions/evidence.ts';
import { exit, pause } from './transitions/exit.ts';
import { finishAction } from './transitions/finish-action.ts';
import { handoff } from './transitions/handoff.ts';
import { resume } from './transitions/resume.ts';
import { startAction } from './transitions/start-action.ts';
import { assume, require } from './transitions/statement.ts';

/** A command as a test of it: it is refused, or goes through. */
interface Command {
  readonly refused: (scenario: Scenario) => Refusal;
  readonly done: (scenario: Scenario) => unknown;
}
type Rule<Input> = Parameters<typeof scenarioOf>[0] extends never
  ? never
  : (bundle: never, input: Input, circumstances: never) => unknown;

function command<Input>(rule: Rule<Input>, input: Input): Command {
  const transition = rule as never;
  return {
    refused: (scenario) => scenario.refused(transition, input as never),
    done: (scenario) => scenario.do(transition, input as never),
  };
}

const source = { claim: 'c', classification: 'verified' as const, source: 's' };
const finish = { result: 'completed' as const, changed: [], checks: 'read' };
const start = { scope: 'Notes', touches: ['a.md'], unneeded: 'asked for' };

const commands: Readonly<Record<string, Command>> = {
  ask: command(ask, scopeQuestion({ prompt: 'And then?' })),
  raise: command(raise, { id: 'Q001' }),
  answer: command(answer, { words: '1', via: 'typed' as const }),
  decide: command(decide, { text: 'x' }),
  accept: command(accept, { id: 'D001', words: 'yes' }),
  assume: command(assume, { text: 'x' }),
  require: command(require, { text: 'x' }),
  evidence: command(recordEvidence, { text: 'x' }),
  context: command(recordContext, { section: 'Risks' as const, text: 'x' }),
  source: command(recordSource, source),
  start: command(startAction, start),
  finish: command(finishAction, finish),
  checkpoint: command(checkpoint, {}),
  handoff: command(handoff, { part: 'plan' as const, text: '1. x' }),
  pause: command(pause, {}),
  resume: command(resume, { drift: {} }),
};
const named = (names: string): [string, Command][] =>
  names.split(' ').map((name) => [name, commands[name] ?? command(ask, scopeQuestion())]);

/** With a pending question, a proposal and an open action, so that every command has something to do. */
function busy(): Scenario {
  const scenario = startScenario();
  scenario.do(decide, { text: 'one' });
  scenario.do(startAction, start);
  scenario.do(ask, scopeQuestion());
  return scenario;
}

const paused = (): Scenario => {
  const scenario = busy();
  scenario.do(pause, {});
  return scenario;
};

const left = (): Scenario => {
  const scenario = startScenario();
  scenario.do(decide, { text: 'one' });
  scenario.do(exit, { target: 'plan', findings: [] });
  return scenario;
};

describe('the gate', () => {
  it.each(named('decide accept assume require start handoff'))(
    'refuses %s while a material question waits, with the question (bundle contract 4)',
    (_, { refused }) => {
      const refusal = refused(busy());
      expect(refusal).toMatchObject({
        code: 'question_pending',
        details: { question: { id: 'Q001' } },
      });
      expect(refusal.next).toContain('discuss bundle answer Q001');
    },
  );

  it.each(named('ask answer evidence context source finish checkpoint pause resume'))(
    'lets %s through while a material question waits (bundle contract 4)',
    (_, { done }) => {
      done(busy());
    },
  );

  it.each(named('ask raise decide accept assume require context source start checkpoint handoff'))(
    'refuses %s while the discussion is paused, and names the way back (bundle contract 6)',
    (_, { refused }) => {
      const refusal = refused(paused());
      expect(refusal).toMatchObject({
        code: 'not_authorized',
        message: 'this discussion is paused',
      });
      expect(refusal.next).toContain('discuss bundle resume');
    },
  );

  it.each(named('answer evidence finish pause resume'))(
    'lets %s through while it is paused',
    (_, { done }) => {
      done(paused());
    },
  );

  it.each(
    named(
      'ask raise answer decide accept assume require context source start finish checkpoint handoff pause resume',
    ),
  )('refuses %s once the discussion was left (bundle contract 6)', (_, { refused }) => {
    expect(refused(left())).toMatchObject({
      code: 'not_authorized',
      message: expect.stringContaining('has been left'),
    });
  });

  it('lets evidence through once it was left', () => {
    commands['evidence']?.done(left());
  });

  it('holds back what rests on a blocked entry through others too, and nothing else (bundle contract 4)', () => {
    const scenario = startScenario();
    scenario.do(decide, { text: 'blocked', words: 'yes' });
    scenario.do(require, { text: 'on it', dependsOn: ['D001'] });
    scenario.do(decide, { text: 'apart', words: 'yes' });
    scenario.do(decide, { text: 'proposal', dependsOn: ['R001'] });
    scenario.do(ask, scopeQuestion({ blocks: ['D001'] }));
    const held = [
      scenario.refused(decide, { text: 'x', words: 'yes', dependsOn: ['D001'] }),
      scenario.refused(decide, { text: 'x', words: 'yes', dependsOn: ['D002', 'R001'] }),
      scenario.refused(accept, { id: 'D003', words: 'yes' }),
    ];
    expect(held.map(({ code }) => code)).toEqual(Array(3).fill('question_pending'));
    scenario.do(decide, { text: 'y', words: 'yes', dependsOn: ['D002'] });
  });

  it('of a pending question that is not material is open', () => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion({ material: false, default: '1' }));
    scenario.do(startAction, start);
  });
});

describe('what a command names', () => {
  const unknown: [string, Command][] = [
    ['a question to revise', command(ask, scopeQuestion({ revises: 'Q009' }))],
    ['what a question blocks', command(ask, scopeQuestion({ blocks: ['D009'] }))],
    ['a question to raise', command(raise, { id: 'Q009' })],
    ['a question to answer', command(answer, { id: 'Q009', words: '1', via: 'typed' as const })],
    ['a decision to accept', command(accept, { id: 'D009', words: 'yes' })],
    ['the consent to a decision', command(accept, { id: 'D001', from: 'Q009' })],
    ['what a decision comes from', command(decide, { text: 'x', from: 'Q009' })],
    ['what a decision rests on', command(decide, { text: 'x', dependsOn: ['S009'] })],
    ['what a decision supersedes', command(decide, { text: 'x', supersedes: ['D009'] })],
    ['what an assumption rests on', command(assume, { text: 'x', dependsOn: ['Q009'] })],
    ['what a requirement supersedes', command(require, { text: 'x', supersedes: ['R009'] })],
    ['what an action rests on', command(startAction, { ...start, dependsOn: ['D009'] })],
    ['the consent to an action', command(startAction, { ...start, from: 'Q009' })],
    ['an action to finish', command(finishAction, { ...finish, id: 'ACT-009' })],
    ['what evidence is about', command(recordEvidence, { text: 'x', about: ['D009'] })],
  ];

  it.each(unknown)('must be in the record: %s', (_, { refused }) => {
    const scenario = startScenario();
    scenario.do(decide, { text: 'one' });
    expect(refused(scenario).code).toBe('not_found');
  });
});
