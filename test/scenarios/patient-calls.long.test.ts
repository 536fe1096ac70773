import { expect, it } from 'vitest';
import { answerInShell, scopeQuestion } from '../support/ask-user.ts';
import { startAskingClient } from '../support/asking-client.ts';
import { scratchOfTest } from '../support/scratch.ts';

it('agents 2: a call that waits for a page ends before clients give up, and the next one waits on', async () => {
  const scratch = scratchOfTest();
  scratch.write('plan.md', '# Plan\n');
  await scratch.review(['plan.md']);
  const agent = await startAskingClient(scratch);
  const ask = () =>
    agent.call('request_user_input', { ...scopeQuestion(), projectPath: scratch.directory });
  const { data } = await ask();
  expect(data).toMatchObject({
    status: 'pending',
    answer_with: expect.stringContaining(data.question_id),
    next: expect.stringMatching(/to wait on, call request_user_input with the same question again/),
  });
  const again = ask();
  await answerInShell(scratch, data.question_id, '2');
  expect((await again).data).toMatchObject({ status: 'answered', question_id: data.question_id });
});

it('agents 2: review_wait is bounded when no timeout is given', async () => {
  const scratch = scratchOfTest();
  scratch.write('plan.md', '# Plan\n');
  await scratch.review(['plan.md']);
  const agent = await startAskingClient(scratch);
  const { data } = await agent.call('review_wait', { projectPath: scratch.directory });
  expect(data).toEqual({ events: [], cursor: expect.any(String), status: 'running' });
});
