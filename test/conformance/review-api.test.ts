import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeBlock, noteText, planBlocks, planText } from '../support/reviewed-plan.ts';
import type { RunningReview } from '../support/running-review.ts';
import { makeScratch, scratchOfTest } from '../support/scratch.ts';

/** Reviews that the rows ask: of one file, of two, and with verdict options. */
type On = 'one' | 'two' | 'verdict';

/** A request and its answer; `{u}` in a path or a body is a thread that was opened for the row. */
interface Row {
  readonly on?: On;
  readonly ask: readonly [method: string, path: string, body?: unknown];
  readonly status: number;
  readonly answer: unknown;
}

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const ok = { ok: true };
const place = { anchorStart: 2, anchorEnd: 2 };
const thread = { ...place, snippet: 'We ship', text: 'Why?' };
const code = { anchorStart: codeBlock, anchorEnd: codeBlock };
const quote = { exact: 'importer', prefix: 'We ship the ', suffix: ' in two steps.' };
const opened = { id: expect.stringMatching(/^u-\d+$/), fileId: 'f-1', createdAt: moment };

const is = (answer: unknown) => ({ status: 200, answer });
const refused = (status: number, code: string, message?: RegExp) => ({
  status,
  answer: { error: { code, message: expect.stringMatching(message ?? /./) } },
});
const badRequest = (message?: RegExp) => refused(400, 'bad_request', message);
const invalid = (message?: RegExp) => refused(400, 'validation_error', message);
const notFound = refused(404, 'not_found', /u-99/);

const post = (path: string, body?: unknown): Pick<Row, 'ask'> => ({ ask: ['POST', path, body] });
const put = (path: string, body?: unknown): Pick<Row, 'ask'> => ({ ask: ['PUT', path, body] });
const remove = (path: string, body?: unknown): Pick<Row, 'ask'> => ({
  ask: ['DELETE', path, body],
});
const get = (path: string): Pick<Row, 'ask'> => ({ ask: ['GET', path] });
const on = (which: On) => ({ on: which });

