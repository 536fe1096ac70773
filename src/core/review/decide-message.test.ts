import { describe, expect, it } from 'vitest';
import { beginReview } from '../../../test/support/review-story.ts';
import { decideMessage } from './decide-message.ts';

const ada = { name: 'Ada', kind: 'person' } as const;
const planner = { name: 'planner', kind: 'agent' } as const;

describe('a reply or take (review contract 4 and 5)', () => {
  it('counts replies from r-1 and takes from t-1, over all threads', () => {
    const story = beginReview();
    const [first, second] = [story.open(), story.open()];
    story.reply(first, 'one', ada);
    story.take(second, 'two', planner);
    story.reply(second, 'three');
    story.take(first, 'four');
    const { threads, counts } = story.state;
    expect(threads.get(first)).toMatchObject({
      replies: [{ id: 'r-1', threadId: first, text: 'one', author: ada }],
      takes: [{ id: 't-2', text: 'four' }],
    });
    expect(threads.get(second)).toMatchObject({
      replies: [{ id: 'r-2', text: 'three' }],
      takes: [{ id: 't-1', author: planner, createdAt: '2026-11-30T10:04:00.000Z' }],
    });
    expect(counts).toEqual({ threads: 2, replies: 2, takes: 2 });
  });

  it.each(['  a\r\n b ', '\u0000', '\u{1f600}', '"<b>'])('keeps %j exactly as sent', (text) => {
    const story = beginReview();
    const id = story.open();
    story.reply(id, text);
    expect(story.state.threads.get(id)?.replies[0]?.text).toBe(text);
  });

  it('keeps what it is for', () => {
    const story = beginReview();
    const threadId = story.open();
    const request = { threadId, text: 'So:', intent: 'suggestion', replacement: '' } as const;
    story.do((state, context) => decideMessage(state, request, { ...context, as: 'take' }));
    expect(story.state.threads.get(threadId)?.takes[0]).toMatchObject({
      intent: 'suggestion',
      replacement: '',
    });
  });

  it.each(['', ' ', '\n\t'])('is refused with the blank text %j', (text) => {
    const story = beginReview();
    const threadId = story.open();
    for (const as of ['reply', 'take'] as const) {
      expect(
        story.refused((state, context) =>
          decideMessage(state, { threadId, text }, { ...context, as }),
        ),
      ).toMatchObject({ code: 'validation_error', field: 'text' });
    }
  });

  it('is refused in a thread that is unknown or deleted', () => {
    const story = beginReview();
    const threadId = story.open();
    story.do((_, context) => [{ kind: 'thread.deleted', ...context, data: { threadId } }]);
    for (const id of [threadId, 'u-2', 'r-1', '']) {
      expect(
        story.refused((state, context) =>
          decideMessage(state, { threadId: id, text: 'a' }, { ...context, as: 'reply' }),
        ),
      ).toMatchObject({ code: 'not_found' });
    }
  });

  it('may be added to a resolved and to an orphaned thread', () => {
    const story = beginReview();
    const threadId = story.open();
    story.do((_, context) => [
      { kind: 'thread.resolved', ...context, data: { threadId, decision: null } },
    ]);
    story.push('Other.\n', { threadAnchors: [{ threadId, orphaned: true }] });
    story.take(threadId, 'Still here.');
    expect(story.state.threads.get(threadId)?.takes).toHaveLength(1);
  });
});
