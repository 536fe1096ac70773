import { describe, expect, it } from 'vitest';
import { noteText, planText } from '../support/reviewed-plan.ts';
import { scratchOfTest } from '../support/scratch.ts';

async function reviewOfPlan(words: readonly string[] = []) {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  scratch.write('notes.md', noteText);
  return scratch.review(['plan.md', ...words]);
}

describe('review 4, state', () => {
  it('of a new review is empty, with every member that the contract names', async () => {
    const review = await reviewOfPlan(['notes.md']);
    const { review: ours, ...state } = await review.state();
    expect(state).toEqual({
      threads: [],
      replies: {},
      takes: {},
      resolutions: {},
      drafts: { newThread: {}, followup: {} },
      sourceVersion: 0,
      files: [
        { id: 'f-1', path: 'plan.md', kind: 'markdown' },
        { id: 'f-2', path: 'notes.md', kind: 'markdown' },
      ],
    });
    expect(ours.id).toBe(review.id);
  });

  it('a thread has the members of the contract, optional ones only where they are set', async () => {
    const review = await reviewOfPlan();
    await review.openThread({ snippet: 'We ship', text: '  Kept as sent\n' });
    const [thread] = (await review.state()).threads;
    expect(thread).toEqual({
      id: 'u-1',
      fileId: 'f-1',
      anchorStart: 2,
      anchorEnd: 2,
      snippet: 'We ship',
      breadcrumb: 'Release plan',
      text: '  Kept as sent\n',
      createdAt: expect.stringMatching(/Z$/),
      kind: 'user',
      quote: {
        exact: 'We ship the importer in two steps.',
        prefix: expect.any(String),
        suffix: expect.any(String),
      },
      delivery: expect.stringMatching(/^(saved|delivered)$/),
    });
  });

  it('replies and takes have an entry, possibly empty, for every thread', async () => {
    const review = await reviewOfPlan();
    const first = await review.openThread();
    const second = await review.openThread();
    await review.post(`/api/threads/${second}/replies`, { text: 'A reply' });
    await review.post(`/api/threads/${second}/takes`, { text: 'A take' });
    const { replies, takes } = await review.state();
    expect(replies).toEqual({
      [first]: [],
      [second]: [
        {
          id: 'r-1',
          threadId: second,
          text: 'A reply',
          createdAt: expect.any(String),
          delivery: expect.any(String),
        },
      ],
    });
    expect(takes).toEqual({
      [first]: [],
      [second]: [{ id: 't-1', threadId: second, text: 'A take', createdAt: expect.any(String) }],
    });
  });

  it('ids count threads u-, replies r- and takes t-, each on its own over the whole session', async () => {
    const review = await reviewOfPlan();
    const threads = [await review.openThread(), await review.openThread()];
    await review.delete('/api/threads/u-2');
    threads.push(await review.openThread());
    expect(threads).toEqual(['u-1', 'u-2', 'u-3']);
    const ids: unknown[] = [];
    for (const path of ['u-1/replies', 'u-3/replies', 'u-3/takes', 'u-1/takes', 'u-1/replies']) {
      ids.push((await review.post(`/api/threads/${path}`, { text: 'x' })).body['id']);
    }
    expect(ids).toEqual(['r-1', 'r-2', 't-1', 't-2', 'r-3']);
  });

  it('a deleted thread and what hangs on it are absent', async () => {
    const review = await reviewOfPlan();
    const threadId = await review.openThread();
    await review.post(`/api/threads/${threadId}/replies`, { text: 'A reply' });
    await review.post(`/api/threads/${threadId}/takes`, { text: 'A take' });
    await review.post(`/api/threads/${threadId}/resolve`);
    await review.post('/api/drafts/followup', { threadId, text: 'A draft' });
    await review.delete(`/api/threads/${threadId}`);
    expect(await review.state()).toMatchObject({
      threads: [],
      replies: {},
      takes: {},
      resolutions: {},
      drafts: { followup: {} },
    });
  });

  it('drafts have the keys of the contract and {text, updatedAt}', async () => {
    const review = await reviewOfPlan(['notes.md']);
    const threadId = await review.openThread({ fileId: 'f-2' });
    const place = { fileId: 'f-1', anchorStart: 7, anchorEnd: 7 };
    await review.post('/api/drafts/new-thread', { ...place, text: 'On the block' });
    const lineRange = { start: 1, end: 3 };
    await review.post('/api/drafts/new-thread', { ...place, lineRange, text: 'On lines' });
    await review.post('/api/drafts/new-thread', {
      ...place,
      quote: { exact: 'id', prefix: 'SELECT ', suffix: ', name' },
      text: 'On a phrase',
    });
    await review.post('/api/drafts/followup', { threadId, text: 'In the thread' });
    const { drafts } = await review.state();
    expect(Object.keys(drafts.newThread)).toEqual([
      'f-1|7-7',
      'f-1|7-7|L1-3',
      expect.stringMatching(/^f-1\|7-7\|Q[0-9a-f]{12}$/),
    ]);
    expect(Object.values(drafts.newThread).map(({ text }) => text)).toEqual([
      'On the block',
      'On lines',
      'On a phrase',
    ]);
    expect(drafts.followup).toMatchObject({
      [threadId]: { text: 'In the thread', updatedAt: expect.stringMatching(/Z$/) },
    });
  });

  it('resolutions are there while a thread is resolved', async () => {
    const review = await reviewOfPlan();
    const id = await review.openThread();
    const { body } = await review.post(`/api/threads/${id}/resolve`, { decision: 'ship it' });
    expect((await review.state()).resolutions).toEqual({ [id]: body });
    await review.post(`/api/threads/${id}/unresolve`);
    expect((await review.state()).resolutions).toEqual({});
  });

  it('verdictConfig is there when verdict options are configured', async () => {
    const review = await reviewOfPlan([
      '--verdict-options',
      'ok|needs_work:Not yet:negative!',
      '--verdict-prompt',
      'Ready?',
    ]);
    expect((await review.state()).verdictConfig).toEqual({
      prompt: 'Ready?',
      options: [
        { id: 'ok', label: 'Ok', style: 'neutral', feedbackRequired: false },
        { id: 'needs_work', label: 'Not yet', style: 'negative', feedbackRequired: true },
      ],
    });
  });

  it('review 8: a remark is delivered once stdout has a reader, and answered by a take', async () => {
    const review = await reviewOfPlan();
    const stream = await review.stream();
    const id = await review.openThread();
    expect((await stream.nextEvent('delivery.updated')).data).toEqual({ delivered: [id] });
    expect((await review.state()).threads[0]?.delivery).toBe('delivered');
    await review.post(`/api/threads/${id}/takes`, { text: 'My view' });
    expect((await review.state()).threads[0]?.delivery).toBe('answered');
  });
});
