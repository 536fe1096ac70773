import { describe, expect, it } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import { scratchOfTest } from '../support/scratch.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

describe.each(signals)('review 1, %s', (signal) => {
  it('is exit 5; the state is safe and the review stays unfinished', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const review = await scratch.review(['plan.md']);
    const id = await review.openThread({ text: 'Before the signal' });
    await review.post('/api/drafts/followup', { threadId: id, text: 'Half a' });
    expect(await review.kill(signal)).toEqual({ code: 5, signal: null });
    expect(review.events.all.map(({ kind }) => kind)).not.toContain('session.done');
    expect(review.stderr()).toContain('interrupted');
    const again = await scratch.review(['plan.md']);
    expect(again.started.payload).toMatchObject({ resumed: true, review_id: review.id });
    expect(await again.state()).toMatchObject({
      threads: [{ id, text: 'Before the signal' }],
      drafts: { followup: { [id]: { text: 'Half a' } } },
    });
  });

  it('is exit 5 while standard input is read', async () => {
    const launched = scratchOfTest().launch(['-', '--no-open'], { keepInputOpen: true });
    await launched.nextWords('standard input');
    expect(await launched.kill(signal)).toEqual({ code: 5, signal: null });
    expect(launched.stdout()).toBe('');
  });
});

describe('review 1, a signal', () => {
  it('ends open streams; a client that reconnects finds the review again on the same port', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const review = await scratch.review(['plan.md']);
    const stream = await review.stream();
    const id = await review.openThread();
    const { id: position } = await stream.nextEvent('thread.created');
    await review.kill('SIGTERM');
    await stream.ended;
    expect(stream.events.all.map(({ name }) => name)).not.toContain('session.done');
    const { port } = new URL(review.url);
    const again = await scratch.review(['plan.md', '--port', port]);
    expect(again.url).toBe(review.url);
    await again.post(`/api/threads/${id}/takes`, { text: 'After the restart' });
    const resumed = await again.stream(position);
    expect((await resumed.nextEvent('take.added')).data).toMatchObject({ threadId: id });
  });

  it('in the middle of many writes loses none that was acknowledged', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const review = await scratch.review(['plan.md']);
    const sent = Array.from({ length: 60 }, (_, index) =>
      review.openThread({ text: `Remark ${index}` }).catch(() => undefined),
    );
    await sent[0];
    const exit = review.kill('SIGTERM');
    const acknowledged = (await Promise.all(sent)).filter((id) => id !== undefined);
    expect((await exit).code).toBe(5);
    const { threads } = await (await scratch.review(['plan.md'])).state();
    expect(threads.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
  });

  it('while the review is being finished: it is finished or unfinished, and never half', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const review = await scratch.review(['plan.md']);
    const done = review.post('/api/done').catch(() => undefined);
    const { code } = await review.kill('SIGTERM');
    const isDone = (await done)?.status === 200;
    if (isDone) expect(code).toBe(0);
    const again = await scratch.review(['plan.md']);
    const resumed = again.started.payload['resumed'] === true;
    expect({ code, resumed }).toEqual({ code, resumed: code === 5 });
  });
});
