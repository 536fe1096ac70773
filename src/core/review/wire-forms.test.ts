import { describe, expect, it } from 'vitest';
import { beginReview, type ReviewScenario, timeAt } from '../../../test/support/review-scenario.ts';
import { decideDelete, decideResolve } from './decide-thread-change.ts';
import type { Draft, DraftScope } from './draft.ts';
import { wireDraft, wireFiles, wireState, wireThread } from './wire-forms.ts';

const live = { agentListening: false };

function stateOf(scenario: ReviewScenario, drafts: readonly Draft[] = []) {
  const state = wireState(scenario.state, drafts, live);
  expect(JSON.parse(JSON.stringify(state))).toStrictEqual(state);
  return state;
}

function draft(target: DraftScope, key: string, text: string | null): Draft {
  return { target, key, text, at: timeAt(9), position: 9 };
}

describe('the state (review contract 4)', () => {
  it('of a fresh review is empty and has every field', () => {
    expect(stateOf(beginReview())).toMatchObject({
      threads: [],
      replies: {},
      takes: {},
      resolutions: {},
      drafts: { newThread: {}, followup: {} },
      sourceVersion: 0,
      files: [{ id: 'f-1', path: 'plan.md', kind: 'markdown' }],
    });
  });

  it('has an entry of replies and takes, possibly empty, for every thread', () => {
    const scenario = beginReview();
    scenario.open();
    scenario.open();
    scenario.reply('u-2', 'So?');
    const { replies, takes } = stateOf(scenario);
    expect(Object.keys(replies)).toEqual(['u-1', 'u-2']);
    expect(takes).toEqual({ 'u-1': [], 'u-2': [] });
    expect(replies['u-2']).toMatchObject([{ id: 'r-1', text: 'So?' }]);
  });

  it('leaves out deleted threads and all that hangs on them', () => {
    const scenario = beginReview();
    scenario.open();
    scenario.reply('u-1', 'So?');
    scenario.do((state, context) => decideResolve(state, { threadId: 'u-1' }, context));
    scenario.do((state, context) => decideDelete(state, 'u-1', context));
    const followup = draft({ scope: 'followup', threadId: 'u-1' }, 'u-1', 'abc');
    expect(stateOf(scenario, [followup])).toMatchObject({
      threads: [],
      replies: {},
      takes: {},
      resolutions: {},
      drafts: { newThread: {}, followup: {} },
    });
  });

  it('keeps drafts under their keys and passes over cleared ones', () => {
    const scenario = beginReview();
    scenario.open();
    const place = { scope: 'newThread', fileId: 'f-1', anchorStart: 2, anchorEnd: 2 } as const;
    const { drafts } = stateOf(scenario, [
      draft(place, 'f-1|2-2', 'one'),
      draft({ ...place, anchorEnd: 3 }, 'f-1|2-3', null),
      draft({ scope: 'followup', threadId: 'u-1' }, 'u-1', 'two'),
    ]);
    expect(drafts.newThread).toEqual({
      'f-1|2-2': { ...place, text: 'one', updatedAt: timeAt(9) },
    });
    expect(drafts.followup).toMatchObject({ 'u-1': { text: 'two', updatedAt: timeAt(9) } });
  });

  it('shows resolutions, and verdict options where they were asked for', () => {
    const option = { id: 'go', label: 'Go', style: 'neutral', feedbackRequired: false } as const;
    const verdictConfig = { prompt: 'Well?', options: [option] };
    const scenario = beginReview({ started: { verdictConfig } });
    scenario.open();
    scenario.do((state, context) =>
      decideResolve(state, { threadId: 'u-1', decision: 'x' }, context),
    );
    expect(stateOf(scenario)).toMatchObject({
      resolutions: { 'u-1': { decision: 'x', resolvedAt: timeAt(2) } },
      verdictConfig,
    });
    expect(stateOf(beginReview())).not.toHaveProperty('verdictConfig');
  });
});

describe('a thread (review contract 4)', () => {
  it('says that it is orphaned or moved only when it is', () => {
    const scenario = beginReview();
    scenario.open();
    const threadOf = () => stateOf(scenario).threads[0];
    expect(threadOf()).not.toHaveProperty('orphaned');
    expect(threadOf()).not.toHaveProperty('moved');
    scenario.push('Other.\n', { threadAnchors: [{ threadId: 'u-1', orphaned: true }] });
    expect(threadOf()).toMatchObject({ orphaned: true, anchorStart: 2 });
  });

  it('carries lines where it stands on lines, and no such field otherwise', () => {
    const scenario = beginReview();
    scenario.open({ anchorStart: 4, anchorEnd: 4, lineRange: { start: 1, end: 2 } });
    scenario.open();
    const [lines, block] = stateOf(scenario).threads;
    expect(lines?.lineRange).toEqual({ start: 1, end: 2 });
    expect(block).not.toHaveProperty('lineRange');
  });
});

describe('delivery (review contract 8)', () => {
  it('is saved, then delivered when an agent has received it, then answered by a take', () => {
    const scenario = beginReview();
    const deliveries = () => {
      const { threads, replies } = stateOf(scenario);
      return [...threads, ...Object.values(replies).flat()].map(({ delivery }) => delivery);
    };
    scenario.open();
    expect(deliveries()).toEqual(['saved']);
    scenario.do(({ position }, { at }) => [
      { kind: 'delivery.updated', at, data: { upTo: position } },
    ]);
    expect(deliveries()).toEqual(['delivered']);
    scenario.reply('u-1', 'So?');
    expect(deliveries()).toEqual(['delivered', 'saved']);
    scenario.take('u-1', 'So.');
    expect(deliveries()).toEqual(['answered', 'answered']);
    scenario.reply('u-1', 'And?');
    expect(deliveries()).toEqual(['answered', 'answered', 'saved']);
  });

  it('is never taken back', () => {
    const scenario = beginReview();
    scenario.open();
    for (const upTo of [5, 1])
      scenario.do((_, { at }) => [{ kind: 'delivery.updated', at, data: { upTo } }]);
    expect(scenario.state.deliveredUpTo).toBe(5);
  });
});

describe('a file', () => {
  it('is viewed until its text changes', () => {
    const scenario = beginReview();
    scenario.do((_, { at }) => [
      { kind: 'file.viewed', at, data: { fileId: 'f-1', viewed: true } },
    ]);
    expect(wireFiles(scenario.state)).toMatchObject([{ viewed: true }]);
    scenario.save('# Other\n');
    expect(wireFiles(scenario.state)[0]).not.toHaveProperty('viewed');
  });
});

describe('a draft', () => {
  it('is answered with its place and time (review contract 5)', () => {
    const target = { scope: 'newThread', fileId: 'f-1', anchorStart: 1, anchorEnd: 2 } as const;
    expect(wireDraft(draft(target, 'f-1|1-2', 'abc'))).toEqual({
      scope: 'newThread',
      fileId: 'f-1',
      anchorStart: 1,
      anchorEnd: 2,
      text: 'abc',
      updatedAt: timeAt(9),
    });
  });
});

describe('a thread in an event', () => {
  it('has the same form as in the state', () => {
    const scenario = beginReview();
    scenario.open();
    const [thread] = scenario.state.threads.values();
    if (thread === undefined) throw new Error('no thread was opened');
    expect(wireThread(thread, scenario.state)).toStrictEqual(stateOf(scenario).threads[0]);
  });
});
