import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { noteText, planText } from '../support/reviewed-plan.ts';
import type { Answer, RunningReview } from '../support/running-review.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

/** The plan with a paragraph more at its top, so that every block after the heading moves by one. */
const laterText = planText.replace('We ship', 'A new paragraph.\n\nWe ship');

let scratch: Scratch;
let review: RunningReview;

beforeEach(async () => {
  scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  scratch.write('notes.md', noteText);
  const prepared = { path: 'plan.md', anchorStart: 5, anchorEnd: 5, text: 'Look here' };
  scratch.write('threads.json', JSON.stringify([prepared]));
  review = await scratch.review(['plan.md', 'notes.md', '--threads', 'threads.json']);
});

const push = (body: object): Promise<Answer> =>
  review.post('/api/source', { fileId: 'f-1', markdown: laterText, ...body });

/** The prepared thread, u-1, at its place in the later text. */
const prepared = { threadId: 'u-1', anchorStart: 6, anchorEnd: 6 };

describe('review 5, POST /api/source', () => {
  it('answers the source.updated payload, which goes to stdout and the stream too', async () => {
    const stream = await review.stream();
    const open = await review.openThread({ fileId: 'f-1' });
    const gone = await review.openThread({ fileId: 'f-1', anchorStart: 4, anchorEnd: 4 });
    const deleted = await review.openThread({ fileId: 'f-1' });
    await review.delete(`/api/threads/${deleted}`);
    await review.openThread({ fileId: 'f-2' });
    const { status, body } = await push({
      threadAnchors: [
        prepared,
        { threadId: open, anchorStart: 3, anchorEnd: 3, snippet: 'We ship' },
        { threadId: gone, orphaned: true },
      ],
    });
    expect(status).toBe(200);
    const { disagreements, ...payload } = body;
    expect(payload).toEqual({
      markdown: laterText,
      fileId: 'f-1',
      renderedHtml: expect.stringContaining('A new paragraph.'),
      threadAnchors: [
        { threadId: 'u-1', anchorStart: 6, anchorEnd: 6, orphaned: false },
        { threadId: open, anchorStart: 3, anchorEnd: 3, orphaned: false },
        { threadId: gone, anchorStart: 4, anchorEnd: 4, orphaned: true },
      ],
      orphanedThreadIds: [gone],
      sourceVersion: 1,
    });
    expect((await review.nextEvent('source.updated')).payload).toEqual(payload);
    expect((await stream.nextEvent('source.updated')).data).toEqual(payload);
    expect(disagreements).toEqual([
      { threadId: gone, given: 'orphaned', found: { anchorStart: 5, anchorEnd: 5 } },
    ]);
  });

  it('the state shows the new places, `orphaned` only where it is true', async () => {
    const open = await review.openThread({ fileId: 'f-1', snippet: 'We ship' });
    await push({
      threadAnchors: [
        { threadId: 'u-1', orphaned: true },
        { threadId: open, anchorStart: 3, anchorEnd: 3, snippet: 'the importer' },
      ],
    });
    const { threads, sourceVersion } = await review.state();
    expect(sourceVersion).toBe(1);
    expect(threads[0]).toMatchObject({ id: 'u-1', orphaned: true });
    expect(threads[1]).toMatchObject({ id: open, anchorStart: 3, snippet: 'the importer' });
    expect(threads[1]).not.toHaveProperty('orphaned');
    const { body } = await review.get('/api/files/f-1/blocks');
    expect(body).toMatchObject({ sourceVersion: 1 });
    expect((body['blocks'] as unknown[])[1]).toMatchObject({ snippet: 'A new paragraph.' });
  });

  it('takes a lineRange, and gives an orphan its place back', async () => {
    const code = { fileId: 'f-1', anchorStart: 7, anchorEnd: 7, lineRange: { start: 1, end: 1 } };
    const id = await review.openThread(code);
    await push({ threadAnchors: [prepared, { threadId: id, orphaned: true }] });
    const lineRange = { start: 2, end: 3 };
    const { status } = await push({
      threadAnchors: [prepared, { threadId: id, anchorStart: 8, anchorEnd: 8, lineRange }],
    });
    expect(status).toBe(200);
    const thread = (await review.state()).threads.find((one) => one.id === id);
    expect(thread).toMatchObject({ anchorStart: 8, lineRange });
    expect(thread).not.toHaveProperty('orphaned');
  });

  it('the only file needs no fileId, and a file without threads an empty list', async () => {
    const single = await scratch.review(['notes.md', '--fresh']);
    const answer = await single.post('/api/source', { markdown: '# Other\n', threadAnchors: [] });
    expect(answer).toMatchObject({ status: 200, body: { fileId: 'f-1', sourceVersion: 1 } });
  });

  it('the file on disk is not written', async () => {
    await push({ threadAnchors: [prepared] });
    expect(readFileSync(join(scratch.directory, 'plan.md'), 'utf8')).toBe(planText);
  });

  it('ours: "reanchor": "auto" places each thread and reports what it did', async () => {
    const open = await review.openThread({ fileId: 'f-1' });
    const gone = await review.openThread({ fileId: 'f-1', anchorStart: 11, anchorEnd: 11 });
    const markdown = laterText.replace('The old rows have no time zone.', 'Nothing else here.');
    const { status, body } = await push({ markdown, reanchor: 'auto' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      threadAnchors: [
        { threadId: 'u-1', anchorStart: 6, anchorEnd: 6, orphaned: false },
        { threadId: open, anchorStart: 3, anchorEnd: 3, orphaned: false },
        { threadId: gone, orphaned: true },
      ],
      orphanedThreadIds: [gone],
      reanchored: [
        { threadId: 'u-1', orphaned: false, moved: false },
        { threadId: open, orphaned: false, moved: false },
        { threadId: gone, orphaned: true, moved: false },
      ],
    });
  });

  it('a file of kind diff takes its unified patch as markdown', async () => {
    const patch = (line: string) =>
      `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-one\n+${line}\n`;
    scratch.write('change.diff', patch('two'));
    const diffed = await scratch.review(['change.diff']);
    const id = await diffed.openThread({ anchorStart: 3, anchorEnd: 3 });
    const { status, body } = await diffed.post('/api/source', {
      markdown: patch('three'),
      threadAnchors: [{ threadId: id, anchorStart: 3, anchorEnd: 3 }],
    });
    expect(status).toBe(200);
    expect(body['renderedHtml']).toMatch(/three/);
    const { body: now } = await diffed.get('/api/files/f-1/blocks');
    expect((now['blocks'] as unknown[])[2]).toMatchObject({ snippet: '@@ -1 +1 @@\n-one\n+three' });
  });
});

