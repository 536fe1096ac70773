import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StdoutEvent } from '../support/launch-discuss.ts';
import { noteText, planText } from '../support/reviewed-plan.ts';
import type { RunningReview } from '../support/running-review.ts';
import { scratchOfTest } from '../support/scratch.ts';

/** RFC 3339 in UTC, with milliseconds. */
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function reviewOfPlan(words: readonly string[] = []): Promise<RunningReview> {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  return scratch.review(['plan.md', ...words]);
}

function keysOf(event: StdoutEvent): readonly string[] {
  return Object.keys(event.payload);
}

describe('review 3, events on stdout', () => {
  it('a line is {kind, at, payload} and nothing else, `at` RFC 3339 in UTC', async () => {
    const review = await reviewOfPlan();
    const id = await review.openThread();
    await review.post(`/api/threads/${id}/replies`, { text: 'Well?' });
    await review.post('/api/done');
    await review.exit;
    const lines = review.stdout().split('\n');
    expect(lines.pop()).toBe('');
    const events = lines.map((line) => JSON.parse(line) as StdoutEvent);
    expect(events.map((event) => Object.keys(event))).toEqual(
      events.map(() => ['kind', 'at', 'payload']),
    );
    expect(events.map(({ at }) => at)).toEqual(events.map(() => moment));
    expect(events.map(({ kind }) => kind)).toEqual([
      'session.started',
      'thread.created',
      'reply.added',
      'session.done',
    ]);
  });

  it('session.started: the payload of a file, exactly', async () => {
    const scratch = scratchOfTest();
    scratch.write('docs/plan.md', planText);
    const { started, url } = await scratch.review(['docs/plan.md']);
    expect(started).toEqual({
      kind: 'session.started',
      at: moment,
      payload: {
        url,
        mode: 'markdown',
        source_file: join(scratch.directory, 'docs/plan.md'),
        files_count: 1,
        started_at: moment,
        review_id: expect.stringMatching(
          /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        ),
      },
    });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('session.started: several files are multi-<N>-files', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    scratch.write('notes.md', noteText);
    const { started } = await scratch.review(['notes.md', 'plan.md']);
    expect(started.payload).toMatchObject({
      mode: 'markdown',
      source_file: 'multi-2-files',
      files_count: 2,
    });
  });

  it('session.started is printed once the socket listens, before anything has asked for it', async () => {
    const review = await reviewOfPlan();
    expect((await review.get('/api/state')).status).toBe(200);
  });

  it('thread.created: the thread', async () => {
    const review = await reviewOfPlan();
    await review.openThread({
      anchorStart: 7,
      anchorEnd: 7,
      snippet: 'FROM account',
      text: 'Which\n  account? ✓',
      lineRange: { start: 2, end: 2 },
    });
    const event = await review.events.next();
    expect(event).toEqual({
      kind: 'thread.created',
      at: moment,
      payload: {
        id: 'u-1',
        fileId: 'f-1',
        anchorStart: 7,
        anchorEnd: 7,
        snippet: 'FROM account',
        breadcrumb: 'Release plan › Steps',
        text: 'Which\n  account? ✓',
        createdAt: event.at,
        kind: 'user',
        lineRange: { start: 2, end: 2 },
        quote: { exact: 'FROM account', prefix: expect.any(String), suffix: expect.any(String) },
        delivery: 'saved',
      },
    });
  });

  it('reply.added: {id, threadId, text, createdAt}', async () => {
    const review = await reviewOfPlan();
    const threadId = await review.openThread();
    const { body } = await review.post(`/api/threads/${threadId}/replies`, { text: 'Because.' });
    const event = await review.nextEvent('reply.added');
    expect(event).toEqual({
      kind: 'reply.added',
      at: body['createdAt'],
      payload: { id: 'r-1', threadId, text: 'Because.', createdAt: body['createdAt'] },
    });
    expect(keysOf(event)).toEqual(['id', 'threadId', 'text', 'createdAt']);
  });

  it('thread.resolved: {threadId, resolution: {decision, resolvedAt}}', async () => {
    const review = await reviewOfPlan();
    const threadId = await review.openThread();
    await review.post(`/api/threads/${threadId}/resolve`, { decision: 'keep it' });
    const event = await review.nextEvent('thread.resolved');
    expect(event).toEqual({
      kind: 'thread.resolved',
      at: moment,
      payload: { threadId, resolution: { decision: 'keep it', resolvedAt: event.at } },
    });
  });

  it('thread.unresolved and thread.deleted: {threadId}', async () => {
    const review = await reviewOfPlan();
    const threadId = await review.openThread();
    await review.post(`/api/threads/${threadId}/resolve`);
    await review.post(`/api/threads/${threadId}/unresolve`);
    await review.delete(`/api/threads/${threadId}`);
    const reopened = await review.nextEvent('thread.unresolved');
    expect(reopened).toEqual({ kind: 'thread.unresolved', at: moment, payload: { threadId } });
    const deleted = await review.events.next();
    expect(deleted).toEqual({ kind: 'thread.deleted', at: moment, payload: { threadId } });
  });

  it('session.done: the transcript, and always the last line', async () => {
    const review = await reviewOfPlan();
    await review.openThread();
    await review.post('/api/done');
    await review.exit;
    const last = review.events.all.at(-1);
    expect(last).toEqual({
      kind: 'session.done',
      at: moment,
      payload: {
        files: [{ id: 'f-1', path: 'plan.md', kind: 'markdown' }],
        threads: [expect.objectContaining({ id: 'u-1', replies: [], takes: [] })],
      },
    });
  });

  it('takes and drafts never appear on stdout', async () => {
    const review = await reviewOfPlan();
    const threadId = await review.openThread();
    await review.post(`/api/threads/${threadId}/takes`, { text: 'My view.' });
    await review.post('/api/drafts/new-thread', { anchorStart: 3, anchorEnd: 3, text: 'Hm' });
    await review.delete('/api/drafts/new-thread', { anchorStart: 3, anchorEnd: 3 });
    await review.post('/api/drafts/followup', { threadId, text: 'Hm' });
    await review.post('/api/heartbeat');
    await review.post('/api/files/f-1/viewed');
    await review.post('/api/done');
    await review.exit;
    expect(review.events.all.map(({ kind }) => kind)).toEqual([
      'session.started',
      'thread.created',
      'session.done',
    ]);
  });

  it('review 8: a thread opened by an agent still appears on stdout', async () => {
    const review = await reviewOfPlan();
    const author = { name: 'Claude', kind: 'agent' };
    await review.openThread({ author, intent: 'question' });
    expect(await review.events.next()).toMatchObject({
      kind: 'thread.created',
      payload: { author, intent: 'question', kind: 'user' },
    });
  });

  it('an event is printed before or as its request is answered, however many come at once', async () => {
    const review = await reviewOfPlan();
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, index) => review.openThread({ text: `Remark ${index}` })),
    );
    for (let count = 0; count < 20; count++) await review.nextEvent('thread.created');
    const printed = review.events.all.slice(1).map(({ payload }) => String(payload['id']));
    expect(printed).toEqual(Array.from({ length: 20 }, (_, index) => `u-${index + 1}`));
    expect(new Set(ids)).toEqual(new Set(printed));
  });
});

