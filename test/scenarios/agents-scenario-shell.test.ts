import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runScenario, type ScenarioAgent } from '../support/agents-scenario.ts';
import { commandWords } from '../support/entry-point-cases.ts';
import { type HostSession, hostSession } from '../support/host-session.ts';
import { runDiscuss } from '../support/run-discuss.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';
import { waitInShell } from '../support/shell-agent.ts';

/** An agent that has nothing but a shell. */
function shellAgent(scratch: Scratch, host: HostSession): ScenarioAgent {
  const run = async (action: string, given: Readonly<Record<string, unknown>>) => {
    const { words, input } = commandWords(action, given);
    const { stdout, stderr } = await runDiscuss(scratch, words, input);
    if (stdout === '') throw new Error(`${words.join(' ')}: ${stderr}`);
    return JSON.parse(stdout);
  };
  return {
    do: run,
    openReview: async (file) => (await scratch.review([file])).url,
    async wait(cursor) {
      const since = cursor === undefined ? [] : ['--since', cursor];
      const {
        code,
        events,
        cursor: next = '',
      } = await waitInShell(scratch, [...since, '--timeout', '20']);
      return { events, cursor: next, finished: code === 2 };
    },
    async rewrite(file, text) {
      writeFileSync(join(scratch.directory, file), text);
    },
    async putRecordQuestion(root, words) {
      const asked = await run('question-ask', { root });
      expect(asked).toMatchObject({ status: 'unavailable', answer_with: expect.any(String) });
      await host.prompt(words);
      const answer = await runDiscuss(scratch, asked.answer_with.split(' ').slice(1), words);
      expect(answer.code).toBe(0);
      expect(await run('question-ask', { root, bundle_question: 'Q001' })).toMatchObject({
        status: 'answered',
        words,
        via: 'typed',
      });
    },
    restart: async () => undefined,
  };
}

it('agents: a whole session through the shell alone', async () => {
  const scratch = scratchOfTest();
  const host = hostSession(scratch);
  await runScenario({ scratch, host, agent: shellAgent(scratch, host) });
});
