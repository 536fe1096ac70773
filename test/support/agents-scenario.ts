import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { onlyBundle, waitingQuestions } from './ask-user.ts';
import type { HostSession } from './host-session.ts';
import { runDiscuss } from './run-discuss.ts';
import { reviewClient } from './running-review.ts';
import type { Scratch } from './scratch.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer has the shape of its action.
type Answer = any;
type Input = Readonly<Record<string, unknown>>;

/** An agent at work, by whichever entry point of the program. */
export interface ScenarioAgent {
  /** Does what an action does; it must not be refused. */
  do(action: string, input: Input): Promise<Answer>;
  /** Opens a review of a document; returns its address. */
  openReview(file: string): Promise<string>;
  /** What has happened in the review since the cursor, or from its start. */
  wait(cursor?: string): Promise<{ events: readonly Answer[]; cursor: string; finished: boolean }>;
  /** Gives the document another text. */
  rewrite(file: string, text: string): Promise<void>;
  /** Puts the pending question of a record to the user, who says these words. */
  putRecordQuestion(root: string, words: string): Promise<void>;
  /** The conversation was compacted: what the agent's tools held in memory is gone. */
  restart(): Promise<void>;
}

/** Where the scenario runs. */
export interface AgentScenario {
  readonly scratch: Scratch;
  readonly agent: ScenarioAgent;
  /** The host that the agent runs in; its hooks are those of the program. */
  readonly host: HostSession;
}

const plan = `# Cache plan

We cache the catalogue in memory.

## Eviction

Drop the oldest tenth when memory is short.

## Risks

Nobody has measured the load of the shop before Christmas, when it is highest.
`;

/** A whole session of an agent: a review, a question, the ledger, a compaction, and a record handed over. */
export async function runScenario({ scratch, agent, host }: AgentScenario): Promise<void> {
  scratch.write('plan.md', plan);
  expect((await runDiscuss(scratch, ['init'])).code, 'the user wants a ledger').toBe(0);
  const token = contextIn(await host.start('startup'));
  const url = await reviewThePlan(agent);
  const choice = await askWhileThePageIsOpen(scratch, agent, url);
  await recordInTheLedger(agent, token, choice);
  await host.prompt('And the disk is slow.');
  await host.compact();

  await agent.restart();
  await recover({ scratch, agent, host }, { token, url });
  await finishTheReview(agent, url);
  await concludeTheLedger(agent, token);
  await handOver({ scratch, agent, host }, token);
}

/** The token that a hook has stated. */
function contextIn(told: string): string {
  const [token] = /ctx-v1-[0-9a-f]{64}/.exec(told) ?? [];
  if (token === undefined) throw new Error(`no context is stated: ${told}`);
  return token;
}

async function reviewThePlan(agent: ScenarioAgent): Promise<string> {
  const url = await agent.openReview('plan.md');
  const user = reviewClient(url);
  const why = await user.openThread({ anchorStart: 4, anchorEnd: 4, text: 'Why a tenth?' });
  const load = await user.openThread({
    anchorStart: 6,
    anchorEnd: 6,
    text: 'Say who measures it.',
  });
  const first = await agent.wait();
  expect(first.events.map(({ kind, payload }) => [kind, payload.id])).toEqual([
    ['thread.created', why],
    ['thread.created', load],
  ]);
  await agent.do('review-take', { threadId: why, text: 'Because `n/10` is cheap: "amortised".' });
  const page = await user.stream();
  await agent.rewrite('plan.md', plan.replace('Nobody has measured', 'Ada has measured'));
  await page.nextEvent('source.updated');
  page.close();
  await agent.do('review-take', { threadId: load, text: 'Done: Ada does.' });
  await user.post(`/api/threads/${why}/replies`, { text: 'Then say that in the plan.' });
  await user.post(`/api/threads/${load}/resolve`, {});
  const { threads, takes } = await user.state();
  expect(threads.map(({ id, orphaned }) => [id, orphaned === true])).toEqual([
    [why, false],
    [load, false],
  ]);
  expect(takes[load]).toMatchObject([{ text: 'Done: Ada does.', author: { kind: 'agent' } }]);
  const second = await agent.wait(first.cursor);
  const kinds = second.events.map(({ kind }) => kind);
  expect(kinds, 'its own takes never come back').not.toContain('take.added');
  expect(kinds).toEqual(expect.arrayContaining(['reply.added', 'thread.resolved']));
  return url;
}

