import { describe, expect, it } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import { plainThread, type RunningReview } from '../support/running-review.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

/** The routes that make something, with a body for each, and what there is of it in the state. */
const routes = [
  ['/api/threads', plainThread, { text: 'Other' }],
  ['/api/threads/u-1/replies', { text: 'Because.' }, { text: 'Other' }],
  ['/api/threads/u-1/takes', { text: 'It is.' }, { intent: 'question' }],
  ['/api/threads/u-1/resolve', { decision: 'Later' }, { decision: 'Never' }],
  ['/api/source', { markdown: `${planText}\nMore.\n`, reanchor: 'auto' }, { markdown: planText }],
] as const;

const id = { requestId: 'once' };

async function reviewOfPlan(scratch: Scratch): Promise<RunningReview> {
  scratch.write('plan.md', planText);
  return scratch.review(['plan.md']);
}

/** All that a second effect would change. */
async function madeIn(review: RunningReview) {
  const { threads, replies, takes, resolutions, sourceVersion } = await review.state();
  return {
    threads: threads.map((thread) => thread.id),
    replies,
    takes,
    resolutions,
    sourceVersion,
  };
}

describe.each(routes)('review 9, POST %s that is sent again', (path, body, other) => {
  it('has one effect and one answer: at once, twice at a time, after a kill and a restart', async () => {
    const scratch = scratchOfTest();
    const first = await reviewOfPlan(scratch);
    await first.openThread();
    const sent = { ...body, ...id };
    const answers = await Promise.all([first.post(path, sent), first.post(path, sent)]);
    answers.push(await first.post(path, sent));
    const made = await madeIn(first);
    await first.kill('SIGKILL');
    const again = await scratch.review(['plan.md']);
    answers.push(await again.post(path, sent));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      const { reanchored: _how, ...told } = answer.body;
      expect(answers[0]?.body).toMatchObject(told);
    }
    expect(await madeIn(again)).toEqual(made);
  });

  it('with another body is 409 request_id_reused, and of another author it is another', async () => {
    const review = await reviewOfPlan(scratchOfTest());
    await review.openThread();
    expect((await review.post(path, { ...body, ...id })).status).toBe(200);
    const before = await madeIn(review);
    expect(await review.post(path, { ...body, ...other, ...id })).toMatchObject({
      status: 409,
      body: { error: { code: 'request_id_reused', message: expect.stringContaining('"once"') } },
    });
    expect(await madeIn(review)).toEqual(before);
    if (path === '/api/source') return;
    const author = { name: 'Ada', kind: 'person' };
    expect((await review.post(path, { ...body, ...id, author })).status).toBe(200);
  });

  it('is carried back by its event', async () => {
    const review = await reviewOfPlan(scratchOfTest());
    await review.openThread();
    const stream = await review.stream();
    await review.post(path, { ...body, ...id });
    const heard = await stream.events.nextWhere(({ data }) => 'requestId' in Object(data), path);
    expect(heard.data).toMatchObject(id);
  });
});

describe('review 9, a request that is sent again', () => {
  it('of a thread whose text has changed since is no stale one', async () => {
    const review = await reviewOfPlan(scratchOfTest());
    const sent = { ...plainThread, ...id, sourceVersion: 0 };
    const { body } = await review.post('/api/threads', sent);
    await review.post('/api/source', { markdown: `# New\n\n${planText}`, reanchor: 'auto' });
    expect(await review.post('/api/threads', sent)).toEqual({ status: 200, body });
    const { sourceVersion } = await review.state();
    const later = { ...sent, sourceVersion };
    expect(await review.post('/api/threads', later)).toEqual({ status: 200, body });
  });

  it('null and no id at all are two messages; an id that is none is refused', async () => {
    const review = await reviewOfPlan(scratchOfTest());
    const threadId = await review.openThread();
    const path = `/api/threads/${threadId}/replies`;
    for (const requestId of [null, undefined]) await review.post(path, { text: 'Yes', requestId });
    expect((await review.state()).replies[threadId]).toHaveLength(2);
    expect((await review.post(path, { text: 'Yes', requestId: '' })).status).toBe(400);
  });

  it('is not told in the transcript', async () => {
    const review = await reviewOfPlan(scratchOfTest());
    await review.post('/api/threads', { ...plainThread, ...id });
    await review.post('/api/done');
    const { payload } = await review.nextEvent('session.done');
    expect(JSON.stringify(payload)).not.toContain('requestId');
  });
});
