import { describe, expect, it } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import type { RunningReview } from '../support/running-review.ts';
import { scratchOfTest } from '../support/scratch.ts';

async function reviewOfPlan(): Promise<RunningReview> {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  return scratch.review(['plan.md']);
}

/** Names of events that tell of the machinery alone, and that come whenever they like. */
const machinery = new Set(['delivery.updated', 'agent.presence']);

const names = (events: ReadonlyArray<{ readonly name: string }>): readonly string[] =>
  events.map(({ name }) => name).filter((name) => !machinery.has(name));

/** Does one of everything that a client hears of. */
async function doEverything(review: RunningReview): Promise<void> {
  const threadId = await review.openThread();
  await review.post(`/api/threads/${threadId}/replies`, { text: 'Well?' });
  await review.post(`/api/threads/${threadId}/takes`, { text: 'My view.' });
  await review.post('/api/drafts/new-thread', { anchorStart: 3, anchorEnd: 3, text: 'Hm' });
  await review.delete('/api/drafts/new-thread', { anchorStart: 3, anchorEnd: 3 });
  await review.post('/api/drafts/followup', { threadId, text: 'Hm' });
  await review.delete('/api/drafts/followup', { threadId });
  await review.post(`/api/threads/${threadId}/resolve`, { decision: 'yes' });
  await review.post(`/api/threads/${threadId}/unresolve`);
  await review.delete(`/api/threads/${threadId}`);
}

const everything = [
  'thread.created',
  'reply.added',
  'take.added',
  'draft.updated',
  'draft.cleared',
  'draft.updated',
  'draft.cleared',
  'thread.resolved',
  'thread.unresolved',
  'thread.deleted',
];

