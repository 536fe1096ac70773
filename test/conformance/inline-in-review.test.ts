import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunningReview } from '../support/running-review.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

const plan = [
  '# Plan',
  '',
  'We drop the least recently used tenth.',
  '',
  '> **Sage:** Why a tenth?',
  '>> **Maestro:** No idea, @Aaron?',
  '',
  '- one item here',
  '',
  '> **Aaron:** a lone remark',
  '',
].join('\n');

async function begin(
  words: readonly string[] = [],
): Promise<{ scratch: Scratch; review: RunningReview; file: () => string }> {
  const scratch = scratchOfTest();
  const path = scratch.write('plan.md', plan);
  const review = await scratch.review([...words, 'plan.md']);
  return { scratch, review, file: () => readFileSync(path, 'utf8') };
}

describe('inline 5: discussions of a file in its review', () => {
  it('stand at their anchors as prepopulated threads, and send no thread.created at the start', async () => {
    const { review } = await begin();
    const { threads, replies } = await review.state();
    expect(threads).toMatchObject([
      {
        id: 'u-1',
        kind: 'prepopulated',
        anchorStart: 2,
        text: 'Why a tenth?',
        author: { name: 'Sage' },
      },
      {
        id: 'u-2',
        kind: 'prepopulated',
        anchorStart: 3,
        text: 'a lone remark',
        author: { name: 'Aaron' },
      },
    ]);
    expect(replies['u-1']).toMatchObject([
      { text: 'No idea, @Aaron?', author: { name: 'Maestro' } },
    ]);
    await review.openThread({ text: 'The first event.' });
    expect((await review.events.next()).payload).toMatchObject({
      id: 'u-3',
      text: 'The first event.',
    });
  });

  it('are lifted out of the text when they have a reply, and stay visible when they are a lone root', async () => {
    const { review } = await begin();
    const { body } = await review.get('/api/files/f-1/blocks');
    const snippets = (body['blocks'] as { snippet: string }[]).map(({ snippet }) => snippet);
    expect(snippets).toEqual([
      'Plan',
      'We drop the least recently used tenth.',
      'one item here',
      'Aaron: a lone remark',
    ]);
  });

  it('cannot be deleted: 403 prepopulated_thread', async () => {
    const { review } = await begin();
    const answer = await review.delete('/api/threads/u-1');
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'prepopulated_thread' } } });
  });

  it('take a reply of the page into the file, one deeper than the last comment', async () => {
    const { review, file } = await begin(['--as', 'Sage']);
    const answer = await review.post('/api/threads/u-1/replies', {
      text: 'Still asking.\n> not a quote',
    });
    expect(answer).toMatchObject({ status: 200, body: { id: 'r-2' } });
    expect(answer.body).not.toHaveProperty('writeBack');
    expect(file()).toBe(
      plan.replace('@Aaron?\n', '@Aaron?\n>>> **Sage:** Still asking.\n>>> \\> not a quote\n'),
    );
    const { replies } = await review.state();
    expect(replies['u-1']?.map(({ text }) => text)).toEqual([
      'No idea, @Aaron?',
      'Still asking.\n> not a quote',
    ]);
  });

  it('take an agent’s take under its name, or Agent', async () => {
    const { review, file } = await begin();
    await review.post('/api/threads/u-1/takes', { text: 'Because.' });
    await review.post('/api/threads/u-1/takes', {
      text: 'Truly.',
      author: { name: 'planner', kind: 'agent' },
    });
    expect(file()).toContain('>>> **Agent:** Because.\n>>>> **planner:** Truly.\n');
  });

  it('are resolved in the file by their initiator alone: 403 not_initiator', async () => {
    const { review, file } = await begin(['--as', 'Sage']);
    const stranger = await review.post('/api/threads/u-2/resolve');
    expect(stranger).toMatchObject({ status: 403, body: { error: { code: 'not_initiator' } } });
    expect(file()).toBe(plan);
    expect((await review.post('/api/threads/u-1/resolve')).status).toBe(200);
    expect(file()).toContain('> **Sage [RESOLVED]:** Why a tenth?');
    expect((await review.post('/api/threads/u-1/unresolve')).status).toBe(200);
    expect(file()).toContain('> **Sage [REOPEN]:** Why a tenth?');
  });

  it('leave new threads of the page out of the file, and take them with --write-back', async () => {
    const without = await begin();
    await without.review.openThread({ anchorStart: 3, anchorEnd: 3, text: 'Which item?' });
    expect(without.file()).toBe(plan);
    const { review, file } = await begin(['--write-back', '--as', 'Aaron']);
    await review.openThread({ anchorStart: 3, anchorEnd: 3, text: 'Which item?' });
    await review.post('/api/threads/u-3/takes', { text: 'The first.' });
    expect(file()).toContain(
      '- one item here\n  > **Aaron:** Which item?\n  >> **Agent:** The first.\n',
    );
    const { threads, takes } = await review.state();
    expect(threads).toHaveLength(3);
    expect(threads[2]).not.toHaveProperty('writeBack');
    expect(takes['u-3']).toHaveLength(1);
  });

  it('that an editor or agent writes appear in the page, with thread.created and reply.added', async () => {
    const { scratch, review } = await begin();
    scratch.write(
      'plan.md',
      `${plan.replace('No idea', 'Really no idea')}\n> **Bob [RESOLVED]:** One more\n>> **Sage:** Agreed\n`,
    );
    expect((await review.nextEvent('thread.created')).payload).toMatchObject({
      id: 'u-3',
      text: 'One more',
      author: { name: 'Bob' },
    });
    expect((await review.nextEvent('reply.added')).payload).toMatchObject({
      threadId: 'u-3',
      text: 'Agreed',
    });
    expect((await review.nextEvent('thread.resolved')).payload).toMatchObject({ threadId: 'u-3' });
    const { replies } = await review.state();
    expect(replies['u-1']).toMatchObject([{ id: 'r-1', text: 'Really no idea, @Aaron?' }]);
  });

  it('that are gone from the file are gone from the page', async () => {
    const { scratch, review } = await begin();
    scratch.write('plan.md', plan.replace('> **Aaron:** a lone remark\n', ''));
    expect((await review.nextEvent('thread.deleted')).payload).toEqual({ threadId: 'u-2' });
  });

  it('keep a message that cannot be written: 200 with writeBack pending, and it is written once that works', async () => {
    const { scratch, review, file } = await begin();
    const aside = join(scratch.directory, 'aside.md');
    renameSync(join(scratch.directory, 'plan.md'), aside);
    const answer = await review.post('/api/threads/u-1/replies', { text: 'Kept.' });
    expect(answer).toMatchObject({ status: 200, body: { writeBack: 'pending' } });
    expect((await review.state()).threads[0]).toMatchObject({ writeBack: 'pending' });
    renameSync(aside, join(scratch.directory, 'plan.md'));
    await review.nextEvent('source.updated');
    expect(file()).toContain('>>> **Reviewer:** Kept.\n');
    expect((await review.state()).threads[0]).not.toHaveProperty('writeBack');
  });

  it('are not written twice when the process dies after writing', async () => {
    const { scratch, review, file } = await begin();
    await review.post('/api/threads/u-1/replies', { text: 'Once.' });
    await review.kill('SIGKILL');
    const again = await scratch.review(['--resume', 'plan.md']);
    await again.post('/api/threads/u-1/replies', { text: 'Twice?' });
    expect(file().match(/Once\./g)).toHaveLength(1);
    expect(file().match(/Twice\?/g)).toHaveLength(1);
    expect((await again.state()).replies['u-1']?.map(({ text }) => text)).toEqual([
      'No idea, @Aaron?',
      'Once.',
      'Twice?',
    ]);
  });

  it('are shown once in the next round, with --carry open and the same prepared threads', async () => {
    const { scratch, review } = await begin(['--write-back', '--as', 'Aaron']);
    await review.openThread({ anchorStart: 3, anchorEnd: 3, text: 'Which item?' });
    await review.post('/api/done');
    await review.exit;
    scratch.write(
      'threads.json',
      JSON.stringify([{ anchorStart: 3, text: 'Which item?', author: 'Aaron' }]),
    );
    const again = await scratch.review([
      ...['--carry', 'open', '--threads', 'threads.json'],
      ...['--write-back', '--as', 'Aaron', 'plan.md'],
    ]);
    const { threads } = await again.state();
    expect(threads.map(({ text }) => text)).toEqual([
      'Why a tenth?',
      'Which item?',
      'a lone remark',
    ]);
  });

  it('have no author whose name could not stand in the file: 400 validation_error', async () => {
    const { review, file } = await begin();
    for (const name of ['a*b', 'gpt:', 'Claude [RESOLVED]', 'Note']) {
      const author = { name, kind: 'agent' };
      const answer = await review.post('/api/threads/u-1/takes', { text: 'x', author });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'validation_error' } } });
    }
    expect(file()).toBe(plan);
  });
});