describe('review 3, prompt.suggest_done', () => {
  const quick = { DISCUSS_IDLE_TIMEOUT_SECS: '1' };

  async function idleReview(environment: Readonly<Record<string, string>>) {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    return scratch.review(['plan.md'], { environment });
  }

  it('comes when nobody was there for idle_timeout_secs, once, and says for how long', async () => {
    const review = await idleReview(quick);
    const prompt = await review.events.next();
    expect(prompt).toEqual({
      kind: 'prompt.suggest_done',
      at: moment,
      payload: { idle_for_secs: expect.any(Number) },
    });
    expect(prompt.payload['idle_for_secs']).toBeGreaterThanOrEqual(1);
    await review.openThread();
    expect((await review.events.next()).kind).toBe('thread.created');
  });

  it('comes again in the idle window after a change', async () => {
    const review = await idleReview(quick);
    await review.nextEvent('prompt.suggest_done');
    await review.openThread();
    expect((await review.events.next()).kind).toBe('thread.created');
    expect((await review.events.next()).kind).toBe('prompt.suggest_done');
  });

  it('is put off by a heartbeat, which is silent', async () => {
    const review = await idleReview(quick);
    await review.nextEvent('prompt.suggest_done');
    expect(await review.post('/api/heartbeat')).toEqual({ status: 200, body: { ok: true } });
    expect((await review.events.next()).kind).toBe('prompt.suggest_done');
  });

  it('never comes with idle_timeout_secs 0', async () => {
    const silent = await idleReview({ DISCUSS_IDLE_TIMEOUT_SECS: '0' });
    const prompted = await idleReview(quick);
    await prompted.nextEvent('prompt.suggest_done');
    await silent.post('/api/done');
    await silent.exit;
    expect(silent.events.all.map(({ kind }) => kind)).toEqual(['session.started', 'session.done']);
  });
});
