import { describe, expect, it } from 'vitest';
import { noteText, planText } from '../support/reviewed-plan.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

function scratchWith(threads: unknown): Scratch {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  scratch.write('notes.md', noteText);
  scratch.write('threads.json', typeof threads === 'string' ? threads : JSON.stringify(threads));
  return scratch;
}

describe('review 8, threads that an agent has prepared (--threads FILE)', () => {
  it('are in the state as `prepopulated`, with ids of the same count', async () => {
    const scratch = scratchWith([
      { path: 'plan.md', anchorStart: 4, anchorEnd: 5, text: 'Look here, because …' },
      { fileId: 'f-2', snippet: 'To be read later', text: 'And here' },
      {
        fileId: 'f-1',
        anchorStart: 7,
        lineRange: { start: 2, end: 2 },
        text: 'A change',
        intent: 'suggestion',
        replacement: 'FROM accounts',
        author: { name: 'Claude', kind: 'agent' },
      },
    ]);
    const review = await scratch.review(['plan.md', 'notes.md', '--threads', 'threads.json']);
    const { threads } = await review.state();
    expect(threads).toMatchObject([
      {
        id: 'u-1',
        fileId: 'f-1',
        anchorStart: 4,
        anchorEnd: 5,
        text: 'Look here, because …',
        kind: 'prepopulated',
        author: { kind: 'agent' },
      },
      { id: 'u-2', fileId: 'f-2', anchorStart: 2, anchorEnd: 2, kind: 'prepopulated' },
      {
        id: 'u-3',
        anchorStart: 7,
        lineRange: { start: 2, end: 2 },
        intent: 'suggestion',
        replacement: 'FROM accounts',
        author: { name: 'Claude', kind: 'agent' },
        kind: 'prepopulated',
      },
    ]);
    expect(await review.openThread({ fileId: 'f-1' })).toBe('u-4');
  });

  it('are no news to the agent: stdout begins with session.started and does not tell of them', async () => {
    const scratch = scratchWith([{ anchorStart: 1, fileId: 'f-1', text: 'Look here' }]);
    const review = await scratch.review(['plan.md', '--threads', 'threads.json']);
    const id = await review.openThread();
    expect((await review.events.next()).payload).toMatchObject({ id });
  });

  it('can be answered and resolved, and not be deleted', async () => {
    const scratch = scratchWith([{ anchorStart: 1, fileId: 'f-1', text: 'Look here' }]);
    const review = await scratch.review(['plan.md', '--threads', 'threads.json']);
    expect(await review.delete('/api/threads/u-1')).toMatchObject({
      status: 403,
      body: { error: { code: 'prepopulated_thread' } },
    });
    expect((await review.post('/api/threads/u-1/replies', { text: 'I see' })).status).toBe(200);
    expect((await review.post('/api/threads/u-1/resolve')).status).toBe(200);
    await review.post('/api/done');
    const { payload } = await review.nextEvent('session.done');
    expect(payload['threads']).toMatchObject([
      { id: 'u-1', kind: 'prepopulated', deletedAt: null },
    ]);
  });

  it.each([
    ['no JSON', '[{', /not JSON/],
    ['no array', {}, /array/],
    ['no text', [{ fileId: 'f-1', anchorStart: 1 }], /text/],
    ['an unknown file', [{ fileId: 'f-9', anchorStart: 1, text: 'x' }], /f-9/],
    ['an unknown path', [{ path: 'none.md', anchorStart: 1, text: 'x' }], /none\.md/],
    ['an unknown field', [{ fileId: 'f-1', anchorStart: 1, text: 'x', colour: 1 }], /colour/],
    ['an anchor beyond the file', [{ fileId: 'f-1', anchorStart: 99, text: 'x' }], /11/],
    ['a snippet that is nowhere', [{ fileId: 'f-1', snippet: 'zebra', text: 'x' }], /zebra/],
  ])('%s is refused before anything starts', async (_what, threads, words) => {
    const scratch = scratchWith(threads);
    const launched = scratch.launch(['plan.md', '--threads', 'threads.json', '--no-open']);
    expect((await launched.exit).code).not.toBe(0);
    expect(launched.stdout()).toBe('');
    expect(launched.stderr()).toMatch(words);
    const review = await scratch.review(['plan.md']);
    expect(review.started.payload).not.toHaveProperty('resumed');
  });

  it('a missing file of threads is exit 1', async () => {
    const scratch = scratchWith([]);
    const launched = scratch.launch(['plan.md', '--threads', 'thread.json', '--no-open']);
    expect((await launched.exit).code).toBe(1);
    expect(launched.stderr()).toMatch(/thread\.json/);
  });
});

describe('review 2 and 8, discussions inside the file', () => {
  const discussed = `# Plan

We ship in two steps.

> **Ada:** Why two?
>> **Grace:** So that one can fail.

After that we rest.
`;

  it('are prepopulated threads and no commentable blocks', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', discussed);
    const review = await scratch.review(['plan.md']);
    const { body } = await review.get('/api/files/f-1/blocks');
    const blocks = body['blocks'] as ReadonlyArray<{ snippet: string }>;
    expect(blocks.map(({ snippet }) => snippet)).toEqual([
      'Plan',
      'We ship in two steps.',
      'After that we rest.',
    ]);
    const { threads, replies } = await review.state();
    expect(threads).toMatchObject([
      { id: 'u-1', kind: 'prepopulated', anchorStart: 2, anchorEnd: 2, text: 'Why two?' },
    ]);
    expect(replies['u-1']).toMatchObject([{ text: 'So that one can fail.' }]);
    expect((await review.delete('/api/threads/u-1')).status).toBe(403);
  });

  it('may be left out of the threadAnchors of POST /api/source', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', discussed);
    const review = await scratch.review(['plan.md']);
    const id = await review.openThread({ anchorStart: 3, anchorEnd: 3 });
    const answer = await review.post('/api/source', {
      markdown: discussed.replace('We ship', 'First.\n\nWe ship'),
      threadAnchors: [{ threadId: id, anchorStart: 4, anchorEnd: 4 }],
    });
    expect(answer.status).toBe(200);
    const { threads } = await review.state();
    expect(threads.map(({ id: thread, anchorStart }) => [thread, anchorStart])).toEqual([
      ['u-1', 3],
      [id, 4],
    ]);
  });
});
