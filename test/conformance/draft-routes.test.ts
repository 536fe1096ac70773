import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noteText, planText } from '../support/reviewed-plan.ts';
import type { RunningReview } from '../support/running-review.ts';
import { makeScratch } from '../support/scratch.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const place = { fileId: 'f-1', anchorStart: 7, anchorEnd: 7 };
const ok = { status: 200, body: { ok: true } };

const scratch = makeScratch();
let review: RunningReview;
let threadId: string;

beforeAll(async () => {
  scratch.write('plan.md', planText);
  scratch.write('notes.md', noteText);
  review = await scratch.review(['plan.md', 'notes.md']);
});
beforeEach(async () => {
  threadId = await review.openThread({ fileId: 'f-1' });
});
afterAll(() => scratch.close());

const drafts = async () => (await review.state()).drafts;

describe('review 5, /api/drafts/new-thread', () => {
  it('POST answers {scope, fileId, anchorStart, anchorEnd, text, updatedAt}', async () => {
    const text = '  Half a thou';
    const answer = await review.post('/api/drafts/new-thread', { ...place, text });
    expect(answer).toEqual({
      status: 200,
      body: { scope: 'newThread', ...place, text, updatedAt: moment },
    });
    expect((await drafts()).newThread).toMatchObject({ 'f-1|7-7': { text, updatedAt: moment } });
  });

  it('POST again replaces the draft of the same place', async () => {
    await review.post('/api/drafts/new-thread', { ...place, text: 'One' });
    await review.post('/api/drafts/new-thread', { ...place, text: 'Two' });
    expect((await drafts()).newThread).toMatchObject({ 'f-1|7-7': { text: 'Two' } });
  });

  it.each(['', '  \n'])(
    'POST of blank text (%j) clears, and draft.cleared is sent',
    async (text) => {
      await review.post('/api/drafts/new-thread', { ...place, text: 'One' });
      const stream = await review.stream();
      await stream.nextEvent('session.started');
      const { status, body } = await review.post('/api/drafts/new-thread', { ...place, text });
      expect({ status, body }).toEqual(ok);
      expect((await stream.nextEvent('draft.cleared')).data).toEqual({
        scope: 'newThread',
        ...place,
      });
      expect((await drafts()).newThread).toEqual({});
    },
  );

  it('DELETE answers {ok: true}; it is idempotent and still sends draft.cleared', async () => {
    await review.post('/api/drafts/new-thread', { ...place, text: 'One' });
    const stream = await review.stream();
    await stream.nextEvent('session.started');
    for (let times = 0; times < 2; times++) {
      expect(await review.delete('/api/drafts/new-thread', place)).toEqual(ok);
      expect((await stream.nextEvent('draft.cleared')).data).toEqual({
        scope: 'newThread',
        ...place,
      });
    }
    expect((await drafts()).newThread).toEqual({});
  });

  it('ours: lineRange and quote are part of the key, so that drafts in one block keep apart', async () => {
    const lines = { ...place, lineRange: { start: 1, end: 2 } };
    const phrase = { ...place, quote: { exact: 'name', prefix: 'id, ', suffix: '\nFROM' } };
    const other = { ...place, quote: { exact: 'name', prefix: 'id,', suffix: '\nFROM' } };
    for (const [index, where] of [place, lines, phrase, other].entries()) {
      await review.post('/api/drafts/new-thread', { ...where, text: `Draft ${index}` });
    }
    const kept = (await drafts()).newThread;
    expect(Object.keys(kept)).toEqual([
      'f-1|7-7',
      'f-1|7-7|L1-2',
      expect.stringMatching(/^f-1\|7-7\|Q[0-9a-f]{12}$/),
      expect.stringMatching(/^f-1\|7-7\|Q[0-9a-f]{12}$/),
    ]);
    expect(kept['f-1|7-7|L1-2']).toMatchObject({ lineRange: { start: 1, end: 2 } });
    await review.delete('/api/drafts/new-thread', lines);
    expect(Object.values((await drafts()).newThread).map(({ text }) => text)).toEqual([
      'Draft 0',
      'Draft 2',
      'Draft 3',
    ]);
    for (const where of [place, phrase, other]) {
      await review.delete('/api/drafts/new-thread', where);
    }
    expect((await drafts()).newThread).toEqual({});
  });

  it('drafts of the same place in two files keep apart', async () => {
    const here = { anchorStart: 1, anchorEnd: 1 };
    await review.post('/api/drafts/new-thread', { ...here, fileId: 'f-1', text: 'One' });
    await review.post('/api/drafts/new-thread', { ...here, fileId: 'f-2', text: 'Two' });
    expect((await drafts()).newThread).toMatchObject({
      'f-1|1-1': { text: 'One' },
      'f-2|1-1': { text: 'Two' },
    });
  });
});

describe('review 5, /api/drafts/followup', () => {
  it('POST answers {scope, threadId, text, updatedAt}', async () => {
    const answer = await review.post('/api/drafts/followup', { threadId, text: 'Half a' });
    expect(answer).toEqual({
      status: 200,
      body: { scope: 'followup', threadId, text: 'Half a', updatedAt: moment },
    });
    expect((await drafts()).followup).toMatchObject({ [threadId]: { text: 'Half a' } });
  });

  it('blank text clears', async () => {
    await review.post('/api/drafts/followup', { threadId, text: 'Half a' });
    expect(await review.post('/api/drafts/followup', { threadId, text: ' ' })).toEqual(ok);
    expect((await drafts()).followup).not.toHaveProperty(threadId);
  });

  it('DELETE answers {ok: true}, idempotent, and sends draft.cleared each time', async () => {
    const stream = await review.stream();
    for (let times = 0; times < 2; times++) {
      expect(await review.delete('/api/drafts/followup', { threadId })).toEqual(ok);
      expect((await stream.nextEvent('draft.cleared')).data).toEqual({
        scope: 'followup',
        threadId,
      });
    }
  });
});
