import { describe, expect, it } from 'vitest';
import { beginReview, type ReviewScenario } from '../../../test/support/review-scenario.ts';
import { decideDelete, decideResolve, decideUnresolve } from './decide-thread-change.ts';

function resolve(scenario: ReviewScenario, threadId: string, decision?: string | null): void {
  scenario.do((state, context) => decideResolve(state, { threadId, decision }, context));
}

describe('resolving (review contract 5)', () => {
  it.each([
    [undefined, null],
    [null, null],
    ['', ''],
    [' Ship it. ', ' Ship it. '],
  ])('with the decision %j keeps %j', (decision, kept) => {
    const scenario = beginReview();
    const id = scenario.open();
    resolve(scenario, id, decision);
    expect(scenario.state.threads.get(id)?.resolution).toEqual({
      decision: kept,
      resolvedAt: '2026-11-30T10:02:00.000Z',
    });
  });

  it('again replaces the first resolution', () => {
    const scenario = beginReview();
    const id = scenario.open();
    resolve(scenario, id, 'one');
    resolve(scenario, id);
    expect(scenario.state.threads.get(id)?.resolution).toEqual({
      decision: null,
      resolvedAt: '2026-11-30T10:03:00.000Z',
    });
  });

  it('is taken back, and taking back what is open changes nothing', () => {
    const scenario = beginReview();
    const id = scenario.open();
    resolve(scenario, id, 'one');
    const unresolve = () => scenario.do((state, context) => decideUnresolve(state, id, context));
    expect(unresolve()).toHaveLength(1);
    expect(scenario.state.threads.get(id)?.resolution).toBeNull();
    expect(unresolve()).toEqual([]);
  });
});

describe('deleting (review contract 4 and 5)', () => {
  it('keeps the thread for the transcript, and it is unknown from then on', () => {
    const scenario = beginReview();
    const id = scenario.open();
    scenario.do((state, context) => decideDelete(state, id, context));
    expect(scenario.state.threads.get(id)?.deletedAt).toBe('2026-11-30T10:02:00.000Z');
    for (const decide of [decideDelete, decideUnresolve])
      expect(scenario.refused((state, context) => decide(state, id, context)).code).toBe(
        'not_found',
      );
    expect(
      scenario.refused((state, context) => decideResolve(state, { threadId: id }, context)),
    ).toMatchObject({ code: 'not_found', message: expect.stringContaining('deleted') });
  });

  it('is refused for a thread that came with the document', () => {
    const scenario = beginReview();
    const id = scenario.open();
    const [opened] = scenario.log.slice(-1);
    if (opened?.kind !== 'thread.created') throw new Error('no thread was opened');
    const prepared = { ...opened.data, id: 'u-2', kind: 'prepopulated' as const };
    scenario.do((_, context) => [{ kind: 'thread.created', ...context, data: prepared }]);
    expect(scenario.refused((state, context) => decideDelete(state, 'u-2', context))).toMatchObject(
      {
        code: 'prepopulated_thread',
        next: 'resolve it',
      },
    );
    expect(id).toBe('u-1');
  });

  it.each(['u-9', '', 'U-1', 'r-1'])('is refused for the unknown thread %j', (id) => {
    const scenario = beginReview();
    scenario.open();
    expect(scenario.refused((state, context) => decideDelete(state, id, context)).code).toBe(
      'not_found',
    );
  });
});