describe('review 5, stale_source_version', () => {
  const thread = { anchorStart: 1, anchorEnd: 1, snippet: '', text: 'x' };
  const openAt = (fileId: string, sourceVersion: number) =>
    review.post('/api/threads', { ...thread, fileId, sourceVersion });

  it('409 where it is smaller than the version at which that file last changed', async () => {
    await push({ threadAnchors: [prepared] });
    const stale = { status: 409, body: { error: { code: 'stale_source_version' } } };
    expect(await openAt('f-1', 0)).toMatchObject(stale);
    expect((await openAt('f-1', 1)).status).toBe(200);
    expect(await openAt('f-1', 2)).toMatchObject(stale);
  });

  it('the version is one number for all files, and a file that did not change takes the older', async () => {
    await push({ threadAnchors: [prepared] });
    expect((await openAt('f-2', 0)).status).toBe(200);
    expect((await openAt('f-2', 1)).status).toBe(200);
    expect((await openAt('f-2', 2)).status).toBe(409);
  });
});

describe('review 5, a refused update changes nothing', () => {
  it('names what is wrong, and is neither stored, nor sent, nor printed', async () => {
    const open = await review.openThread({ fileId: 'f-1' });
    await review.post(`/api/threads/${open}/resolve`);
    const deleted = await review.openThread({ fileId: 'f-1' });
    await review.delete(`/api/threads/${deleted}`);
    const other = await review.openThread({ fileId: 'f-2' });
    const stream = await review.stream();
    await stream.events.nextWhere(
      ({ name, data }) =>
        name === 'session.started' || (data['delivered'] as string[]).includes(other),
      'the start',
    );
    const at = { threadId: open, anchorStart: 3, anchorEnd: 3 };
    const both = [prepared, at];
    const refusals: ReadonlyArray<readonly [string, object, number, string, RegExp]> = [
      ['no threadAnchors', {}, 400, 'bad_request', /threadAnchors/],
      ['no markdown', { markdown: undefined, threadAnchors: both }, 400, 'bad_request', /markdown/],
      ['an unknown field', { threadAnchors: both, note: 'x' }, 400, 'bad_request', /note/],
      ['an address', { threadAnchors: both, url: review.url }, 400, 'bad_request', /url/],
      [
        'an unknown field of a thread',
        { threadAnchors: [prepared, { ...at, kind: 'user' }] },
        400,
        'bad_request',
        /./,
      ],
      [
        'orphaned: false',
        { threadAnchors: [prepared, { threadId: open, orphaned: false }] },
        400,
        'bad_request',
        /./,
      ],
      ['no fileId', { fileId: undefined, threadAnchors: both }, 400, 'missing_file_id', /f-1/],
      ['another file', { fileId: 'f-9', threadAnchors: both }, 404, 'unknown_file', /f-9/],
      [
        'a resolved thread left out',
        { threadAnchors: [prepared] },
        400,
        'validation_error',
        new RegExp(open),
      ],
      ['a prepared thread left out', { threadAnchors: [at] }, 400, 'validation_error', /u-1/],
      [
        'a thread twice',
        { threadAnchors: [...both, at] },
        400,
        'validation_error',
        new RegExp(open),
      ],
      [
        'a thread of another file',
        { threadAnchors: [...both, { ...at, threadId: other }] },
        400,
        'validation_error',
        new RegExp(other),
      ],
      [
        'a deleted thread',
        { threadAnchors: [...both, { ...at, threadId: deleted }] },
        400,
        'validation_error',
        new RegExp(deleted),
      ],
      [
        'an unknown thread',
        { threadAnchors: [...both, { ...at, threadId: 'u-99' }] },
        400,
        'validation_error',
        /u-99/,
      ],
      [
        'an anchor beyond the new text',
        { threadAnchors: [prepared, { ...at, anchorEnd: 99 }] },
        400,
        'validation_error',
        new RegExp(open),
      ],
      [
        'an anchor from 0',
        { threadAnchors: [prepared, { ...at, anchorStart: 0 }] },
        400,
        'validation_error',
        new RegExp(open),
      ],
      [
        'lines beyond the block',
        { threadAnchors: [prepared, { ...at, lineRange: { start: 1, end: 9 } }] },
        400,
        'validation_error',
        new RegExp(open),
      ],
      ['reanchor of another kind', { reanchor: 'manual' }, 400, 'bad_request', /./],
      [
        'reanchor and threadAnchors',
        { reanchor: 'auto', threadAnchors: both },
        400,
        'validation_error',
        /./,
      ],
    ];
    const before = await review.state();
    for (const [what, body, status, code, message] of refusals) {
      const answer = await push(body);
      expect([what, answer]).toMatchObject([what, { status, body: { error: { code } } }]);
      expect((answer.body['error'] as { message: string }).message).toMatch(message);
      expect(await review.state()).toEqual(before);
    }
    const marker = await review.openThread({ fileId: 'f-2' });
    await review.events.nextWhere(({ payload }) => payload['id'] === marker, marker);
    await stream.events.nextWhere(({ data }) => data['id'] === marker, marker);
    expect(review.events.all.map(({ kind }) => kind)).not.toContain('source.updated');
    expect(stream.events.all.map(({ name }) => name)).not.toContain('source.updated');
    expect((await push({ threadAnchors: both })).status).toBe(200);
  });
});
