import { once } from 'node:events';
import { createConnection } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import { scratchOfTest } from '../support/scratch.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function reviewOfPlan(words: readonly string[] = []) {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  return scratch.review(['plan.md', ...words]);
}

const spec = [
  '--verdict-options',
  'approve:Approve:positive|later|decline:Not like this:negative!',
];

describe('review 5, POST /api/done without verdict options', () => {
  it.each([
    ['no body', undefined],
    ['an empty object', {}],
    ['a verdict, which is ignored', { verdict: { optionId: 'approve', feedback: 'x' } }],
  ])('answers {ok: true, message} with %s', async (_what, body) => {
    const review = await reviewOfPlan();
    const answer = await review.post('/api/done', body);
    expect(answer).toEqual({ status: 200, body: { ok: true, message: expect.any(String) } });
    const done = await review.nextEvent('session.done');
    expect(done.payload).not.toHaveProperty('verdict');
    expect(await review.exit).toEqual({ code: 0, signal: null });
  });

  it('then session.done is the last event and line, and the streams end', async () => {
    const review = await reviewOfPlan();
    const stream = await review.stream();
    await review.post('/api/done');
    await stream.ended;
    await review.exit;
    expect(stream.events.all.at(-1)?.name).toBe('session.done');
    expect(review.events.all.at(-1)?.kind).toBe('session.done');
  });
});

describe('review 5, POST /api/done with verdict options', () => {
  it('takes an option; session.done carries {optionId, label, decidedAt}', async () => {
    const review = await reviewOfPlan(spec);
    expect((await review.post('/api/done', { verdict: { optionId: 'later' } })).status).toBe(200);
    const { payload } = await review.nextEvent('session.done');
    expect(payload['verdict']).toEqual({ optionId: 'later', label: 'Later', decidedAt: moment });
    expect((await review.exit).code).toBe(0);
  });

  it('takes feedback, trimmed', async () => {
    const review = await reviewOfPlan(spec);
    const verdict = { optionId: 'decline', feedback: '\n  Too  soon.\n ' };
    expect((await review.post('/api/done', { verdict })).status).toBe(200);
    const { payload } = await review.nextEvent('session.done');
    expect(payload['verdict']).toEqual({
      optionId: 'decline',
      label: 'Not like this',
      feedback: 'Too  soon.',
      decidedAt: moment,
    });
  });

  it('leaves feedback that is blank out', async () => {
    const review = await reviewOfPlan(spec);
    const verdict = { optionId: 'approve', feedback: '  ' };
    expect((await review.post('/api/done', { verdict })).status).toBe(200);
    const { payload } = await review.nextEvent('session.done');
    expect(payload['verdict']).toEqual({
      optionId: 'approve',
      label: 'Approve',
      decidedAt: moment,
    });
  });

  it('a refused verdict changes nothing at all, and the review goes on', async () => {
    const review = await reviewOfPlan(spec);
    const stream = await review.stream();
    await stream.nextEvent('session.started');
    const before = await review.state();
    const refused = [
      [undefined, 400, 'bad_request'],
      [{}, 400, 'bad_request'],
      [{ verdict: null }, 400, 'bad_request'],
      [{ verdict: {} }, 400, 'bad_request'],
      [{ verdict: { optionId: 5 } }, 400, 'bad_request'],
      [{ verdict: { optionId: 'later', feedback: 5 } }, 400, 'bad_request'],
      [{ verdict: { optionId: 'reject' } }, 400, 'validation_error'],
      [{ verdict: { optionId: 'Approve' } }, 400, 'validation_error'],
      [{ verdict: { optionId: '' } }, 400, 'validation_error'],
      [{ verdict: { optionId: 'decline' } }, 400, 'validation_error'],
      [{ verdict: { optionId: 'decline', feedback: '' } }, 400, 'validation_error'],
      [{ verdict: { optionId: 'decline', feedback: ' \n' } }, 400, 'validation_error'],
    ] as const;
    for (const [body, status, code] of refused) {
      const answer = await review.post('/api/done', body);
      expect([body, answer]).toMatchObject([body, { status, body: { error: { code } } }]);
      expect(await review.state()).toEqual(before);
    }
    const id = await review.openThread();
    expect((await stream.events.next()).data).toMatchObject({ id });
    expect(review.child.exitCode).toBeNull();
    await review.post('/api/done', { verdict: { optionId: 'approve' } });
    expect((await review.exit).code).toBe(0);
  });
});