describe('review 3, the SSE stream', () => {
  it('is text/event-stream and is not cached', async () => {
    const review = await reviewOfPlan();
    const { headers } = await review.stream();
    expect(headers.get('content-type')).toMatch(/^text\/event-stream\b/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('carries every kind in order: session.started first, session.done last, then it ends', async () => {
    const review = await reviewOfPlan();
    const stream = await review.stream();
    await doEverything(review);
    await review.post('/api/done');
    await stream.ended;
    expect(names(stream.events.all)).toEqual(['session.started', ...everything, 'session.done']);
    expect(stream.events.all[0]?.name).toBe('session.started');
    expect(stream.events.all.at(-1)?.name).toBe('session.done');
    expect((await review.exit).code).toBe(0);
  });

  it('data is the payload of the stdout line of the same event', async () => {
    const review = await reviewOfPlan();
    const stream = await review.stream();
    await doEverything(review);
    await review.post('/api/done');
    await Promise.all([stream.ended, review.exit]);
    const printed = review.events.all.map(({ kind, payload }) => ({ name: kind, data: payload }));
    const kinds = new Set(printed.map(({ name }) => name));
    const sent = stream.events.all.filter(({ name }) => kinds.has(name));
    expect(sent.map(({ name, data }) => ({ name, data: withoutPath(data) }))).toEqual(printed);
  });

  it('take.added: {id, threadId, text, createdAt}', async () => {
    const review = await reviewOfPlan();
    const stream = await review.stream();
    const threadId = await review.openThread();
    const { body } = await review.post(`/api/threads/${threadId}/takes`, { text: 'My view.' });
    const { data } = await stream.nextEvent('take.added');
    expect(data).toEqual({
      id: 't-1',
      threadId,
      text: 'My view.',
      createdAt: body['createdAt'],
    });
  });

  it('draft.updated is the draft as its route answered it', async () => {
    const review = await reviewOfPlan();
    const stream = await review.stream();
    const threadId = await review.openThread();
    const onBlock = await review.post('/api/drafts/new-thread', {
      anchorStart: 3,
      anchorEnd: 3,
      text: 'Hm',
    });
    expect((await stream.nextEvent('draft.updated')).data).toEqual(onBlock.body);
    const onThread = await review.post('/api/drafts/followup', { threadId, text: 'Hm' });
    expect((await stream.nextEvent('draft.updated')).data).toEqual(onThread.body);
  });

  it('draft.cleared: {scope, fileId, anchorStart, anchorEnd} or {scope, threadId}', async () => {
    const review = await reviewOfPlan();
    const stream = await review.stream();
    const threadId = await review.openThread();
    await review.delete('/api/drafts/new-thread', { anchorStart: 3, anchorEnd: 3 });
    expect((await stream.nextEvent('draft.cleared')).data).toEqual({
      scope: 'newThread',
      fileId: 'f-1',
      anchorStart: 3,
      anchorEnd: 3,
    });
    await review.delete('/api/drafts/followup', { threadId });
    expect((await stream.nextEvent('draft.cleared')).data).toEqual({ scope: 'followup', threadId });
  });

  it('a client that connects late gets the state by asking, and no earlier events', async () => {
    const review = await reviewOfPlan();
    await review.openThread();
    const stream = await review.stream();
    expect((await stream.events.next()).name).toBe('session.started');
    await review.openThread({ text: 'Another' });
    expect((await stream.nextEvent('thread.created')).data).toMatchObject({ id: 'u-2' });
    expect(names(stream.events.all)).toEqual(['session.started', 'thread.created']);
  });

  it('many clients hear the same', async () => {
    const review = await reviewOfPlan();
    const streams = await Promise.all(Array.from({ length: 10 }, () => review.stream()));
    await doEverything(review);
    await review.post('/api/done');
    await Promise.all(streams.map(({ ended }) => ended));
    for (const { events } of streams) {
      expect(names(events.all)).toEqual(['session.started', ...everything, 'session.done']);
    }
  });

  it('begins with a comment line, so that nothing on the way waits for a first byte', async () => {
    const review = await reviewOfPlan();
    const stream = await review.stream();
    await stream.nextEvent('session.started');
    expect(stream.comments.length).toBeGreaterThan(0);
  });
});

describe('review 8, SSE resumes', () => {
  it('Last-Event-ID replays what was missed, events and drafts, without session.started', async () => {
    const review = await reviewOfPlan();
    const first = await review.stream();
    const threadId = await review.openThread();
    const { id } = await first.nextEvent('thread.created');
    first.close();
    await review.post(`/api/threads/${threadId}/takes`, { text: 'While you were away' });
    await review.post('/api/drafts/followup', { threadId, text: 'One' });
    await review.post('/api/drafts/followup', { threadId, text: 'Two' });
    await review.post(`/api/threads/${threadId}/replies`, { text: 'Thanks' });
    const second = await review.stream(id);
    await second.nextEvent('reply.added');
    expect(names(second.events.all)).toEqual(['take.added', 'draft.updated', 'reply.added']);
    expect(second.events.all.find(({ name }) => name === 'draft.updated')?.data).toMatchObject({
      text: 'Two',
    });
  });

  it('a draft that was cleared in the meantime is replayed as cleared', async () => {
    const review = await reviewOfPlan();
    const first = await review.stream();
    const { id } = await first.nextEvent('session.started');
    await review.post('/api/drafts/new-thread', { anchorStart: 3, anchorEnd: 3, text: 'Hm' });
    await review.delete('/api/drafts/new-thread', { anchorStart: 3, anchorEnd: 3 });
    const second = await review.stream(id);
    expect((await second.events.next()).name).toBe('draft.cleared');
  });

  it('resuming at the last event replays nothing and goes on', async () => {
    const review = await reviewOfPlan();
    const first = await review.stream();
    await review.openThread();
    await review.openThread();
    await first.nextEvent('thread.created');
    const { id } = await first.nextEvent('thread.created');
    const second = await review.stream(id);
    await review.openThread();
    expect((await second.nextEvent('thread.created')).data).toMatchObject({ id: 'u-3' });
    expect(names(second.events.all)).toEqual(['thread.created']);
  });

  it('every event carries an id, ids rise, and resuming at each gives exactly the rest', async () => {
    const review = await reviewOfPlan();
    const first = await review.stream();
    await doEverything(review);
    await first.nextEvent('thread.deleted');
    const all = first.events.all.filter(({ name }) => name !== 'agent.presence');
    const ids = all.map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
    expect(new Set(ids).size).toBe(ids.length);
    // Of a draft, a replay tells its last change alone: start behind the last of them.
    const start = all.findLastIndex(({ name }) => name === 'draft.cleared');
    for (let index = start; index < all.length - 1; index++) {
      const resumed = await review.stream(String(ids[index]));
      for (const expected of all.slice(index + 1)) {
        expect(await resumed.events.next()).toEqual(expected);
      }
      resumed.close();
    }
  });

  it('an id of an earlier process goes on after a restart', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const before = await scratch.review(['plan.md']);
    const stream = await before.stream();
    const threadId = await before.openThread();
    const { id } = await stream.nextEvent('thread.created');
    await before.post(`/api/threads/${threadId}/takes`, { text: 'Just before the crash' });
    await before.kill('SIGKILL');
    const after = await scratch.review(['plan.md']);
    const resumed = await after.stream(id);
    expect((await resumed.nextEvent('take.added')).data).toMatchObject({
      text: 'Just before the crash',
    });
  });

  it('a client that comes from another review on the same address misses nothing of this one', async () => {
    const review = await reviewOfPlan();
    const stream = await review.stream('12');
    expect((await stream.events.next()).name).toBe('session.started');
    await review.openThread();
    await stream.nextEvent('thread.created');
  });

  it('a client that has heard of a draft last resumes there', async () => {
    const review = await reviewOfPlan();
    const first = await review.stream();
    await review.post('/api/drafts/new-thread', { anchorStart: 3, anchorEnd: 3, text: 'Hm' });
    const { id } = await first.nextEvent('draft.updated');
    const second = await review.stream(id);
    await review.openThread();
    await second.nextEvent('thread.created');
    expect(names(second.events.all)).toEqual(['thread.created']);
  });

  it.each(['x', '-1', '1.5', '99999999999999999999'])(
    'a Last-Event-ID that is no position ("%s") is a fresh connection',
    async (id) => {
      const review = await reviewOfPlan();
      const stream = await review.stream(id);
      expect((await stream.events.next()).name).toBe('session.started');
    },
  );
});

function withoutPath({ transcriptPath: _ours, ...payload }: Readonly<Record<string, unknown>>) {
  return payload;
}
