import { describe, expect, it } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

const laterText = planText.replace('We ship', 'A new paragraph.\n\nWe ship');

/** A scratch folder with a finished review of plan.md: an open thread, a resolved one, a deleted one. */
async function afterOneRound(): Promise<Scratch> {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  const review = await scratch.review(['plan.md']);
  await review.openThread({ text: 'Still open' });
  await review.post('/api/threads/u-1/takes', { text: 'My view' });
  await review.openThread({ anchorStart: 4, anchorEnd: 4, text: 'Resolved' });
  await review.post('/api/threads/u-2/resolve');
  await review.openThread({ anchorStart: 5, anchorEnd: 5, text: 'Deleted' });
  await review.delete('/api/threads/u-3');
  await review.post('/api/done');
  await review.exit;
  scratch.write('plan.md', laterText);
  return scratch;
}

describe('review 8, rounds', () => {
  it('the next review is empty, and GET /api/rounds has the threads of the last round', async () => {
    const scratch = await afterOneRound();
    const review = await scratch.review(['plan.md']);
    expect((await review.state()).threads).toEqual([]);
    const { status, body } = await review.get('/api/rounds');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      round: 2,
      rounds: [
        {
          round: 1,
          isThisReview: false,
          threads: [
            { id: 'u-1', text: 'Still open', takes: [{ text: 'My view' }] },
            { id: 'u-2', text: 'Resolved', resolution: { decision: null } },
          ],
        },
        { round: 2, isThisReview: true, reviewId: review.id },
      ],
    });
    expect((await review.state()).review.round).toBe(2);
  });

  it('GET /api/rounds tells where the threads of the last round would stand now, and which were taken over', async () => {
    const scratch = await afterOneRound();
    const review = await scratch.review(['plan.md']);
    const threads = async () => {
      const { body } = await review.get('/api/rounds');
      return (body['rounds'] as readonly { threads?: readonly unknown[] }[])[0]?.threads;
    };
    expect(await threads()).toMatchObject([
      { id: 'u-1', anchorStart: 2, now: { fileId: 'f-1', anchorStart: 3, anchorEnd: 3 } },
      { id: 'u-2', anchorStart: 4, now: { fileId: 'f-1', anchorStart: 5, anchorEnd: 5 } },
    ]);
    await review.post('/api/rounds/1/threads/u-1/carry');
    const [first, second] = (await threads()) ?? [];
    expect(first).toMatchObject({ id: 'u-1', carriedAs: 'u-1' });
    expect(second).not.toHaveProperty('carriedAs');
    await review.delete('/api/threads/u-1');
    expect((await threads())?.[0]).toMatchObject({ carriedAs: 'u-1' });
  });

  it('a thread of the last round whose text is gone is told as orphaned, at its last place', async () => {
    const scratch = await afterOneRound();
    scratch.write('plan.md', laterText.replace(/We ship.*\n/, ''));
    const review = await scratch.review(['plan.md']);
    const { body } = await review.get('/api/rounds');
    expect(body).toMatchObject({
      rounds: [{ threads: [{ id: 'u-1', now: { orphaned: true } }, { id: 'u-2' }] }, {}],
    });
  });

  it('POST /api/rounds/{n}/threads/{id}/carry takes a thread over, to where its text is now', async () => {
    const scratch = await afterOneRound();
    const review = await scratch.review(['plan.md']);
    const { status, body } = await review.post('/api/rounds/1/threads/u-1/carry');
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 'u-1' });
    expect((await review.state()).threads).toMatchObject([
      { id: 'u-1', anchorStart: 3, text: 'Still open' },
    ]);
  });

  it('--carry open takes all open threads over', async () => {
    const scratch = await afterOneRound();
    const review = await scratch.review(['plan.md', '--carry', 'open']);
    await review.get('/api/state');
    expect((await review.state()).threads).toMatchObject([
      { id: 'u-1', anchorStart: 3, text: 'Still open' },
    ]);
  });

  it('a carry that is refused changes nothing', async () => {
    const scratch = await afterOneRound();
    const review = await scratch.review(['plan.md']);
    const before = await review.state();
    const refused = [
      ['a round that was not', '/api/rounds/9/threads/u-1/carry', 404],
      ['a thread that was not', '/api/rounds/1/threads/u-9/carry', 404],
      ['a thread that was deleted', '/api/rounds/1/threads/u-3/carry', 404],
      ['the present round', '/api/rounds/2/threads/u-1/carry', 400],
      ['no number', '/api/rounds/x/threads/u-1/carry', 400],
      ['a number not in digits', '/api/rounds/0x1/threads/u-1/carry', 400],
    ] as const;
    for (const [what, path, status] of refused) {
      expect([what, (await review.post(path)).status]).toEqual([what, status]);
      expect(await review.state()).toEqual(before);
    }
  });

  it('what changed since a round is told by blocks and as a patch', async () => {
    const scratch = await afterOneRound();
    const review = await scratch.review(['plan.md']);
    const { status, body } = await review.get('/api/rounds/1/changes');
    expect(status).toBe(200);
    expect(body).toMatchObject({ blocks: [{ index: 2, change: 'added' }], removed: [] });
    expect(body['patch']).toContain('+A new paragraph.');
    expect(body).not.toHaveProperty('html');
    const drawn = await review.get('/api/rounds/1/changes?html=yes');
    expect(drawn.body['html']).toContain('A new paragraph.');
    expect(drawn.body['html']).not.toContain('data-block');
    for (const other of ['0x1', '1e0', '1.0', '1.5', '01', '%201']) {
      const refused = await review.get(`/api/rounds/${other}/changes`);
      expect([other, refused.status]).toEqual([other, 400]);
    }
  });

  it('a revised file is the next round of the review that is open', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const review = await scratch.review(['plan.md']);
    await review.state();
    scratch.write('plan.md', laterText);
    await review.nextEvent('source.updated');
    expect((await review.state()).review.round).toBe(2);
  });
});