describe('review 5, while shutting down', () => {
  it('every route answers 503 shutting_down', async () => {
    const review = await reviewOfPlan();
    const stalled = createConnection(Number(new URL(review.url).port), '127.0.0.1');
    onTestFinished(() => void stalled.destroy());
    // The server gives this client, which reads nothing, a moment to take the last events.
    stalled.write('GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(stalled, 'readable');
    const id = await review.openThread({ text: 'x'.repeat(4_000_000) });
    await review.nextEvent('thread.created');
    await review.post('/api/done');
    const place = { anchorStart: 1, anchorEnd: 1 };
    const answers = await Promise.all([
      review.get('/api/state'),
      review.get('/api/events'),
      review.get('/'),
      review.get('/api/nothing'),
      review.post('/api/threads', { ...place, snippet: '', text: 'x' }),
      review.post(`/api/threads/${id}/replies`, { text: 'x' }),
      review.post(`/api/threads/${id}/takes`, { text: 'x' }),
      review.post(`/api/threads/${id}/resolve`),
      review.delete(`/api/threads/${id}`),
      review.post('/api/drafts/new-thread', { ...place, text: 'x' }),
      review.post('/api/heartbeat'),
      review.post('/api/done'),
    ]);
    expect(answers.map(({ status, body }) => [status, errorCode(body)])).toEqual(
      answers.map(() => [503, 'shutting_down']),
    );
    expect((await review.exit).code).toBe(0);
  });

  it('of many requests to finish at once one is taken, and session.done comes once', async () => {
    const review = await reviewOfPlan();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => review.post('/api/done').catch(() => undefined)),
    );
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1);
    const refused = answers.filter((answer) => answer !== undefined && answer.status !== 200);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 'shutting_down' } } });
    }
    expect((await review.exit).code).toBe(0);
    expect(review.events.all.filter(({ kind }) => kind === 'session.done')).toHaveLength(1);
  });

  it('a remark that is acknowledged while the review is finished is in its transcript', async () => {
    const review = await reviewOfPlan();
    const posts = Array.from({ length: 20 }, (_, index) =>
      review.openThread({ text: `${index}` }).catch(() => undefined),
    );
    const done = review.post('/api/done');
    const more = Array.from({ length: 20 }, (_, index) =>
      review.openThread({ text: `${index + 20}` }).catch(() => undefined),
    );
    const acknowledged = (await Promise.all([...posts, ...more])).filter((id) => id !== undefined);
    expect((await done).status).toBe(200);
    const { payload } = await review.nextEvent('session.done');
    const kept = (payload['threads'] as ReadonlyArray<{ id: string }>).map(({ id }) => id);
    expect(kept).toEqual(expect.arrayContaining(acknowledged));
  });
});

function errorCode(body: Readonly<Record<string, unknown>>): string {
  return (body['error'] as { code: string }).code;
}

describe('review 6, verdict options', () => {
  it.each([
    ['yes|no', ['Yes', 'neutral', false], ['No', 'neutral', false]],
    ['needs_review|all-good', ['Needs Review', 'neutral', false], ['All Good', 'neutral', false]],
    ['a:positive|b:negative', ['A', 'positive', false], ['B', 'negative', false]],
    [
      'a:Ship it:positive|b:Stop:negative!',
      ['Ship it', 'positive', false],
      ['Stop', 'negative', true],
    ],
    ['a!|b:Label!', ['A', 'neutral', true], ['Label', 'neutral', true]],
    ['a:positive!|b', ['A', 'positive', true], ['B', 'neutral', false]],
    ['0-_9|x', ['0 9', 'neutral', false], ['X', 'neutral', false]],
  ])('%s', async (text, ...expected) => {
    const review = await reviewOfPlan(['--verdict-options', text]);
    const options = (await review.state()).verdictConfig?.options ?? [];
    expect(options.map((one) => [one.label, one.style, one.feedbackRequired])).toEqual(expected);
  });

  it.each([
    ['one option', 'approve'],
    ['none', ''],
    ['an empty option', 'approve|'],
    ['a duplicate id', 'a:One|a:Two'],
    ['a duplicate label, ignoring case', 'a:Yes|b:yes'],
    ['a duplicate label with a default', 'yes|b:YES'],
    ['an unknown style in third place', 'a:One:green|b'],
    ['a blank label', 'a: |b'],
    ['an empty label', 'a:|b'],
    ['a bad id', 'A|b'],
    ['an id with a space', 'a b|c'],
    ['no id', ':Label|b'],
    ['too many parts', 'a:One:positive:more|b'],
  ])('%s ("%s") is exit 2', async (_what, text) => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const launched = scratch.launch(['--verdict-options', text, 'plan.md', '--no-open']);
    expect((await launched.exit).code).toBe(2);
    expect(launched.stdout()).toBe('');
    expect(launched.stderr()).toContain('--verdict-options');
  });
});
