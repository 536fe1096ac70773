import { describe, expect, it } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import { scratchOfTest } from '../support/scratch.ts';

/** More than what the system and both processes keep of a pipe that nobody reads. */
const moreThanAPipe = 'x'.repeat(2_000_000);

describe('a reader of stdout that has stopped reading', () => {
  it('freezes neither the page nor the API, and gets everything when it goes on', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const review = await scratch.review(['plan.md']);
    const stream = await review.stream();
    review.child.stdout?.pause();
    await review.openThread({ text: moreThanAPipe });
    const id = await review.openThread({ text: 'Can you hear me?' });
    expect((await review.state()).threads).toHaveLength(2);
    await stream.events.nextWhere(({ data }) => data['id'] === id, id);
    await review.post(`/api/threads/${id}/takes`, { text: 'I can' });
    expect((await stream.nextEvent('take.added')).data).toMatchObject({ threadId: id });
    expect((await review.post('/api/done')).status).toBe(200);
    review.child.stdout?.resume();
    expect(await review.exit).toEqual({ code: 0, signal: null });
    expect(review.events.all.map(({ kind }) => kind)).toEqual([
      'session.started',
      'thread.created',
      'thread.created',
      'session.done',
    ]);
  });

  it('does not keep the person from finishing', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const review = await scratch.review(['plan.md']);
    const stream = await review.stream();
    review.child.stdout?.pause();
    await review.openThread({ text: moreThanAPipe });
    expect((await review.post('/api/done')).status).toBe(200);
    expect((await stream.nextEvent('session.done')).data).toMatchObject({
      transcriptPath: expect.stringContaining(scratch.home),
    });
    await stream.ended;
  });
});