const threads: Readonly<Record<string, Row>> = {
  'a thread': { ...post('/api/threads', thread), ...is(opened) },
  'with its file': { ...post('/api/threads', { ...thread, fileId: 'f-1' }), ...is(opened) },
  'at the version of a fresh review, which is 0': {
    ...post('/api/threads', { ...thread, sourceVersion: 0 }),
    ...is(opened),
  },
  'at a version that is to come': {
    ...post('/api/threads', { ...thread, sourceVersion: 1 }),
    ...refused(409, 'stale_source_version', /sourceVersion is 1; the current one is 0/),
  },
  'on lines of code': {
    ...post('/api/threads', { ...thread, ...code, snippet: '', lineRange: { start: 1, end: 2 } }),
    ...is(opened),
  },
  'on a phrase': { ...post('/api/threads', { ...thread, quote }), ...is(opened) },
  'on several blocks': {
    ...post('/api/threads', { ...thread, anchorStart: 1, anchorEnd: planBlocks, snippet: '' }),
    ...is(opened),
  },
  'whose snippet stands in exactly one other block': {
    ...post('/api/threads', { ...thread, snippet: 'The old rows have no time zone.' }),
    ...is({ ...opened, anchorMoved: { from: 2, to: planBlocks } }),
  },
  'null in every optional field': {
    ...post('/api/threads', {
      ...thread,
      ...{ fileId: null, lineRange: null, sourceVersion: null, quote: null, range: null },
      ...{ author: null, intent: null, replacement: null },
    }),
    ...is(opened),
  },
  'with all that the server sends of a thread': {
    ...post('/api/threads', {
      ...thread,
      ...{ id: 'u-1', fileId: 'f-1', kind: 'user', breadcrumb: 'x', createdAt: 'then' },
      ...{ orphaned: false, moved: false, delivery: 'saved' },
    }),
    ...is(opened),
  },
  'no body': { ...post('/api/threads'), ...badRequest() },
  'no anchorStart': {
    ...post('/api/threads', { ...thread, anchorStart: undefined }),
    ...badRequest(/anchorStart/),
  },
  'null for a field that must be': {
    ...post('/api/threads', { ...thread, snippet: null }),
    ...badRequest(/snippet: must be a string, got null/),
  },
  'an anchor as text': {
    ...post('/api/threads', { ...thread, anchorEnd: '2' }),
    ...badRequest(/anchorEnd: must be a number, got a string/),
  },
  'an anchor with a fraction': {
    ...post('/api/threads', { ...thread, anchorEnd: 2.5 }),
    ...badRequest(/anchorEnd: must be a whole number/),
  },
  'blank text': { ...post('/api/threads', { ...thread, text: ' \n' }), ...invalid(/text/) },
  'anchors from 0': { ...post('/api/threads', { ...thread, anchorStart: 0 }), ...invalid() },
  'an end before the start': { ...post('/api/threads', { ...thread, anchorEnd: 1 }), ...invalid() },
  'an anchor beyond the last block': {
    ...post('/api/threads', { ...thread, anchorStart: 99, anchorEnd: 99, snippet: '' }),
    ...invalid(new RegExp(`${planBlocks} commentable blocks`)),
  },
  'lines beyond the block': {
    ...post('/api/threads', { ...thread, ...code, snippet: '', lineRange: { start: 3, end: 4 } }),
    ...invalid(/has 3 lines/),
  },
  'lines on a range of blocks': {
    ...post('/api/threads', { ...thread, anchorEnd: 3, lineRange: { start: 1, end: 1 } }),
    ...invalid(/single block/),
  },
  'lines that end before they start': {
    ...post('/api/threads', { ...thread, ...code, lineRange: { start: 2, end: 1 } }),
    ...invalid(/lineRange/),
  },
  'no file of several': {
    ...on('two'),
    ...post('/api/threads', thread),
    ...refused(400, 'missing_file_id', /f-1, f-2/),
  },
  'a file of several': {
    ...on('two'),
    ...post('/api/threads', { ...thread, fileId: 'f-2' }),
    ...is({ ...opened, fileId: 'f-2' }),
  },
  'a file that there is not': {
    ...post('/api/threads', { ...thread, fileId: 'f-9' }),
    ...refused(404, 'unknown_file', /f-9/),
  },
};

const messages: Readonly<Record<string, Row>> = Object.fromEntries(
  (['replies', 'takes'] as const).flatMap((kind): (readonly [string, Row])[] => {
    const path = `/api/threads/{u}/${kind}`;
    const id = expect.stringMatching(kind === 'replies' ? /^r-\d+$/ : /^t-\d+$/);
    const message = { id, threadId: '{u}', text: '  Kept as sent\n', createdAt: moment };
    const delivery = kind === 'replies' ? { delivery: 'saved' } : {};
    return [
      [
        `${kind}: a message`,
        { ...post(path, { text: '  Kept as sent\n' }), ...is({ ...message, ...delivery }) },
      ],
      [
        `${kind}: null in every optional field`,
        {
          ...post(path, { text: 'x', author: null, intent: null, replacement: null }),
          ...is({ ...message, text: 'x', ...delivery }),
        },
      ],
      [
        `${kind}: what the server sends of a message`,
        {
          ...post(path, { text: 'x', id: 'r-1', threadId: 'u-1', createdAt: 'then' }),
          ...is({ ...message, text: 'x', ...delivery }),
        },
      ],
      [`${kind}: blank text`, { ...post(path, { text: ' ' }), ...invalid(/text/) }],
      [`${kind}: no text`, { ...post(path, {}), ...badRequest(/text: it is missing/) }],
      [`${kind}: text that is none`, { ...post(path, { text: 1 }), ...badRequest(/text/) }],
      [`${kind}: no body`, { ...post(path), ...badRequest() }],
      [
        `${kind}: no such thread`,
        { ...post(`/api/threads/u-99/${kind}`, { text: 'x' }), ...notFound },
      ],
    ];
  }),
);

