import { describe, expect, it } from 'vitest';
import { beginReview, scenarioText } from '../../../test/support/review-scenario.ts';
import { decideDone } from './decide-done.ts';
import { decideDelete, decideResolve } from './decide-thread-change.ts';
import { transcript } from './transcript.ts';

describe('the transcript (review contract 7)', () => {
  it('orders threads by file, then by anchor, then by age', () => {
    const scenario = beginReview({ files: { 'plan.md': scenarioText, 'notes.md': scenarioText } });
    const places = [
      ['f-2', 1, 1],
      ['f-1', 3, 3],
      ['f-1', 2, 4],
      ['f-1', 2, 2],
      ['f-1', 3, 3],
      ['f-1', 1, 1],
    ] as const;
    for (const [fileId, anchorStart, anchorEnd] of places)
      scenario.open({ fileId, anchorStart, anchorEnd });
    expect(transcript(scenario.state).threads.map(({ id }) => id)).toEqual([
      'u-6',
      'u-4',
      'u-3',
      'u-2',
      'u-5',
      'u-1',
    ]);
  });

  it('orders ten files by their place on the command line and not by their names', () => {
    const names = Array.from({ length: 11 }, (_, index) => `${20 - index}.md`);
    const scenario = beginReview({
      files: Object.fromEntries(names.map((name) => [name, '# A\n'])),
    });
    for (const fileId of ['f-11', 'f-10', 'f-2', 'f-1'])
      scenario.open({ fileId, anchorStart: 1, anchorEnd: 1 });
    const { files, threads } = transcript(scenario.state);
    expect(files.map(({ path }) => path)).toEqual(names);
    expect(threads.map(({ fileId }) => fileId)).toEqual(['f-1', 'f-2', 'f-10', 'f-11']);
  });

  it('holds what was said, deleted threads too, with the fields of the contract', () => {
    const scenario = beginReview();
    scenario.open({ snippet: 'First we read.', anchorStart: 2, anchorEnd: 2 });
    scenario.open({
      anchorStart: 4,
      anchorEnd: 4,
      lineRange: { start: 1, end: 2 },
      snippet: 'make',
    });
    scenario.reply('u-1', 'So?');
    scenario.take('u-1', 'So.', { name: 'planner', kind: 'agent' });
    scenario.do((state, context) =>
      decideResolve(state, { threadId: 'u-1', decision: 'Yes' }, context),
    );
    scenario.do((state, context) => decideDelete(state, 'u-2', context));
    const [first, second] = transcript(scenario.state).threads;
    expect(first).toMatchObject({
      id: 'u-1',
      fileId: 'f-1',
      anchorStart: 2,
      anchorEnd: 2,
      snippet: 'First we read.',
      breadcrumb: 'Plan',
      text: 'Why?',
      kind: 'user',
      replies: [{ id: 'r-1', threadId: 'u-1', text: 'So?', createdAt: '2026-11-30T10:03:00.000Z' }],
      takes: [{ id: 't-1', threadId: 'u-1', text: 'So.', author: { name: 'planner' } }],
      resolution: { decision: 'Yes', resolvedAt: '2026-11-30T10:05:00.000Z' },
      createdAt: '2026-11-30T10:01:00.000Z',
      deletedAt: null,
    });
    expect(second).toMatchObject({
      lineRange: { start: 1, end: 2 },
      replies: [],
      takes: [],
      resolution: null,
      deletedAt: '2026-11-30T10:06:00.000Z',
    });
  });

  it('has a verdict when one was asked, and no such field otherwise', () => {
    const option = { id: 'go', label: 'Go', style: 'neutral', feedbackRequired: false } as const;
    const asked = beginReview({ started: { verdictConfig: { options: [option, option] } } });
    asked.do((state, context) => decideDone(state, { optionId: 'go' }, context));
    expect(transcript(asked.state).verdict).toEqual({
      optionId: 'go',
      label: 'Go',
      decidedAt: '2026-11-30T10:01:00.000Z',
    });
    const plain = beginReview();
    plain.do((state, context) => decideDone(state, undefined, context));
    expect(Object.keys(transcript(plain.state))).toEqual(['files', 'threads']);
  });

  it('survives JSON', () => {
    const scenario = beginReview();
    scenario.open();
    const told = transcript(scenario.state);
    expect(JSON.parse(JSON.stringify(told))).toStrictEqual(told);
  });
});
