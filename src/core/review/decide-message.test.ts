import { describe, expect, it } from 'vitest';
import { beginReview } from '../../../test/support/review-scenario.ts';
import { decideMessage } from './decide-message.ts';

const ada = { name: 'Ada', kind: 'person' } as const;
const planner = { name: 'planner', kind: 'agent' } as const;

describe('a reply or take (review contract 4 and 5)', () => {
  it('counts replies from r-1 and takes from t-1, over all threads', () => {
    const scenario = beginReview();
    const [first, second] = [scenario.open(), scenario.open()];
    scenario.reply(first, 'one', ada);
    scenario.take(second, 'two', planner);
    scenario.reply(second, 'three');
    scenario.take(first, 'four');
    const { threads, counts } = scenario.state;
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
    const scenario = beginReview();
    const id = scenario.open();
    scenario.reply(id, text);
    expect(scenario.state.threads.get(id)?.replies[0]?.text).toBe(text);
  });

  it('keeps what it is for', () => {
    const scenario = beginReview();
    const threadId = scenario.open();
    const request = { threadId, text: 'So:', intent: 'suggestion', replacement: '' } as const;
    scenario.do((state, context) => decideMessage(state, request, { ...context, as: 'take' }));
    expect(scenario.state.threads.get(threadId)?.takes[0]).toMatchObject({
      intent: 'suggestion',
      replacement: '',
    });
  });

  it.each(['', ' ', '\n\t'])('is refused with the blank text %j', (text) => {
    const scenario = beginReview();
    const threadId = scenario.open();
    for (const as of ['reply', 'take'] as const) {
      expect(
        scenario.refused((state, context) =>
          decideMessage(state, { threadId, text }, { ...context, as }),
        ),
      ).toMatchObject({ code: 'validation_error', field: 'text' });
    }
  });

  it('is refused in a thread that is unknown or deleted', () => {
    const scenario = beginReview();
    const threadId = scenario.open();
    scenario.do((_, context) => [{ kind: 'thread.deleted', ...context, data: { threadId } }]);
    for (const id of [threadId, 'u-2', 'r-1', '']) {
      expect(
        scenario.refused((state, context) =>
          decideMessage(state, { threadId: id, text: 'a' }, { ...context, as: 'reply' }),
        ),
      ).toMatchObject({ code: 'not_found' });
    }
  });

  it('may be added to a resolved and to an orphaned thread', () => {
    const scenario = beginReview();
    const threadId = scenario.open();
    scenario.do((_, context) => [
      { kind: 'thread.resolved', ...context, data: { threadId, decision: null } },
    ]);
    scenario.push('Other.\n', { threadAnchors: [{ threadId, orphaned: true }] });
    scenario.take(threadId, 'Still here.');
    expect(scenario.state.threads.get(threadId)?.takes).toHaveLength(1);
  });
});
