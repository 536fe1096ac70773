import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

const preload = resolve(import.meta.dirname, '../support/jumping-clock.cjs');
const noon = Date.parse('2026-11-30T12:00:00.000Z');
const hour = 3_600_000;

/** A review in a process whose clock starts at a moment and jumps by so much at SIGUSR2. */
function reviewAt(scratch: Scratch, start: number, jump = 0) {
  return scratch.review(['plan.md'], {
    environment: {
      NODE_OPTIONS: `--require ${preload}`,
      CLOCK_START: String(start),
      CLOCK_JUMP_MS: String(jump),
      DISCUSS_IDLE_TIMEOUT_SECS: '1',
    },
  });
}

function scratchWithPlan(): Scratch {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  return scratch;
}

describe('a clock that is set back while a review runs', () => {
  it('changes neither the order of events nor what is kept', async () => {
    const review = await reviewAt(scratchWithPlan(), noon, -hour);
    const stream = await review.stream();
    const id = await review.openThread({ text: 'At noon' });
    review.child.kill('SIGUSR2');
    for (let count = 0; count < 5; count++) {
      await review.post(`/api/threads/${id}/replies`, { text: `reply ${count}` });
    }
    const { threads, replies } = await review.state();
    expect(threads[0]?.createdAt).toMatch(/^2026-11-30T12:0/);
    expect(replies[id]?.map(({ text }) => text)).toEqual(
      Array.from({ length: 5 }, (_, count) => `reply ${count}`),
    );
    expect(replies[id]?.at(-1)?.createdAt).toMatch(/^2026-11-30T11:0/);
    await review.post('/api/done');
    await stream.ended;
    const ids = stream.events.all.flatMap(({ id: position }) => position ?? []).map(Number);
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
    expect((await review.exit).code).toBe(0);
  });

  it.each([-24 * hour, 24 * hour])(
    'by %i ms is no time in which nobody was there',
    async (jump) => {
      const review = await reviewAt(scratchWithPlan(), noon, jump);
      await review.get('/api/state');
      review.child.kill('SIGUSR2');
      const { payload } = await review.nextEvent('prompt.suggest_done');
      expect(payload['idle_for_secs']).toBeLessThan(60);
    },
  );
});

describe('a clock that was set back between two launches', () => {
  it('the review that was begun last goes on, whatever its time says', async () => {
    const scratch = scratchWithPlan();
    const first = await reviewAt(scratch, noon);
    await first.openThread({ text: 'First' });
    await first.post('/api/done');
    await first.exit;
    const second = await reviewAt(scratch, noon - hour);
    await second.openThread({ text: 'Second' });
    await second.kill('SIGKILL');
    const third = await reviewAt(scratch, noon - 2 * hour);
    expect(third.id).toBe(second.id);
    const { review, threads } = await third.state();
    expect(threads).toMatchObject([{ text: 'Second' }]);
    expect(review.round).toBe(2);
  });

  it('the threads of the last round stand beside the next one, and are taken over', async () => {
    const scratch = scratchWithPlan();
    const first = await reviewAt(scratch, noon);
    await first.openThread({ text: 'First' });
    await first.post('/api/done');
    await first.exit;
    const second = await reviewAt(scratch, noon - hour);
    const { body } = await second.get('/api/rounds');
    expect(body).toMatchObject({
      rounds: [{ round: 1, threads: [{ id: 'u-1', text: 'First' }] }, { isThisReview: true }],
    });
    expect((await second.post('/api/rounds/1/threads/u-1/carry')).status).toBe(200);
  });
});