async function askWhileThePageIsOpen(scratch: Scratch, agent: ScenarioAgent, url: string) {
  const asked = agent.do('question-ask', storeQuestion);
  const user = reviewClient(url);
  let card: Answer;
  const waiting = async (): Promise<Answer[]> =>
    (await user.get('/api/questions')).body['questions'] as Answer[];
  while (card === undefined) [card] = await waiting();
  expect(card).toMatchObject({ source: 'host', header: 'Store', options: [{ number: 1 }, {}] });
  const given = { ref: card.ref, choice: 2, words: 'compressed' };
  expect((await user.post('/api/questions/answer', given)).status).toBe(200);
  const answer = await asked;
  expect(answer).toMatchObject({
    status: 'answered',
    question_id: card.ref,
    choice: { number: 2, label: 'On disk' },
    qualification: 'compressed',
    via: 'picked',
  });
  expect(await waitingQuestions(scratch)).toEqual([]);
  return answer;
}

const storeQuestion = {
  header: 'Store',
  question: 'Where do entries live?',
  options: [
    { label: 'In memory', description: 'Fast, and gone after a restart.' },
    { label: 'On disk', description: 'Slower, and kept.' },
  ],
};

async function recordInTheLedger(agent: ScenarioAgent, context: string, { choice, words }: Answer) {
  const receipt = await applyBatch(agent, {
    id: 'cache',
    context,
    request_id: 'morning',
    if_revision: 0,
    operations: [
      { op: 'start', text: 'Which cache?', description: 'For the catalogue.' },
      { op: 'question', id: 'q-store', text: storeQuestion.question },
      ...storeQuestion.options.map(({ label }, index) => ({
        op: 'option',
        id: `o-${index + 1}`,
        parent: 'q-store',
        text: label,
      })),
      {
        op: 'answer',
        id: 'a-store',
        parent: 'q-store',
        text: `${choice.label}: ${words}`,
        via: 'picked',
      },
      { op: 'question', id: 'q-size', text: 'How large may it become?' },
    ],
  });
  expect(receipt).toMatchObject({ id: 'cache', revision: 1 });
}

function applyBatch(agent: ScenarioAgent, batch: Input): Promise<Answer> {
  return agent.do('ledger-apply', { input: batch });
}

/** After the compaction the agent knows what its host's hook tells, and what the program keeps. */
async function recover(
  { agent, host }: AgentScenario,
  { token: context, url }: { readonly token: string; readonly url: string },
): Promise<void> {
  const told = await host.start('compact');
  expect(contextIn(told), 'the same conversation has the same context').toBe(context);
  expect(told).toContain('How large may it become?');
  expect(told).toContain(url);
  const current = await agent.do('ledger-current', { context });
  expect(current).toMatchObject({
    id: 'cache',
    pending_questions: [{ id: 'q-size' }],
    unassigned: 1,
  });
  const [reply] = current.unassigned_ids;
  const item = await agent.do('ledger-item', { id: 'cache', item: reply, context });
  expect(JSON.stringify(item), 'captured to the letter').toContain('And the disk is slow.');
  await applyBatch(agent, {
    id: 'cache',
    context,
    request_id: 'recovered',
    if_revision: current.revision,
    operations: [
      { op: 'move', id: reply, parent: 'q-size', reason: 'it speaks of the size' },
      { op: 'answer', id: 'a-size', parent: 'q-size', text: 'A gigabyte at most.', via: 'typed' },
    ],
  });
}

