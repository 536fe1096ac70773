import { describe, expect, it, onTestFinished } from 'vitest';
import { recordingIn } from '../support/hook-recording.ts';
import { runDiscuss } from '../support/run-discuss.ts';
import { type ReviewClient, reviewClient } from '../support/running-review.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

const quietly = { environment: { DISCUSS_AUTO_OPEN: 'false' } };
const approve = { verdict: { optionId: 'approve' } };

interface Session {
  readonly id: string;
  readonly status: string;
  readonly url?: string;
}

async function sessionsOf(scratch: Scratch): Promise<readonly Session[]> {
  const { stdout } = await runDiscuss(scratch, ['sessions']);
  if (stdout === '') return [];
  return (JSON.parse(stdout) as { sessions: readonly Session[] }).sessions;
}

/** The review that a gate has opened, once it runs. */
async function openedReview(scratch: Scratch): Promise<ReviewClient & { readonly id: string }> {
  for (;;) {
    const running = (await sessionsOf(scratch)).find(({ status }) => status === 'running');
    if (running?.url !== undefined) return { ...reviewClient(running.url), id: running.id };
  }
}

/** Waits until a gate listens to the review. */
async function heard(review: ReviewClient): Promise<void> {
  while (!(await review.state()).review.agentListening);
}

/** Waits until a finished review is served no more, so that nothing writes into the scratch folder. */
async function ended(scratch: Scratch): Promise<void> {
  while ((await sessionsOf(scratch)).some(({ status }) => status === 'running'));
}

function place() {
  const scratch = scratchOfTest();
  onTestFinished(async () => {
    for (const { url } of await sessionsOf(scratch)) {
      if (url !== undefined) await reviewClient(url).post('/api/done', approve);
    }
    await ended(scratch);
  });
  const gate = (name: string, wait: number, change = (text: string) => text) => {
    const { text } = recordingIn(scratch.directory, 'claude', name);
    const words = ['hook', '--host', 'claude', '--wait', String(wait)];
    return scratch.launch(words, { ...quietly, input: change(text) });
  };
  const answerOf = async (hook: ReturnType<typeof gate>) => {
    expect(await hook.exit).toEqual({ code: 0, signal: null });
    return JSON.parse(hook.stdout()) as unknown;
  };
  return { scratch, gate, answerOf };
}

describe('the plan gate (agents contract 4)', () => {
  it('opens the plan as a review, and denies with the feedback and the open threads', async () => {
    const { scratch, gate, answerOf } = place();
    const hook = gate('PermissionRequest.plan', 60);
    const review = await openedReview(scratch);
    const { verdictConfig } = await review.state();
    expect(verdictConfig?.options.map(({ id }) => id)).toEqual(['approve', 'revise']);
    await review.openThread({ text: 'Which order?', snippet: 'Copy the table.' });
    const closed = await review.openThread({ text: 'Never mind.' });
    await review.post(`/api/threads/${closed}/resolve`, { decision: 'ok' });
    const feedback = 'Say how it is rolled back.';
    await review.post('/api/done', { verdict: { optionId: 'revise', feedback } });
    const answer = (await answerOf(hook)) as {
      hookSpecificOutput: { decision: { behavior: string; message: string } };
    };
    const { behavior, message } = answer.hookSpecificOutput.decision;
    expect(behavior).toBe('deny');
    expect(message).toContain('Feedback: Say how it is rolled back.');
    expect(message).toMatch(/1\. On “.*”.*:\n {3}Which order\?/);
    expect(message).not.toContain('Never mind.');
  });

  it('allows in the form of the other event, and asks anew when the same plan comes again', async () => {
    const { scratch, gate, answerOf } = place();
    const hook = gate('PreToolUse.plan', 60);
    await (await openedReview(scratch)).post('/api/done', approve);
    expect(await answerOf(hook)).toMatchObject({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' },
    });
    const second = gate('PreToolUse.plan', 60);
    await (await openedReview(scratch)).post('/api/done', approve);
    expect(await answerOf(second)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'allow' },
    });
    expect(await sessionsOf(scratch)).toHaveLength(2);
  });

  it('hands the question back when its time is over, and goes on with the same page', async () => {
    const { scratch, gate, answerOf } = place();
    const first = gate('PermissionRequest.plan', 2);
    const { id } = await openedReview(scratch);
    expect(await answerOf(first)).toEqual({});
    const second = gate('PermissionRequest.plan', 60);
    const review = await openedReview(scratch);
    expect(review.id).toBe(id);
    await heard(review);
    await review.post('/api/done', approve);
    expect(await answerOf(second)).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'allow' } },
    });
  });

  it('answers at once with a verdict that came while nobody waited', async () => {
    const { scratch, gate, answerOf } = place();
    const first = gate('PermissionRequest.plan', 2);
    const review = await openedReview(scratch);
    expect(await answerOf(first)).toEqual({});
    await review.post('/api/done', { verdict: { optionId: 'revise', feedback: 'Smaller.' } });
    expect(await answerOf(gate('PermissionRequest.plan', 60))).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'deny' } },
    });
    expect(await sessionsOf(scratch)).toHaveLength(1);
  });

  it('carries open threads over to the plan that comes next', async () => {
    const { scratch, gate, answerOf } = place();
    const hook = gate('PermissionRequest.plan', 60);
    const review = await openedReview(scratch);
    await review.openThread({ text: 'Which order?', snippet: 'Copy the table.' });
    await review.post('/api/done', { verdict: { optionId: 'revise' } });
    await answerOf(hook);
    const next = gate('PermissionRequest.plan', 60, (text) =>
      text.replace('2. Switch the readers.', '2. Switch the readers, one by one.'),
    );
    const second = await openedReview(scratch);
    const { threads } = await second.state();
    expect(threads.map(({ text }) => text)).toEqual(['Which order?']);
    await second.post('/api/done', approve);
    expect(JSON.stringify(await answerOf(next))).toContain('Which order?');
  });

  it('leaves the question to the host when no review can be opened', async () => {
    const { scratch, gate, answerOf } = place();
    scratch.write(`${scratch.home}/.discuss/user.db`, 'no database, but there it is');
    expect(await answerOf(gate('PermissionRequest.plan', 60))).toEqual({});
  });
});
