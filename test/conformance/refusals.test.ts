import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventStreamReader } from '../support/read-event-stream.ts';
import { noteText, planText } from '../support/reviewed-plan.ts';
import { type Answer, plainThread, type RunningReview } from '../support/running-review.ts';
import { makeScratch } from '../support/scratch.ts';

const scratch = makeScratch();
let review: RunningReview;
let stream: EventStreamReader;

/** Sends a request that is to be refused, and sees to it that the state is the same after it as before. */
async function refused(method: string, path: string, body?: unknown): Promise<Answer> {
  const before = await review.state();
  const response = await fetch(review.url + path, {
    method,
    ...(body === undefined
      ? {}
      : {
          headers: { 'Content-Type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
  });
  const answer = { status: response.status, body: (await response.json()) as Answer['body'] };
  expect(await review.state()).toEqual(before);
  return answer;
}

/** The answer of a refusal: `{"error": {code, message}}`, and what else the error says. */
function refusal(status: number, code: string, message: RegExp = /./) {
  return {
    status,
    body: { error: expect.objectContaining({ code, message: expect.stringMatching(message) }) },
  };
}

/** A thread of the first file, u-1; u-2 is deleted, u-3 was prepared and u-4 is on the second file. */
beforeAll(async () => {
  scratch.write('plan.md', planText);
  scratch.write('notes.md', noteText);
  const prepared = { path: 'plan.md', anchorStart: 5, anchorEnd: 5, text: 'Look here' };
  scratch.write('threads.json', JSON.stringify([prepared]));
  review = await scratch.review(['plan.md', 'notes.md', '--threads', 'threads.json']);
  const first = await review.openThread({ fileId: 'f-1' });
  const deleted = await review.openThread({ fileId: 'f-1' });
  await review.post(`/api/threads/${first}/resolve`, { decision: 'first' });
  await review.post('/api/drafts/followup', { threadId: first, text: 'A draft' });
  await review.delete(`/api/threads/${deleted}`);
  stream = await review.stream();
  // From here on nothing moves by itself: what was there to be delivered has been delivered.
  const settled = await review.openThread({ fileId: 'f-2' });
  await stream.events.nextWhere(
    ({ name, data }) =>
      name === 'delivery.updated' && (data['delivered'] as string[]).includes(settled),
    'delivery of the last thread',
  );
});
afterAll(() => scratch.close());

/** What was prepared is u-1, so that the reviewer's threads follow it. */
const [prepared, open, deleted] = ['u-1', 'u-2', 'u-3'];
const thread = { ...plainThread, fileId: 'f-1' };
const without = (object: object, field: string) => ({ ...object, [field]: undefined });

describe('review 5, refusals of POST /api/threads', () => {
  it.each([
    ['no body', undefined],
    ['no JSON', '{"fileId": '],
    ['JSON that is no object', '[1]'],
    ['JSON null', 'null'],
    ['no anchorStart', without(thread, 'anchorStart')],
    ['no anchorEnd', without(thread, 'anchorEnd')],
    ['no snippet', without(thread, 'snippet')],
    ['no text', without(thread, 'text')],
    ['an anchor as text', { ...thread, anchorStart: '2' }],
    ['an anchor with a fraction', { ...thread, anchorEnd: 2.5 }],
    ['a snippet that is no text', { ...thread, snippet: 5 }],
    ['a text that is no text', { ...thread, text: ['x'] }],
    ['a fileId that is no text', { ...thread, fileId: 1 }],
    ['a lineRange without end', { ...thread, lineRange: { start: 1 } }],
    ['a sourceVersion as text', { ...thread, sourceVersion: '1' }],
    ['an author of no kind', { ...thread, author: { name: 'Ada' } }],
    ['an intent of no kind', { ...thread, intent: 'praise' }],
    ['a quote without its context', { ...thread, quote: { exact: 'x' } }],
  ])('400 bad_request: %s', async (_what, body) => {
    expect(await refused('POST', '/api/threads', body)).toMatchObject(refusal(400, 'bad_request'));
  });

  it('400 bad_request names the field that is missing', async () => {
    expect(await refused('POST', '/api/threads', without(thread, 'snippet'))).toMatchObject(
      refusal(400, 'bad_request', /snippet/),
    );
  });

  it.each([
    ['empty text', { ...thread, text: '' }],
    ['white space for text', { ...thread, text: ' \n\t' }],
    ['anchors from 0', { ...thread, anchorStart: 0 }],
    ['a negative anchor', { ...thread, anchorStart: -1 }],
    ['an end before the start', { ...thread, anchorStart: 3 }],
    ['an end beyond the last block', { ...thread, anchorEnd: 99 }],
    ['lines from 0', { ...thread, lineRange: { start: 0, end: 1 } }],
    ['lines that end before they start', { ...thread, lineRange: { start: 2, end: 1 } }],
    ['lines beyond the block', { ...thread, lineRange: { start: 1, end: 2 } }],
    ['a suggestion without replacement', { ...thread, intent: 'suggestion' }],
    ['a replacement without a suggestion', { ...thread, replacement: 'x' }],
    ['a quote that is not there', { ...thread, quote: { exact: 'zebra', prefix: '', suffix: '' } }],
  ])('400 validation_error: %s', async (_what, body) => {
    expect(await refused('POST', '/api/threads', body)).toMatchObject(
      refusal(400, 'validation_error'),
    );
  });

  it('400 missing_file_id: several files and none named', async () => {
    expect(await refused('POST', '/api/threads', plainThread)).toMatchObject(
      refusal(400, 'missing_file_id', /f-1, f-2/),
    );
  });

  it('404 unknown_file', async () => {
    expect(await refused('POST', '/api/threads', { ...thread, fileId: 'f-9' })).toMatchObject(
      refusal(404, 'unknown_file', /f-9/),
    );
  });

  it.each([2, 99])(
    '409 stale_source_version: %i is greater than the current version',
    async (sourceVersion) => {
      expect(await refused('POST', '/api/threads', { ...thread, sourceVersion })).toMatchObject(
        refusal(409, 'stale_source_version'),
      );
    },
  );
});

describe.each(['replies', 'takes'])('review 5, refusals of POST /api/threads/{id}/%s', (route) => {
  it.each([
    ['no body', undefined],
    ['no text', {}],
    ['a text that is no text', { text: 1 }],
    ['no JSON', 'text'],
  ])('400 bad_request: %s', async (_what, body) => {
    expect(await refused('POST', `/api/threads/${open}/${route}`, body)).toMatchObject(
      refusal(400, 'bad_request'),
    );
  });

  it.each(['', ' ', '\n\t\u00a0'])('400 validation_error: blank text (%j)', async (text) => {
    expect(await refused('POST', `/api/threads/${open}/${route}`, { text })).toMatchObject(
      refusal(400, 'validation_error'),
    );
  });

  it.each([
    ['an unknown thread', 'u-99'],
    ['a deleted thread', deleted],
    ['an id of another kind', 'r-1'],
  ])('404 not_found: %s', async (_what, id) => {
    expect(await refused('POST', `/api/threads/${id}/${route}`, { text: 'x' })).toMatchObject(
      refusal(404, 'not_found', new RegExp(String(id))),
    );
  });
});

describe('review 5, refusals of resolve, unresolve and DELETE', () => {
  it('400 bad_request: a decision that is no text', async () => {
    expect(await refused('POST', `/api/threads/${open}/resolve`, { decision: 1 })).toMatchObject(
      refusal(400, 'bad_request'),
    );
  });

  it.each(['u-99', deleted])('404 not_found on every route: %s', async (id) => {
    const answers = [
      await refused('POST', `/api/threads/${id}/resolve`, { decision: 'x' }),
      await refused('POST', `/api/threads/${id}/unresolve`),
      await refused('DELETE', `/api/threads/${id}`),
      await refused('POST', '/api/drafts/followup', { threadId: id, text: 'x' }),
      await refused('DELETE', '/api/drafts/followup', { threadId: id }),
    ];
    for (const answer of answers) expect(answer).toMatchObject(refusal(404, 'not_found'));
  });

  it('403 prepopulated_thread: DELETE of a thread that was prepared', async () => {
    expect(await refused('DELETE', `/api/threads/${prepared}`)).toMatchObject(
      refusal(403, 'prepopulated_thread'),
    );
  });
});

describe('review 5, refusals of drafts', () => {
  const draft = { fileId: 'f-1', anchorStart: 2, anchorEnd: 2, text: 'x' };

  it.each([
    ['no body', undefined],
    ['no anchorStart', without(draft, 'anchorStart')],
    ['no text', without(draft, 'text')],
    ['an anchor as text', { ...draft, anchorEnd: '2' }],
  ])('POST new-thread, 400 bad_request: %s', async (_what, body) => {
    expect(await refused('POST', '/api/drafts/new-thread', body)).toMatchObject(
      refusal(400, 'bad_request'),
    );
  });

  it.each([
    ['anchors from 0', { ...draft, anchorStart: 0 }],
    ['an end before the start', { ...draft, anchorEnd: 1 }],
    ['lines that end before they start', { ...draft, lineRange: { start: 3, end: 2 } }],
  ])('POST and DELETE new-thread, 400 validation_error: %s', async (_what, body) => {
    for (const method of ['POST', 'DELETE']) {
      expect(await refused(method, '/api/drafts/new-thread', body)).toMatchObject(
        refusal(400, 'validation_error'),
      );
    }
  });

  it('POST and DELETE new-thread, 400 missing_file_id and 404 unknown_file', async () => {
    for (const method of ['POST', 'DELETE']) {
      expect(
        await refused(method, '/api/drafts/new-thread', without(draft, 'fileId')),
      ).toMatchObject(refusal(400, 'missing_file_id'));
      expect(
        await refused(method, '/api/drafts/new-thread', { ...draft, fileId: 'f-9' }),
      ).toMatchObject(refusal(404, 'unknown_file'));
    }
  });

  it.each([
    ['no body', undefined],
    ['no threadId', { text: 'x' }],
    ['a threadId that is no text', { threadId: 1, text: 'x' }],
  ])('POST and DELETE followup, 400 bad_request: %s', async (_what, body) => {
    for (const method of ['POST', 'DELETE']) {
      expect(await refused(method, '/api/drafts/followup', body)).toMatchObject(
        refusal(400, 'bad_request'),
      );
    }
  });
});

describe('review 5, errors', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['GET', '/nothing.html'],
    ['POST', '/nothing.html'],
  ])('%s %s, which is no route, is 404 not_found as JSON', async (method, path) => {
    expect(await refused(method, path)).toMatchObject(refusal(404, 'not_found'));
  });

  it('an error is {"error": {code, message}} with what helps beside it', async () => {
    const { body } = await refused('POST', '/api/threads', plainThread);
    expect(Object.keys(body)).toEqual(['error']);
    const allowed = ['code', 'message', 'field', 'details', 'next'];
    expect(allowed).toEqual(expect.arrayContaining(Object.keys(body['error'] as object)));
  });
});

it('review 5: a refused request sends nothing, over the stream or on stdout', async () => {
  const marker = await review.openThread({ fileId: 'f-1', text: 'After all refusals' });
  const sent = await stream.events.next();
  expect(sent).toMatchObject({ name: 'thread.created', data: { id: marker } });
  const ids = review.events.all.map(({ payload }) => payload['id']);
  await review.events.nextWhere(({ payload }) => payload['id'] === marker, marker);
  expect(review.events.all.slice(ids.length).map(({ payload }) => payload['id'])).toEqual(
    ids.includes(marker) ? [] : [marker],
  );
  expect(marker).toBe('u-5');
});
