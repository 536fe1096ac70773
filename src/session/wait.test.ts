import { beforeEach, describe, expect, it } from 'vitest';
import { beginReview, type ReviewScenario } from '../../test/support/review-scenario.ts';
import { sqliteReviews } from '../adapters/sqlite/reviews.ts';
import { openUserStore } from '../adapters/sqlite/user-store.ts';
import { isRefusal } from '../core/refusal.ts';
import type { FollowSources, PositionedMessage } from './follow/follow-review.ts';
import { concernsAgent, waitForMessages } from './wait.ts';

const planner = { name: 'planner', kind: 'agent' } as const;
const critic = { name: 'critic', kind: 'agent' } as const;

let scenario: ReviewScenario;
let sources: FollowSources;
let logged: number;

beforeEach(async () => {
  const database = openUserStore({ path: ':memory:', busyMode: 'command' });
  if (isRefusal(database)) throw new Error(database.message);
  const { store, tail } = sqliteReviews(database);
  const ports = { renderedHtml: async () => '', text: async () => undefined };
  sources = { store, tail, ports };
  scenario = beginReview();
  const header = { id: 'review-1', sourceFile: 's', mode: 'markdown', startedAt: 'a', round: 1 };
  await store.create({ ...header, mode: 'markdown' }, { events: scenario.log });
  logged = scenario.log.length;
});

/** Stores what the story has logged since, as another process would: nobody is woken. */
async function store(): Promise<void> {
  const events = scenario.log.slice(logged);
  await sources.store.append('review-1', logged, { events });
  logged = scenario.log.length;
}

function wait(after: number, until: () => Promise<void> = async () => undefined) {
  const concerns = (message: Parameters<typeof concernsAgent>[0]) =>
    concernsAgent(message, 'planner');
  return waitForMessages(sources, { reviewId: 'review-1', after, concerns, until });
}

describe('waiting for messages (agents contract 1)', () => {
  it('answers at once with all that is there', async () => {
    scenario.open();
    scenario.reply('u-1', 'So?');
    await store();
    const never = () => new Promise<void>(() => undefined);
    const { messages, position } = await wait(1, never);
    expect(messages.map(({ kind }) => kind)).toEqual(['thread.created', 'reply.added']);
    expect(position).toBe(3);
  });

  it('answers when something comes, whoever has logged it', async () => {
    const waiting = wait(1, () => new Promise<void>(() => undefined));
    scenario.open();
    await store();
    sources.tail.wake('review-1');
    expect((await waiting).messages).toMatchObject([{ kind: 'thread.created' }]);
  });

  it('answers with nothing when the waiting is over', async () => {
    expect(await wait(1)).toEqual({ messages: [], position: 1 });
  });

  it('still hears what was logged when the waiting ended', async () => {
    const { messages } = await wait(1, async () => {
      scenario.open();
      await store();
    });
    expect(messages).toHaveLength(1);
  });

  it('goes on from a position without loss or repetition', async () => {
    const heard: string[] = [];
    let position = 1;
    for (let round = 0; round < 5; round++) {
      scenario.open();
      scenario.take(`u-${round + 1}`, 'mine', planner);
      scenario.reply(`u-${round + 1}`, 'So?');
      await store();
      const found = await wait(position);
      heard.push(...found.messages.map(({ payload }) => (payload as { id: string }).id));
      position = found.position;
    }
    expect(heard).toEqual([1, 2, 3, 4, 5].flatMap((count) => [`u-${count}`, `r-${count}`]));
    expect(await wait(position)).toEqual({ messages: [], position });
  });

  it('moves on past what concerns nobody, so that it is not read again and again', async () => {
    scenario.open({}, planner);
    scenario.take('u-1', 'mine', planner);
    await store();
    expect(await wait(1)).toEqual({ messages: [], position: 3 });
  });

  it('fails when a message cannot be made, and does not take that for silence', async () => {
    scenario.save('# Other\n');
    await store();
    const renderedHtml = () => Promise.reject(new Error('no renderer'));
    sources = { ...sources, ports: { ...sources.ports, renderedHtml } };
    await expect(wait(1)).rejects.toThrow('no renderer');
  });
});

describe('what concerns an agent (agents contract 1)', () => {
  const message: PositionedMessage = {
    kind: 'thread.created',
    at: '',
    payload: async () => ({}),
    position: 2,
    pageOnly: false,
  };

  it.each<[string, PositionedMessage, boolean]>([
    ["a person's thread", { ...message }, true],
    ["another agent's thread", { ...message, author: critic }, true],
    ['its own thread', { ...message, author: planner }, false],
    ['a person of its name', { ...message, author: { ...planner, kind: 'person' } }, true],
    ['its own resolution', { ...message, kind: 'thread.resolved', author: planner }, false],
    ['a take', { ...message, kind: 'take.added', pageOnly: true, author: critic }, false],
    ['the end, by whomever', { ...message, kind: 'session.done', author: planner }, true],
  ])('%s: %#', (_, given, concerned) => {
    expect(concernsAgent(given, 'planner')).toBe(concerned);
  });
});