const states: Readonly<Record<string, Row>> = {
  'resolve without a body': {
    ...post('/api/threads/{u}/resolve'),
    ...is({ decision: null, resolvedAt: moment }),
  },
  'resolve with a decision': {
    ...post('/api/threads/{u}/resolve', { decision: 'Later' }),
    ...is({ decision: 'Later', resolvedAt: moment }),
  },
  'resolve with null for a decision': {
    ...post('/api/threads/{u}/resolve', { decision: null }),
    ...is({ decision: null, resolvedAt: moment }),
  },
  'resolve with a resolution as it was answered': {
    ...post('/api/threads/{u}/resolve', { decision: 'Later', resolvedAt: '2026-11-30T10:00:00Z' }),
    ...is({ decision: 'Later', resolvedAt: moment }),
  },
  'resolve with a decision that is no text': {
    ...post('/api/threads/{u}/resolve', { decision: 5 }),
    ...badRequest(/decision/),
  },
  'resolve no thread': { ...post('/api/threads/u-99/resolve'), ...notFound },
  'unresolve what is open': { ...post('/api/threads/{u}/unresolve'), ...is(ok) },
  'unresolve no thread': { ...post('/api/threads/u-99/unresolve'), ...notFound },
  'delete a thread': { ...remove('/api/threads/{u}'), ...is(ok) },
  'delete no thread': { ...remove('/api/threads/u-99'), ...notFound },
  'a heartbeat': { ...post('/api/heartbeat'), ...is(ok) },
  'a heartbeat with a body': { ...post('/api/heartbeat', {}), ...is(ok) },
  'viewed: no file': { ...post('/api/files/f-9/viewed'), ...refused(404, 'unknown_file', /f-9/) },
};

const newThread = { scope: 'newThread', fileId: 'f-1', ...place, text: 'Half', updatedAt: moment };
const followup = { scope: 'followup', threadId: '{u}', text: 'Half', updatedAt: moment };

const drafts: Readonly<Record<string, Row>> = {
  'new thread: kept': {
    ...post('/api/drafts/new-thread', { ...place, text: 'Half' }),
    ...is(newThread),
  },
  'new thread: as it was answered': {
    ...post('/api/drafts/new-thread', { ...newThread, updatedAt: 'then' }),
    ...is(newThread),
  },
  'new thread: null in every optional field': {
    ...post('/api/drafts/new-thread', {
      ...{ ...place, text: 'Half', fileId: null, lineRange: null, quote: null, range: null },
      ...{ intent: null, replacement: null },
    }),
    ...is(newThread),
  },
  'new thread: on lines': {
    ...post('/api/drafts/new-thread', { ...code, lineRange: { start: 1, end: 2 }, text: 'x' }),
    ...is({ ...newThread, ...code, lineRange: { start: 1, end: 2 }, text: 'x' }),
  },
  'new thread: blank text clears': {
    ...post('/api/drafts/new-thread', { ...place, text: ' \n' }),
    ...is(ok),
  },
  'new thread: no text': { ...post('/api/drafts/new-thread', place), ...badRequest(/text/) },
  'new thread: anchors from 0': {
    ...post('/api/drafts/new-thread', { anchorStart: 0, anchorEnd: 1, text: 'x' }),
    ...invalid(/anchors/),
  },
  'new thread: no file of several': {
    ...on('two'),
    ...post('/api/drafts/new-thread', { ...place, text: 'x' }),
    ...refused(400, 'missing_file_id'),
  },
  'new thread: a file that there is not': {
    ...post('/api/drafts/new-thread', { ...place, fileId: 'f-9', text: 'x' }),
    ...refused(404, 'unknown_file', /f-9/),
  },
  'new thread: cleared': { ...remove('/api/drafts/new-thread', place), ...is(ok) },
  'new thread: cleared where there is none': {
    ...remove('/api/drafts/new-thread', { anchorStart: 5, anchorEnd: 5, fileId: null }),
    ...is(ok),
  },
  'follow-up: kept': {
    ...post('/api/drafts/followup', { threadId: '{u}', text: 'Half' }),
    ...is(followup),
  },
  'follow-up: as it was answered': {
    ...post('/api/drafts/followup', { ...followup, updatedAt: 'then' }),
    ...is(followup),
  },
  'follow-up: null in every optional field': {
    ...post('/api/drafts/followup', {
      ...followup,
      updatedAt: null,
      intent: null,
      replacement: null,
    }),
    ...is(followup),
  },
  'follow-up: blank text clears': {
    ...post('/api/drafts/followup', { threadId: '{u}', text: '' }),
    ...is(ok),
  },
  'follow-up: no thread': {
    ...post('/api/drafts/followup', { threadId: 'u-99', text: 'x' }),
    ...notFound,
  },
  'follow-up: no threadId': {
    ...post('/api/drafts/followup', { text: 'x' }),
    ...badRequest(/threadId/),
  },
  'follow-up: cleared': { ...remove('/api/drafts/followup', { threadId: '{u}' }), ...is(ok) },
  'follow-up: cleared, no thread': {
    ...remove('/api/drafts/followup', { threadId: 'u-99' }),
    ...notFound,
  },
};

