import { describe, expect, it } from 'vitest';
import { beginReview, type ReviewStory } from '../../../test/support/review-story.ts';
import { decideDelete, decideResolve, decideUnresolve } from './decide-thread-change.ts';

function resolve(story: ReviewStory, threadId: string, decision?: string | null): void {
  story.do((state, context) => decideResolve(state, { threadId, decision }, context));
}

describe('resolving (review contract 5)', () => {
  it.each([
    [undefined, null],
    [null, null],
    ['', ''],
    [' Ship it. ', ' Ship it. '],
  ])('with the decision %j keeps %j', (decision, kept) => {
    const story = beginReview();
    const id = story.open();
    resolve(story, id, decision);
    expect(story.state.threads.get(id)?.resolution).toEqual({
      decision: kept,
      resolvedAt: '2026-11-30T10:02:00.000Z',
    });
  });

  it('again replaces the first resolution', () => {
    const story = beginReview();
    const id = story.open();
    resolve(story, id, 'one');
    resolve(story, id);
    expect(story.state.threads.get(id)?.resolution).toEqual({
      decision: null,
      resolvedAt: '2026-11-30T10:03:00.000Z',
    });
  });

  it('is taken back, and taking back what is open changes nothing', () => {
    const story = beginReview();
    const id = story.open();
    resolve(story, id, 'one');
    const unresolve = () => story.do((state, context) => decideUnresolve(state, id, context));
    expect(unresolve()).toHaveLength(1);
    expect(story.state.threads.get(id)?.resolution).toBeNull();
    expect(unresolve()).toEqual([]);
  });
});

describe('deleting (review contract 4 and 5)', () => {
  it('keeps the thread for the transcript, and it is unknown from then on', () => {
    const story = beginReview();
    const id = story.open();
    story.do((state, context) => decideDelete(state, id, context));
    expect(story.state.threads.get(id)?.deletedAt).toBe('2026-11-30T10:02:00.000Z');
    for (const decide of [decideDelete, decideUnresolve])
      expect(story.refused((state, context) => decide(state, id, context)).code).toBe('not_found');
    expect(
      story.refused((state, context) => decideResolve(state, { threadId: id }, context)),
    ).toMatchObject({ code: 'not_found', message: expect.stringContaining('deleted') });
  });

  it('is refused for a thread that came with the document', () => {
    const story = beginReview();
    const id = story.open();
    const [opened] = story.log.slice(-1);
    if (opened?.kind !== 'thread.created') throw new Error('no thread was opened');
    const prepared = { ...opened.data, id: 'u-2', kind: 'prepopulated' as const };
    story.do((_, context) => [{ kind: 'thread.created', ...context, data: prepared }]);
    expect(story.refused((state, context) => decideDelete(state, 'u-2', context))).toMatchObject({
      code: 'prepopulated_thread',
      next: 'resolve it',
    });
    expect(id).toBe('u-1');
  });

  it.each(['u-9', '', 'U-1', 'r-1'])('is refused for the unknown thread %j', (id) => {
    const story = beginReview();
    story.open();
    expect(story.refused((state, context) => decideDelete(state, id, context)).code).toBe(
      'not_found',
    );
  });
});
