import { beforeEach, describe, expect, it } from 'vitest';
import type { Discussion } from '../core/ledger/discussion.ts';
import type { ItemState } from '../core/ledger/item.ts';
import type { BatchQuery, LedgerChanges, LedgerStore } from '../core/ledger/ports/ledger-store.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';

const head: Discussion = {
  id: 'd',
  context: 'ctx-a',
  title: 'Title',
  description: '',
  state: 'active',
  revision: 1,
  items: 0,
  openQuestions: 0,
  unassigned: 0,
  activeSummaries: 0,
  batches: 1,
  reordered: true,
  createdAt: '2026-05-01T10:00:00.000Z',
  updatedAt: '2026-05-01T10:00:00.000Z',
};

function item(id: string, overrides: Partial<ItemState> = {}) {
  return {
    id,
    kind: 'question',
    parent: null,
    ordinal: 0,
    position: 0,
    revision: 1,
    stale: false,
    confirmed: false,
    withdrawn: false,
    messageId: null,
    delivery: 'prepared',
    via: null,
    answers: 0,
    cited: 0,
    citedBelow: 0,
    text: `${id}?`,
    original: `${id}?`,
    ...overrides,
  } satisfies LedgerChanges['inserted'][number] as LedgerChanges['inserted'][number];
}

function changes(revision: number, overrides: Partial<LedgerChanges> = {}): LedgerChanges {
  const batch = {
    revision,
    requestId: `r${revision}`,
    input: `{"n":${revision}}`,
    createdAt: head.createdAt,
  };
  return {
    discussion: { ...head, revision, batches: revision },
    expectedRevision: revision - 1,
    batch,
    inserted: [],
    updated: [],
    texts: new Map(),
    citations: [],
    invalidated: [],
    messages: [],
    history: [],
    ...overrides,
  };
}

function batchQuery(overrides: Partial<BatchQuery> = {}): BatchQuery {
  const nothing = { items: [], changed: [], parents: [], messages: [], blockers: false };
  return { discussion: 'd', context: 'ctx-a', requestId: 'new', ...nothing, ...overrides };
}

async function value<Value>(promise: Promise<Value | Refusal>): Promise<Value> {
  const result = await promise;
  if (isRefusal(result)) throw new Error(result.message);
  return result;
}