const anchors: Readonly<Record<string, Row>> = {
  'attach anew': {
    ...put('/api/threads/{u}/anchor', { anchorStart: 3, anchorEnd: 3 }),
    ...is(expect.objectContaining({ id: '{u}', anchorStart: 3, anchorEnd: 3 })),
  },
  'attach anew by a snippet that stands in exactly one other block': {
    ...put('/api/threads/{u}/anchor', { ...place, snippet: 'SELECT id, name' }),
    ...is(
      expect.objectContaining({
        ...{ id: '{u}', anchorStart: codeBlock, anchorEnd: codeBlock },
        anchorMoved: { from: 2, to: codeBlock },
      }),
    ),
  },
  'attach anew with nulls': {
    ...put('/api/threads/{u}/anchor', { ...place, snippet: null, lineRange: null, quote: null }),
    ...is(expect.objectContaining({ id: '{u}', ...place })),
  },
  'attach beyond the last block': {
    ...put('/api/threads/{u}/anchor', { anchorStart: 99, anchorEnd: 99 }),
    ...invalid(/commentable blocks/),
  },
  'attach no thread': { ...put('/api/threads/u-99/anchor', place), ...notFound },
  'confirm what needs none': { ...post('/api/threads/{u}/confirm-anchor'), ...is(ok) },
  'accept what suggests nothing': {
    ...post('/api/threads/{u}/accept'),
    ...refused(404, 'not_found', /no suggestion/),
  },
};

const sourceRefusals: Readonly<Record<string, Row>> = {
  'source: no body': { ...post('/api/source'), ...badRequest() },
  'source: no markdown': {
    ...post('/api/source', { threadAnchors: [] }),
    ...badRequest(/markdown/),
  },
  'source: no threadAnchors': {
    ...post('/api/source', { markdown: planText }),
    ...badRequest(/threadAnchors/),
  },
  'source: a field that it does not know': {
    ...post('/api/source', { markdown: planText, threadAnchors: [], colour: 1 }),
    ...badRequest(/no such field: colour/),
  },
  'source: a thread is left out': {
    ...post('/api/source', { markdown: planText, threadAnchors: [] }),
    ...invalid(/\{u\}/),
  },
  'source: a thread that there is not': {
    ...post('/api/source', {
      markdown: planText,
      threadAnchors: [{ threadId: 'u-99', orphaned: true }],
    }),
    ...invalid(/u-99/),
  },
  'source: a thread without a place': {
    ...post('/api/source', { markdown: planText, threadAnchors: [{ threadId: '{u}' }] }),
    ...badRequest(/\{u\}/),
  },
  'source: a field of a place that it does not know': {
    ...post('/api/source', {
      markdown: planText,
      threadAnchors: [{ threadId: '{u}', ...place, colour: 1 }],
    }),
    ...badRequest(/colour/),
  },
  'source: both ways at once': {
    ...post('/api/source', { markdown: planText, threadAnchors: [], reanchor: 'auto' }),
    ...invalid(/reanchor/),
  },
  'source: no file of several': {
    ...on('two'),
    ...post('/api/source', { markdown: planText, threadAnchors: [] }),
    ...refused(400, 'missing_file_id'),
  },
  'source: a file that there is not': {
    ...post('/api/source', { markdown: planText, threadAnchors: [], fileId: 'f-9' }),
    ...refused(404, 'unknown_file', /f-9/),
  },
};

