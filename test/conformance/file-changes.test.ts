import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { noteText, planText } from '../support/reviewed-plan.ts';
import type { RunningReview } from '../support/running-review.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

const laterText = planText.replace('We ship', 'A new paragraph.\n\nWe ship');

let scratch: Scratch;
let review: RunningReview;

beforeEach(async () => {
  scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  scratch.write('notes.md', noteText);
  review = await scratch.review(['plan.md', 'notes.md']);
  // The first answer comes when the server is up, and with it the watch.
  await review.state();
});

const threadOf = async (id: string) => (await review.state()).threads.find((one) => one.id === id);

describe('review 8, re-anchoring without an agent', () => {
  it('a change on disk moves threads to where their text went and sends source.updated', async () => {
    const stream = await review.stream();
    const id = await review.openThread({ fileId: 'f-1' });
    scratch.write('plan.md', laterText);
    const { payload } = await review.nextEvent('source.updated');
    expect(payload).toMatchObject({
      markdown: laterText,
      fileId: 'f-1',
      renderedHtml: expect.stringContaining('A new paragraph.'),
      threadAnchors: [{ threadId: id, anchorStart: 3, anchorEnd: 3, orphaned: false }],
      orphanedThreadIds: [],
      sourceVersion: 1,
    });
    expect((await stream.nextEvent('source.updated')).data).toEqual(payload);
    expect(await threadOf(id)).toMatchObject({ anchorStart: 3, anchorEnd: 3 });
  });

  it('a file that an editor replaces by renaming is followed', async () => {
    for (const text of [laterText, planText]) {
      renameSync(scratch.write('.plan.md.new', text), join(scratch.directory, 'plan.md'));
      expect((await review.nextEvent('source.updated')).payload).toMatchObject({ markdown: text });
    }
  });

  it('a link that is made to lead elsewhere, or replaced by a file, is followed', async () => {
    const path = (name: string) => join(scratch.directory, name);
    scratch.write('v1.md', planText);
    symlinkSync('v1.md', path('link.md'));
    const linked = await scratch.review(['link.md']);
    await linked.state();
    const id = await linked.openThread();
    const places = async () =>
      (await linked.state()).threads.map((one) => [one.id, one.anchorStart, one.orphaned]);
    scratch.write('v2.md', laterText);
    symlinkSync('v2.md', path('link.new'));
    renameSync(path('link.new'), path('link.md'));
    expect((await linked.nextEvent('source.updated')).payload).toMatchObject({
      markdown: laterText,
    });
    expect(await places()).toEqual([[id, 3, undefined]]);
    renameSync(scratch.write('.link.tmp', `Head.\n\n${laterText}`), path('link.md'));
    await linked.nextEvent('source.updated');
    expect(await places()).toEqual([[id, 4, undefined]]);
    scratch.write('link.md', planText);
    await linked.nextEvent('source.updated');
    expect((await linked.state()).files).toMatchObject([{ id: 'f-1', path: 'link.md' }]);
    await linked.kill('SIGKILL');
    expect((await scratch.review(['link.md'])).id).toBe(linked.id);
  });

  it('a thread whose text is gone is orphaned, and comes back with its text', async () => {
    const id = await review.openThread({ fileId: 'f-1', anchorStart: 11, anchorEnd: 11 });
    scratch.write('plan.md', planText.replace(/### Risks[\s\S]*/, ''));
    expect((await review.nextEvent('source.updated')).payload).toMatchObject({
      orphanedThreadIds: [id],
    });
    expect(await threadOf(id)).toMatchObject({
      orphaned: true,
      quote: { exact: 'The old rows have no time zone.' },
    });
    scratch.write('plan.md', laterText);
    expect((await review.nextEvent('source.updated')).payload).toMatchObject({
      orphanedThreadIds: [],
    });
    expect(await threadOf(id)).toMatchObject({ anchorStart: 12 });
  });

  it('a thread whose text was moved and edited is `moved` until a person confirms it', async () => {
    const remark = 'The importer reads the old rows in batches and writes them to the new table.';
    const scenario = (first: string, last: string) =>
      `# Story\n\n${first}Between.\n\nMore in between.\n\n${last}The end of it all.\n`;
    scratch.write('story.md', scenario(`${remark}\n\n`, ''));
    const told = await scratch.review(['story.md']);
    const stream = await told.stream();
    const id = await told.openThread();
    scratch.write('story.md', scenario('', `${remark.replace('old rows', 'older rows')}\n\n`));
    await told.nextEvent('source.updated');
    expect((await told.state()).threads).toMatchObject([{ id, anchorStart: 4, moved: true }]);
    const ok = { status: 200, body: { ok: true } };
    expect(await told.post(`/api/threads/${id}/confirm-anchor`)).toEqual(ok);
    expect((await stream.nextEvent('thread.updated')).data).toMatchObject({ id, anchorStart: 4 });
    expect((await told.state()).threads[0]).not.toHaveProperty('moved');
  });

  it('PUT /api/threads/{id}/anchor re-attaches a thread by hand, an orphaned one too', async () => {
    const id = await review.openThread({ fileId: 'f-1', anchorStart: 11, anchorEnd: 11 });
    scratch.write('plan.md', planText.replace(/### Risks[\s\S]*/, ''));
    await review.nextEvent('source.updated');
    const response = await fetch(`${review.url}/api/threads/${id}/anchor`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ anchorStart: 2, anchorEnd: 2 }),
    });
    expect(response.status).toBe(200);
    const thread = await threadOf(id);
    expect(thread).toMatchObject({ anchorStart: 2, anchorEnd: 2 });
    expect(thread).not.toHaveProperty('orphaned');
  });

  it('a change while nobody watched is taken over by the review that goes on', async () => {
    const id = await review.openThread({ fileId: 'f-1' });
    await review.kill('SIGKILL');
    scratch.write('plan.md', laterText);
    const after = await scratch.review(['plan.md', 'notes.md']);
    expect((await after.state()).threads).toMatchObject([{ id, anchorStart: 3 }]);
  });

  it('a file that is gone or unreadable for a while keeps its text and its threads', async () => {
    const id = await review.openThread({ fileId: 'f-1' });
    const file = join(scratch.directory, 'plan.md');
    renameSync(file, `${file}.away`);
    scratch.write('notes.md', '# Other notes\n');
    await review.nextEvent('source.updated');
    const thread = await threadOf(id);
    expect(thread).toMatchObject({ anchorStart: 2 });
    expect(thread).not.toHaveProperty('orphaned');
    scratch.write('plan.md', laterText);
    expect((await review.nextEvent('source.updated')).payload).toMatchObject({ fileId: 'f-1' });
  });
});

describe('review 5, pushed text and the disk', () => {
  const push = (markdown: string) =>
    review.post('/api/source', { fileId: 'f-1', markdown, reanchor: 'auto' });

  it('the pushed text stands while the file keeps its bytes, also when another file changes', async () => {
    await push(laterText);
    scratch.write('notes.md', '# Other notes\n');
    await review.events.nextWhere(({ payload }) => payload['fileId'] === 'f-2', 'the other file');
    const { body } = await review.get('/api/files/f-1/blocks');
    expect((body['blocks'] as unknown[])[1]).toMatchObject({ snippet: 'A new paragraph.' });
  });

  it('the disk wins once the bytes of the file change after the push', async () => {
    await push(laterText);
    await review.nextEvent('source.updated');
    const onDisk = `${planText}\nAdded on disk.\n`;
    scratch.write('plan.md', onDisk);
    expect((await review.nextEvent('source.updated')).payload).toMatchObject({ markdown: onDisk });
  });

  it('the pushed text stands after a restart, as the bytes of the file are the same', async () => {
    await push(laterText);
    await review.kill('SIGKILL');
    const after = await scratch.review(['plan.md', 'notes.md']);
    const { body } = await after.get('/api/files/f-1/blocks');
    expect((body['blocks'] as unknown[])[1]).toMatchObject({ snippet: 'A new paragraph.' });
  });
});