/** What every store of discussions promises. `open` gives an empty store. */
export function testLedgerStore(name: string, open: () => LedgerStore): void {
  describe(`${name} as a store of discussions`, () => {
    let store: LedgerStore;
    beforeEach(async () => {
      store = open();
      const inserted = [
        item('q1', { cited: 1, citedBelow: 1 }),
        item('q2', { parent: 'q1', position: 1, answers: 1, citedBelow: 1 }),
        item('a', { kind: 'answer', parent: 'q2', position: 2, via: 'typed', cited: 1 }),
        item('s', { kind: 'summary', position: 3, cited: 1 }),
        item('t', { kind: 'summary', position: 4 }),
      ];
      const citations = [
        { summary: 's', refs: ['q1', 'a'], dependencies: ['q1', 'a', 'q2'] },
        { summary: 't', refs: ['s'], dependencies: ['s'] },
      ];
      const counts = { items: 5, openQuestions: 1, activeSummaries: 2 };
      await value(
        store.commit(
          changes(1, {
            discussion: { ...head, ...counts },
            inserted,
            citations,
            messages: [{ id: 'm', item: 'a' }],
            history: [{ item: 'q1', operation: 0, effect: 'named' }],
          }),
        ),
      );
    });

    it('knows nothing of what was never written', async () => {
      const fresh = open();
      const loaded = await value(fresh.load(batchQuery({ items: ['q1'], messages: ['m'] })));
      expect(loaded).toEqual({
        discussion: undefined,
        earlier: undefined,
        boundTo: undefined,
        items: [],
        refs: new Map(),
        dependencies: [],
        recorded: new Set(),
      });
      expect(await fresh.overview({ context: 'ctx-a' })).toBeUndefined();
      expect(await fresh.record('d')).toBeUndefined();
    });

    it('loads named items with all questions above them, and no others', async () => {
      const loaded = await value(store.load(batchQuery({ items: ['a', 'nowhere'] })));
      expect(loaded.items.map(({ id }) => id).sort()).toEqual(['a', 'q1', 'q2']);
      expect(loaded.items.find(({ id }) => id === 'q2')).toMatchObject({
        parent: 'q1',
        answers: 1,
        citedBelow: 1,
      });
    });

    it('loads what changed items cite, and who rests on them or on their parents', async () => {
      const summary = await value(store.load(batchQuery({ items: ['s'], changed: ['s'] })));
      expect(summary.refs.get('s')).toEqual(['q1', 'a']);
      expect(summary.items.map(({ id }) => id).sort()).toEqual(['a', 'q1', 'q2', 's', 't']);
      expect(summary.dependencies).toEqual([{ base: 's', summary: 't' }]);
      const answer = await value(store.load(batchQuery({ items: ['a'], changed: ['a'] })));
      const edges = answer.dependencies
        .map(({ base, summary: above }) => `${base}<${above}`)
        .sort();
      expect(edges).toEqual(['a<s', 'q2<s', 's<t']);
      const parent = await value(store.load(batchQuery({ items: ['q2'], parents: ['q2'] })));
      expect(parent.dependencies.map(({ base }) => base).sort()).toEqual(['q2', 's']);
    });

    it('loads an earlier batch of the same request, the binding and recorded messages', async () => {
      const loaded = await value(store.load(batchQuery({ requestId: 'r1', messages: ['m', 'n'] })));
      expect(loaded.previous).toMatchObject({ revision: 1, input: '{"n":1}' });
      expect(loaded.boundTo).toBe('d');
      expect(loaded.recorded).toEqual(new Set(['m']));
    });

    it('loads what may block closing when asked, and nothing else', async () => {
      await value(
        store.commit(
          changes(2, {
            invalidated: ['s'],
            updated: [item('s', { kind: 'summary', stale: true })],
          }),
        ),
      );
      const loaded = await value(store.load(batchQuery({ blockers: true })));
      expect(loaded.items.map(({ id }) => id).sort()).toEqual(['q1', 's']);
    });

    it('commits only at the expected revision, and writes nothing at another', async () => {
      const late = changes(1, { inserted: [item('x')] });
      expect(await store.commit(late)).toBe('conflict');
      expect(await store.commit(changes(3, { inserted: [item('x')] }))).toBe('conflict');
      expect((await value(store.item('d', 'x')))?.value).toBeUndefined();
      expect((await value(store.batches('d', { offset: 0, limit: 9 })))?.value).toHaveLength(1);
    });

    it('commits no second active discussion of a context', async () => {
      const renamed = { ...changes(1), discussion: { ...head, id: 'e' } };
      expect(await store.commit(renamed)).toBe('conflict');
      expect(await store.head('e')).toBeUndefined();
      const paused = {
        ...renamed,
        discussion: { ...renamed.discussion, state: 'paused' as const },
      };
      expect(await store.commit(paused)).toBe('committed');
    });

    it('frees a context when its discussion is paused or taken over', async () => {
      const bound = async (context: string) =>
        (await value(store.overview({ context })))?.discussion.id;
      await value(
        store.commit(
          changes(2, { discussion: { ...head, context: 'ctx-b', revision: 2, batches: 2 } }),
        ),
      );
      expect([await bound('ctx-a'), await bound('ctx-b')]).toEqual([undefined, 'd']);
      await value(
        store.commit(
          changes(3, {
            discussion: { ...head, context: 'ctx-b', revision: 3, batches: 3, state: 'paused' },
          }),
        ),
      );
      expect(await bound('ctx-b')).toBeUndefined();
    });

    it('keeps first words, new words and changed states', async () => {
      await value(
        store.commit(
          changes(2, {
            updated: [item('q1', { withdrawn: true, ordinal: 9, revision: 2 })],
            texts: new Map([['q1', 'new\u0000 😀']]),
          }),
        ),
      );
      expect((await value(store.item('d', 'q1')))?.value).toMatchObject({
        original: 'q1?',
        text: 'new\u0000 😀',
        withdrawn: true,
        ordinal: 9,
        revision: 2,
      });
    });

    it('lets a summary cite something else, or rest on nothing', async () => {
      const citations = [{ summary: 's', refs: ['q2'], dependencies: ['q2', 'q1'] }];
      await value(store.commit(changes(2, { citations, invalidated: ['t'] })));
      const loaded = await value(
        store.load(batchQuery({ items: ['q2', 's'], changed: ['q2', 's'] })),
      );
      expect(loaded.refs.get('s')).toEqual(['q2']);
      const edges = loaded.dependencies.map(({ base, summary }) => `${base}<${summary}`).sort();
      expect(edges).toEqual(['q1<s', 'q2<s']);
      expect((await value(store.item('d', 't')))?.value?.refs).toEqual(['s']);
    });

    it('pages items by ordinal, then by the code points of their ids', async () => {
      const ids = ['b', '\u{1f600}', '\uffee', 'B', 'é'];
      const inserted = ids.map((id, index) => item(id, { ordinal: 50, position: 5 + index }));
      await value(
        store.commit(
          changes(2, { inserted, discussion: { ...head, revision: 2, batches: 2, items: 10 } }),
        ),
      );
      const page = await value(store.items('d', { offset: 5, limit: 4 }));
      expect(page?.value.map(({ id }) => id)).toEqual(['B', 'b', 'é', '\uffee']);
      expect(page?.discussion.items).toBe(10);
    });

    it('replaces a whole record, under the same condition', async () => {
      const record = await value(store.record('d'));
      if (record === undefined) throw new Error('no record');
      const discussion = {
        ...record.discussion,
        revision: 7,
        context: '',
        state: 'paused',
      } as const;
      const replacement = { ...record, discussion, items: record.items.slice(0, 1), citations: [] };
      expect(await store.replace({ ...replacement, expectedRevision: 3 })).toBe('conflict');
      expect(await store.replace({ ...replacement, expectedRevision: 1 })).toBe('committed');
      const after = await value(store.record('d'));
      expect(after?.items.map(({ id }) => id)).toEqual(['q1']);
      expect(after?.discussion).toEqual(discussion);
      expect(await store.overview({ context: 'ctx-a' })).toBeUndefined();
      const loaded = await value(store.load(batchQuery({ items: ['q1'], changed: ['q1'] })));
      expect(loaded.dependencies).toEqual([]);
    });

    it('answers commits of many writers at one revision with one winner', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => store.commit(changes(2))));
      expect(answers.filter((answer) => answer === 'committed')).toHaveLength(1);
      expect(answers.filter((answer) => answer === 'conflict')).toHaveLength(7);
    });
  });
}
