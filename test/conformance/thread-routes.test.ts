import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import { plainThread, type RunningReview } from '../support/running-review.ts';
import { makeScratch } from '../support/scratch.ts';

/** RFC 3339 in UTC, with milliseconds. */
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const scratch = makeScratch();
let review: RunningReview;

beforeAll(async () => {
  scratch.write('plan.md', planText);
  review = await scratch.review(['plan.md']);
});
afterAll(() => scratch.close());

describe('review 5, POST /api/threads', () => {
  it('answers {id, fileId, createdAt}; the only file needs no fileId', async () => {
    const { status, body } = await review.post('/api/threads', plainThread);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^u-\d+$/),
      fileId: 'f-1',
      createdAt: moment,
    });
  });

  it('takes fileId and the present sourceVersion', async () => {
    const thread = { ...plainThread, fileId: 'f-1', sourceVersion: 0 };
    expect((await review.post('/api/threads', thread)).status).toBe(200);
  });

  it('ignores fields that it does not know', async () => {
    const thread = { ...plainThread, colour: 'red' };
    expect((await review.post('/api/threads', thread)).status).toBe(200);
  });

  it.each([
    ['white space around it', '\n  Why?\t\n'],
    ['line ends of every kind', 'one\r\ntwo\rthree\nfour'],
    ['characters beyond the basic plane', 'a 👩‍👩‍👧 b \u{10ffff}'],
    ['characters that HTML gives a meaning', '<script>alert("&amp;")</script>'],
    ['control characters', 'bell \u0007 and NUL \u0000'],
    ['a separator that breaks lines of JSON in old parsers', 'a\u2028b\u2029c'],
    ['a lone half of a pair, as U+FFFD', 'half \ufffd'],
  ])('keeps text exactly as sent: %s', async (_what, text) => {
    const id = await review.openThread({ text, snippet: text });
    const { threads } = await review.state();
    expect(threads.find((thread) => thread.id === id)).toMatchObject({ text, snippet: text });
    const printed = await review.events.nextWhere(({ payload }) => payload['id'] === id, id);
    expect(printed.payload).toMatchObject({ text, snippet: text });
  });

  it('keeps a text of a megabyte', async () => {
    const text = 'lorem '.repeat(180_000);
    const id = await review.openThread({ text });
    const { threads } = await review.state();
    expect(threads.find((thread) => thread.id === id)?.text === text).toBe(true);
  });

  it('review 8: author and intent are kept; a suggestion carries its replacement', async () => {
    const ours = {
      author: { name: 'Ada', kind: 'person' },
      intent: 'suggestion',
      replacement: 'We ship the importer in three steps.',
    };
    const id = await review.openThread(ours);
    const { threads } = await review.state();
    expect(threads.find((thread) => thread.id === id)).toMatchObject(ours);
  });
});

describe.each([
  ['replies', 'r'],
  ['takes', 't'],
] as const)('review 5, POST /api/threads/{id}/%s', (route, letter) => {
  it('answers the new message', async () => {
    const threadId = await review.openThread();
    const text = '  As sent.\n';
    const { status, body } = await review.post(`/api/threads/${threadId}/${route}`, { text });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(new RegExp(`^${letter}-\\d+$`)),
      threadId,
      text,
      createdAt: moment,
    });
    const { delivery: _soFar, ...message } = body;
    expect((await review.state())[route][threadId]).toMatchObject([message]);
  });

  it('adds to a resolved thread, which stays resolved', async () => {
    const threadId = await review.openThread();
    await review.post(`/api/threads/${threadId}/resolve`);
    const answer = await review.post(`/api/threads/${threadId}/${route}`, { text: 'One more' });
    expect(answer.status).toBe(200);
    expect((await review.state()).resolutions).toHaveProperty(threadId);
  });

  it('review 8: author and intent are kept', async () => {
    const threadId = await review.openThread();
    const ours = { author: { name: 'Claude', kind: 'agent' }, intent: 'question' };
    const { body } = await review.post(`/api/threads/${threadId}/${route}`, { text: 'x', ...ours });
    expect(body).toMatchObject(ours);
    expect((await review.state())[route][threadId]).toMatchObject([ours]);
  });
});

describe('review 5, POST /api/threads/{id}/resolve', () => {
  it('answers {decision, resolvedAt}', async () => {
    const id = await review.openThread();
    const { status, body } = await review.post(`/api/threads/${id}/resolve`, { decision: 'go' });
    expect({ status, body }).toEqual({ status: 200, body: { decision: 'go', resolvedAt: moment } });
  });

  it.each([
    ['no body', undefined],
    ['an empty object', {}],
    ['a decision of null', { decision: null }],
  ])('decision is null with %s', async (_what, body) => {
    const id = await review.openThread();
    expect(await review.post(`/api/threads/${id}/resolve`, body)).toEqual({
      status: 200,
      body: { decision: null, resolvedAt: moment },
    });
  });

  it('resolving again replaces the resolution', async () => {
    const id = await review.openThread();
    await review.post(`/api/threads/${id}/resolve`, { decision: 'go' });
    await review.post(`/api/threads/${id}/resolve`, { decision: 'stop' });
    expect((await review.state()).resolutions[id]).toMatchObject({ decision: 'stop' });
    await review.post(`/api/threads/${id}/resolve`);
    expect((await review.state()).resolutions[id]).toMatchObject({ decision: null });
  });
});

describe('review 5, POST /api/threads/{id}/unresolve', () => {
  it('answers {ok: true}, and again when nothing is resolved', async () => {
    const id = await review.openThread();
    await review.post(`/api/threads/${id}/resolve`);
    const ok = { status: 200, body: { ok: true } };
    expect(await review.post(`/api/threads/${id}/unresolve`)).toEqual(ok);
    expect(await review.post(`/api/threads/${id}/unresolve`)).toEqual(ok);
    expect((await review.state()).resolutions).not.toHaveProperty(id);
  });
});

describe('review 5, DELETE /api/threads/{id}', () => {
  it('answers {ok: true}; the thread is gone from the state and kept for the transcript', async () => {
    const id = await review.openThread({ text: 'Not after all' });
    expect(await review.delete(`/api/threads/${id}`)).toEqual({ status: 200, body: { ok: true } });
    const { threads, replies, takes } = await review.state();
    expect(threads.map((thread) => thread.id)).not.toContain(id);
    expect([replies, takes].map((messages) => id in messages)).toEqual([false, false]);
  });
});

describe('review 5, POST /api/heartbeat', () => {
  it('answers {ok: true} and is silent', async () => {
    const stream = await review.stream();
    await stream.nextEvent('session.started');
    const ok = { status: 200, body: { ok: true } };
    expect(await review.post('/api/heartbeat')).toEqual(ok);
    expect(await review.post('/api/heartbeat', {})).toEqual(ok);
    const id = await review.openThread();
    expect((await stream.events.next()).data).toMatchObject({ id });
  });
});

describe('review 8, more routes', () => {
  it('POST and DELETE /api/files/{id}/viewed mark a file and take the mark away', async () => {
    const ok = { status: 200, body: { ok: true } };
    expect(await review.post('/api/files/f-1/viewed')).toEqual(ok);
    expect((await review.state()).files).toMatchObject([{ id: 'f-1', viewed: true }]);
    expect(await review.delete('/api/files/f-1/viewed')).toEqual(ok);
    expect((await review.state()).files[0]).not.toHaveProperty('viewed');
  });
});
