import { describe, expect, it } from 'vitest';
import {
  beginReview,
  type ReviewScenario,
  scenarioText,
  timeAt,
} from '../../../test/support/review-scenario.ts';
import { decideDone } from './decide-done.ts';
import { decideDelete, decideResolve, decideUnresolve } from './decide-thread-change.ts';
import type { NewEvent } from './events.ts';
import type { LogEntry } from './ports/review-store.ts';
import { replay } from './replay.ts';
import { type StreamMessage, streamMessage } from './stream-message.ts';
import { transcript } from './transcript.ts';

/** A message with its payload made. */
type MadeMessage = Omit<StreamMessage, 'payload'> & { readonly payload: unknown };

async function made(message: StreamMessage | undefined): Promise<MadeMessage | undefined> {
  return message === undefined ? undefined : { ...message, payload: await message.payload() };
}

/** The messages of a review's whole log, each made from the state just after it. */
async function messagesOf(scenario: ReviewScenario): Promise<readonly (MadeMessage | undefined)[]> {
  const ports = {
    renderedHtml: async (_: unknown, fileId: string) => `<p>${fileId}</p>`,
    text: async (hash: string) => scenario.textOf(hash),
  };
  return Promise.all(
    scenario.log.map((event, index) => {
      const state = replay(scenario.state.id, scenario.log.slice(0, index + 1));
      return made(streamMessage({ type: 'event', event }, state, ports));
    }),
  );
}

async function lastOf(scenario: ReviewScenario): Promise<MadeMessage | undefined> {
  const message = (await messagesOf(scenario)).at(-1);
  if (message !== undefined) expect(JSON.parse(JSON.stringify(message))).toStrictEqual(message);
  return message;
}

function storyWithThread(): ReviewScenario {
  const scenario = beginReview();
  scenario.open({ snippet: 'First we read.' });
  return scenario;
}

describe('what standard output and the event stream carry (review contract 3)', () => {
  it('thread.created: the thread as the state has it', async () => {
    expect(await lastOf(storyWithThread())).toMatchObject({
      kind: 'thread.created',
      at: timeAt(1),
      pageOnly: false,
      payload: { id: 'u-1', fileId: 'f-1', anchorStart: 2, text: 'Why?', kind: 'user' },
    });
  });

  it('reply.added: id, thread, text and time', async () => {
    const scenario = storyWithThread();
    scenario.reply('u-1', 'So?');
    expect(await lastOf(scenario)).toEqual({
      kind: 'reply.added',
      at: timeAt(2),
      pageOnly: false,
      payload: { id: 'r-1', threadId: 'u-1', text: 'So?', createdAt: timeAt(2) },
    });
  });

  it('thread.resolved, thread.unresolved and thread.deleted', async () => {
    const scenario = storyWithThread();
    scenario.do((state, context) =>
      decideResolve(state, { threadId: 'u-1', decision: 'Yes' }, context),
    );
    expect(await lastOf(scenario)).toMatchObject({
      kind: 'thread.resolved',
      payload: { threadId: 'u-1', resolution: { decision: 'Yes', resolvedAt: timeAt(2) } },
    });
    scenario.do((state, context) => decideUnresolve(state, 'u-1', context));
    expect(await lastOf(scenario)).toMatchObject({
      kind: 'thread.unresolved',
      payload: { threadId: 'u-1' },
    });
    scenario.do((state, context) => decideDelete(state, 'u-1', context));
    expect(await lastOf(scenario)).toMatchObject({
      kind: 'thread.deleted',
      payload: { threadId: 'u-1' },
    });
  });

  it('source.updated: the text, its HTML and where every active thread is now', async () => {
    const scenario = storyWithThread();
    scenario.open({ anchorStart: 3, anchorEnd: 3 });
    scenario.open({ anchorStart: 3, anchorEnd: 3 });
    scenario.do((state, context) => decideDelete(state, 'u-3', context));
    const markdown = `One more.\n\n${scenarioText}`;
    scenario.push(markdown, {
      threadAnchors: [
        { threadId: 'u-1', anchorStart: 3, anchorEnd: 3 },
        { threadId: 'u-2', orphaned: true },
      ],
    });
    expect(await lastOf(scenario)).toMatchObject({
      kind: 'source.updated',
      pageOnly: false,
      payload: {
        markdown,
        fileId: 'f-1',
        renderedHtml: '<p>f-1</p>',
        threadAnchors: [
          { threadId: 'u-1', anchorStart: 3, anchorEnd: 3, orphaned: false },
          { threadId: 'u-2', anchorStart: 3, anchorEnd: 3, orphaned: true },
        ],
        orphanedThreadIds: ['u-2'],
        sourceVersion: 1,
      },
    });
  });

  it('prompt.suggest_done: how long nothing happened', async () => {
    const scenario = storyWithThread();
    scenario.do((_, { at }) => [{ kind: 'prompt.suggest_done', at, data: { idleForSecs: 600 } }]);
    expect(await lastOf(scenario)).toMatchObject({
      kind: 'prompt.suggest_done',
      pageOnly: false,
      payload: { idle_for_secs: 600 },
    });
  });

  it('session.done: the transcript', async () => {
    const scenario = storyWithThread();
    scenario.do((state, context) => decideDone(state, undefined, context));
    expect(await lastOf(scenario)).toMatchObject({
      kind: 'session.done',
      pageOnly: false,
      payload: transcript(scenario.state),
    });
  });

  it('says who did it, apart from the payload', async () => {
    const scenario = beginReview();
    const author = { name: 'planner', kind: 'agent' } as const;
    scenario.open({}, author);
    expect(await lastOf(scenario)).toMatchObject({ author });
  });
});