/** The cursor is forgotten, and what had happened is told once more. */
async function finishTheReview(agent: ScenarioAgent, url: string): Promise<void> {
  const again = await agent.wait();
  expect(again.events.map(({ kind }) => kind)).toContain('reply.added');
  const waiting = agent.wait(again.cursor);
  await reviewClient(url).post('/api/done', {});
  const end = await waiting;
  expect(end.finished).toBe(true);
  expect(end.events.at(-1)).toMatchObject({ kind: 'session.done' });
}

async function concludeTheLedger(agent: ScenarioAgent, context: string): Promise<void> {
  const { revision } = await agent.do('ledger-current', { context });
  await applyBatch(agent, {
    id: 'cache',
    context,
    request_id: 'evening',
    if_revision: revision,
    operations: [
      { op: 'summary', id: 's-store', text: 'Entries live on disk.', refs: ['a-store'] },
      { op: 'summary', id: 's-size', text: 'A gigabyte at most.', refs: ['a-size'] },
      { op: 'close' },
    ],
  });
  const shown = await agent.do('ledger-show', { id: 'cache', context });
  expect(JSON.stringify(shown)).toContain('"closed"');
}

/** The question still waits after a compaction in between, and its answer is one entry of the record. */
async function handOver({ scratch, agent, host }: AgentScenario, context: string): Promise<void> {
  await agent.do('bundle-new', { topic: 'Cache', goal: 'A cache on disk', context });
  const root = onlyBundle(scratch);
  await agent.do('bundle-ask', {
    header: 'Scope',
    prompt: 'Which scope?',
    options: [
      { label: 'Catalogue', description: 'One table', recommended: true },
      { label: 'Everything', description: 'Ten tables' },
    ],
    context,
  });
  await host.compact();
  await agent.restart();
  const told = await host.start('compact');
  expect(contextIn(told)).toBe(context);
  for (const word of [root, 'Q001', 'Which scope?']) expect(told).toContain(word);
  const { next } = await agent.do('bundle-resume', { root, context });
  expect(next).toMatchObject({ kind: 'ask', question: { id: 'Q001' } });
  await agent.putRecordQuestion(root, '1, but measured first');
  const { question, mode_status } = await agent.do('bundle-status', { context });
  expect([question, mode_status]).toEqual([null, 'Active']);
  for (const [section, text] of sections) {
    await agent.do('bundle-context', { section, text, context });
  }
  const calls: readonly (readonly [string, Input])[] = [
    ['bundle-decide', { text: 'Cache the catalogue alone', from: 'Q001' }],
    ['bundle-require', { text: 'No slower than today' }],
    ['bundle-handoff', { part: 'plan', text: '1. Measure\n2. Cache the catalogue' }],
    ['bundle-handoff', { part: 'verification', text: 'Run the load test twice.' }],
    ['bundle-evidence', { text: 'Begin with the measurement.', kind: 'handoff' }],
    ['bundle-checkpoint', { last_completed: 'The plan', next: 'Leave for execution' }],
  ];
  for (const [action, input] of calls) await agent.do(action, { ...input, context });
  const ready = await agent.do('bundle-can-exit', { target: 'execute', context });
  expect(ready).toMatchObject({ ok: true, blockers: [] });
  await agent.do('bundle-exit', { target: 'execute', words: 'execute it', context });
  const index = readFileSync(join(root, 'index.md'), 'utf8');
  for (const line of [
    'Mode status: Exited',
    'Status: Approved for execution',
    'Execution readiness: Ready',
    'Execute mode: Ready',
  ]) {
    expect(index.split('\n')).toContain(line);
  }
  expect(readFileSync(join(root, 'decisions.md'), 'utf8')).toMatch(/but measured first/);
}

const sections = [
  ['in-scope', 'The catalogue'],
  ['out-of-scope', 'Orders'],
  ['constraints', 'None'],
  ['baseline', 'No cache'],
  ['preservation-requirements', 'None'],
  ['risks', 'The disk is slow'],
] as const;