const verdicts: Readonly<Record<string, Row>> = {
  'done: no body': { ...on('verdict'), ...post('/api/done'), ...badRequest(/verdict/) },
  'done: null for a verdict': {
    ...on('verdict'),
    ...post('/api/done', { verdict: null }),
    ...badRequest(/verdict/),
  },
  'done: a verdict without an option': {
    ...on('verdict'),
    ...post('/api/done', { verdict: {} }),
    ...badRequest(/optionId/),
  },
  'done: an unknown option': {
    ...on('verdict'),
    ...post('/api/done', { verdict: { optionId: 'x' } }),
    ...invalid(/"x"/),
  },
  'done: missing feedback': {
    ...on('verdict'),
    ...post('/api/done', { verdict: { optionId: 'no', feedback: ' ' } }),
    ...invalid(/feedback/),
  },
  'done: null for the feedback that is needed': {
    ...on('verdict'),
    ...post('/api/done', { verdict: { optionId: 'no', feedback: null } }),
    ...invalid(/feedback/),
  },
};

const reads: Readonly<Record<string, Row>> = {
  'the blocks of a file': {
    ...get('/api/files/f-1/blocks'),
    ...is({ sourceVersion: 0, blocks: expect.any(Array) }),
  },
  'the blocks of no file': {
    ...get('/api/files/f-9/blocks'),
    ...refused(404, 'unknown_file', /f-9/),
  },
  'the rounds': { ...get('/api/rounds'), ...is(expect.objectContaining({ round: 1 })) },
  'a route that there is not': { ...get('/api/nothing'), ...refused(404, 'not_found') },
  'a method that a route has not': { ...put('/api/state', {}), status: 405, answer: {} },
};

const scratch = makeScratch();
let reviews: Readonly<Record<On, RunningReview>>;

beforeAll(async () => {
  scratch.write('plan.md', planText);
  scratch.write('notes.md', noteText);
  reviews = {
    one: await scratch.review(['plan.md']),
    two: await scratch.review(['plan.md', 'notes.md']),
    verdict: await scratch.review(['notes.md', '--verdict-options', 'yes::positive|no!']),
  };
});
afterAll(() => scratch.close());

describe.each([
  ['threads', threads],
  ['replies and takes', messages],
  ['the state of a thread', states],
  ['drafts', drafts],
  ['anchors', anchors],
  ['refusals of a new source', sourceRefusals],
  ['refusals of an end', verdicts],
  ['what is read', reads],
])('review 5, %s', (_what, rows) => {
  it.each(Object.entries(rows))('%s', async (_name, { on: which = 'one', ask, ...expected }) => {
    const review = reviews[which];
    const id = await review.openThread({ fileId: 'f-1' });
    const [method, path, body] = ask;
    const response = await fetch(exchange(review.url + path, '{u}', id), {
      method,
      ...jsonBody(body, id),
    });
    const answer: unknown = exchange(await response.json(), id, '{u}');
    expect(response.status).toBe(expected.status);
    if (response.status === 200) expect(answer).toEqual(expected.answer);
    else expect(answer).toMatchObject(expected.answer as object);
  });
});