describe('what the event stream alone carries (review contract 3)', () => {
  it('take.added, so that an agent never hears its own takes', async () => {
    const scenario = storyWithThread();
    scenario.take('u-1', 'So.', { name: 'planner', kind: 'agent' });
    expect(await lastOf(scenario)).toMatchObject({
      kind: 'take.added',
      pageOnly: true,
      payload: { id: 't-1', threadId: 'u-1', text: 'So.', createdAt: timeAt(2) },
    });
  });

  it.each<[string, NewEvent, object]>([
    [
      'file.viewed',
      { kind: 'file.viewed', at: timeAt(2), data: { fileId: 'f-1', viewed: true } },
      { fileId: 'f-1', viewed: true },
    ],
    [
      'delivery.updated',
      { kind: 'delivery.updated', at: timeAt(2), data: { upTo: 2 } },
      { delivered: ['u-1'] },
    ],
    [
      'thread.updated',
      {
        kind: 'thread.placed',
        at: timeAt(2),
        data: { threadId: 'u-1', orphaned: false, moved: true },
      },
      { id: 'u-1', moved: true },
    ],
    [
      'file.added',
      {
        kind: 'file.added',
        at: timeAt(2),
        data: { id: 'f-2', path: 'a.md', kind: 'markdown', textHash: 'h' },
      },
      { id: 'f-2', path: 'a.md', kind: 'markdown', sourceVersion: 1 },
    ],
  ])('%s', async (kind, event, payload) => {
    const scenario = storyWithThread();
    scenario.do(() => [event]);
    expect(await lastOf(scenario)).toMatchObject({ kind, payload, pageOnly: true });
  });

  const target = { scope: 'newThread', fileId: 'f-1', anchorStart: 2, anchorEnd: 2 } as const;
  const entryOf = (text: string | null): LogEntry => ({
    type: 'draft',
    draft: {
      target: { ...target, intent: 'question' },
      key: 'f-1|2-2',
      text,
      at: timeAt(2),
      position: 3,
    },
  });
  const tell = (entry: LogEntry) =>
    made(
      streamMessage(entry, beginReview().state, {
        renderedHtml: async () => '',
        text: async () => undefined,
      }),
    );

  it('draft.updated: the draft as its route answers it', async () => {
    expect(await tell(entryOf('abc'))).toEqual({
      kind: 'draft.updated',
      at: timeAt(2),
      pageOnly: true,
      payload: { ...target, intent: 'question', text: 'abc', updatedAt: timeAt(2) },
    });
  });

  it('draft.cleared: the place alone', async () => {
    expect(await tell(entryOf(null))).toMatchObject({
      kind: 'draft.cleared',
      pageOnly: true,
      payload: target,
    });
  });
});

describe('the beginning of a log', () => {
  it('is told by nobody: every client has its own session.started', async () => {
    expect(await messagesOf(beginReview())).toEqual([undefined]);
  });
});
