import { expect, it, onTestFinished } from 'vitest';
import { runScenario, type ScenarioAgent } from '../support/agents-scenario.ts';
import { type AskingClient, type FormUser, startAskingClient } from '../support/asking-client.ts';
import { toolCall } from '../support/entry-point-cases.ts';
import { hostSession } from '../support/host-session.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

/** An agent that has nothing but the tools; only after the compaction has its client a dialog. */
async function mcpAgent(scratch: Scratch): Promise<ScenarioAgent> {
  const user: FormUser = () => ({
    action: 'accept',
    content: { choice: '1', words: 'but measured first' },
  });
  let tools: AskingClient = await startAskingClient(scratch, { revision: '2026-07-28' });
  const call = async (action: string, input: Readonly<Record<string, unknown>>) => {
    const { name, given } = toolCall(action, input);
    const answer = await tools.call(name, { projectPath: scratch.directory, ...given });
    expect(answer.isError, `${name}: ${JSON.stringify(answer.data)}`).toBe(false);
    return answer.data;
  };
  return {
    do: call,
    openReview: async (file) => {
      const opened = await call('review-open', { file: [file], openBrowser: false });
      // It outlives the tools that opened it, and a test that fails.
      const end = () => fetch(`${opened.url}/api/done`, { method: 'POST' });
      onTestFinished(() => end().then(undefined, () => undefined));
      return opened.url;
    },
    async wait(cursor) {
      const since = cursor === undefined ? {} : { since: cursor };
      const waited = await call('review-wait', { ...since, timeout: 20 });
      return {
        events: waited.events,
        cursor: waited.cursor,
        finished: waited.status === 'finished',
      };
    },
    async rewrite(_file, markdown) {
      await call('review-source', { markdown, reanchor: 'auto' });
    },
    async putRecordQuestion(root) {
      expect(await call('question-ask', { root })).toMatchObject({
        status: 'answered',
        choice: { number: 1 },
        qualification: 'but measured first',
        via: 'elicited',
      });
    },
    async restart() {
      await tools.close();
      tools = await startAskingClient(scratch, { revision: '2026-07-28', user });
    },
  };
}

it('agents: a whole session through the tools alone', async () => {
  const scratch = scratchOfTest();
  await runScenario({ scratch, host: hostSession(scratch), agent: await mcpAgent(scratch) });
});