/** The value with one id in place of another, wherever it stands. */
function exchange<Value>(value: Value, from: string, to: string): Value {
  const isPart = /^\w/.test(from) ? new RegExp(`\\b${from}\\b`, 'g') : /\{u\}/g;
  return JSON.parse(JSON.stringify(value).replace(isPart, to)) as Value;
}

function jsonBody(body: unknown, id: string): RequestInit {
  if (body === undefined) return {};
  const text = JSON.stringify(exchange(body, '{u}', id));
  return { body: text, headers: { 'Content-Type': 'application/json' } };
}

async function reviewOfPlan(words: readonly string[] = []) {
  const own = scratchOfTest();
  own.write('plan.md', planText);
  return own.review(['plan.md', ...words]);
}

describe('review 5, what the server sends of a new source may be sent back', () => {
  it('as it stood, with an orphan in its last place, and with null for what is optional', async () => {
    const review = await reviewOfPlan();
    const [kept, lost] = [await review.openThread(), await review.openThread({ ...code })];
    const markdown = planText.replace('two steps', 'two small steps');
    const first = await review.post('/api/source', {
      markdown,
      fileId: null,
      threadAnchors: [
        { threadId: kept, ...place, orphaned: false, snippet: null, lineRange: null },
        { threadId: lost, orphaned: true },
      ],
    });
    expect(first).toMatchObject({
      status: 200,
      body: {
        sourceVersion: 1,
        orphanedThreadIds: [lost],
        threadAnchors: [
          { threadId: kept, ...place, orphaned: false },
          { threadId: lost, ...code, orphaned: true },
        ],
      },
    });
    const { threadAnchors } = first.body;
    expect(await review.post('/api/source', { markdown, threadAnchors })).toMatchObject({
      status: 200,
      body: { sourceVersion: 2, orphanedThreadIds: [lost], threadAnchors },
    });
  });

  it('a snippet that stands in exactly one other block moves the anchor, which is told and may be sent back', async () => {
    const review = await reviewOfPlan();
    const threadId = await review.openThread();
    const placement = { threadId, ...place, snippet: 'SELECT id, name' };
    const source = { markdown: planText, threadAnchors: [placement] };
    const { status, body } = await review.post('/api/source', source);
    const threadAnchors = [
      { threadId, ...code, orphaned: false, anchorMoved: { from: 2, to: codeBlock } },
    ];
    expect({ status, body }).toMatchObject({ status: 200, body: { threadAnchors } });
    const again = await review.post('/api/source', {
      markdown: planText,
      threadAnchors: body['threadAnchors'],
    });
    expect(again.status).toBe(200);
  });
});

describe('review 5, without verdict options the body of done is not looked at', () => {
  it.each([
    ['no JSON', '{"verdict": ', 'application/json'],
    ['another type', 'verdict=yes', 'application/x-www-form-urlencoded'],
    ['a verdict of another shape', '{"verdict": 5}', 'application/json'],
    ['null', 'null', 'application/json'],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x00]), 'text/plain'],
    ['more than any body may have', 'x'.repeat(17 * 1024 * 1024), 'application/json'],
  ])('%s', async (_what, body, type) => {
    const review = await reviewOfPlan();
    const headers = { 'Content-Type': type };
    const response = await fetch(`${review.url}/api/done`, { method: 'POST', body, headers });
    expect(await response.json()).toEqual({ ok: true, message: expect.any(String) });
    expect(await review.exit).toEqual({ code: 0, signal: null });
  });

  it('and its sender is', async () => {
    const review = await reviewOfPlan();
    const headers = { Origin: 'http://evil.example' };
    const response = await fetch(`${review.url}/api/done`, { method: 'POST', headers });
    expect(response.status).toBe(403);
    expect(await review.state()).toMatchObject({ threads: [] });
  });
});
