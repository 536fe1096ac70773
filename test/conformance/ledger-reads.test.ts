import { beforeEach, describe, expect, it } from 'vitest';
import { archiveOf } from '../../src/core/ledger/archive.ts';
import { importArchive } from '../../src/core/ledger/import-archive.ts';
import {
  readCurrent,
  readHistory,
  readItem,
  readItemHistory,
  readItems,
  readList,
  readRecord,
  searchLedger,
  type Viewer,
} from '../../src/core/ledger/read-ledger.ts';
import { readRequest } from '../../src/core/ledger/read-request.ts';
import { isRefusal } from '../../src/core/refusal.ts';
import { contextToken } from '../support/ledger-batches.ts';
import { LedgerKit, ledgerStores, op } from '../support/ledger-kit.ts';

const reader: Viewer = { context: contextToken('a') };
const stranger: Viewer = { context: contextToken('b') };
const page = { offset: 0, limit: 50 };

describe.each(ledgerStores)('ledger contract 6, the reads, on %s', (_, open) => {
  let kit: LedgerKit;
  beforeEach(async () => {
    kit = new LedgerKit(open());
    await kit.apply([
      { ...op.start, description: 'About it' },
      op.question('q1'),
      op.question('q2'),
      op.answer('a1', 'q1', { message_id: 'm1', via: 'picked' }),
    ]);
  });
  const importUnbound = async (id: string) => {
    const record = await readRecord(kit.store, { id: 'd', reader });
    if (isRefusal(record)) throw new Error(record.message);
    const clock = { now: () => '2026-05-02T10:00:00.000Z' };
    await importArchive(archiveOf(record), { as: id }, { store: kit.store, clock });
  };

  describe('current', () => {
    it('answers what the contract names, of a named discussion or the bound one', async () => {
      await kit.apply([op.reply('r1'), op.reply('r2')]);
      const current = {
        id: 'd',
        title: 'Title',
        description: 'About it',
        revision: 2,
        state: 'active',
        pending: ['q2'],
        pending_total: 1,
        pending_questions: [{ id: 'q2', text: 'q2?' }],
        last_item: { id: 'r2', kind: 'reply', text: 'r2.' },
        unassigned: 2,
        unassigned_ids: ['r1', 'r2'],
        capture: 'agent_submitted_with_optional_host_reply',
      };
      expect(await readCurrent(kit.store, { id: 'd', reader })).toEqual(current);
      expect(await readCurrent(kit.store, { reader })).toEqual(current);
    });

    it('answers {"discussion":null} for an unbound context', async () => {
      expect(await readCurrent(kit.store, { reader: stranger })).toEqual({ discussion: null });
      expect(await readCurrent(kit.store, { reader: 'person' })).toEqual({ discussion: null });
    });

    it('names 20 open questions in asking order and quotes 3', async () => {
      const more = Array.from({ length: 30 }, (__, index) => op.question(`n${index}`));
      await kit.apply([...more, op.move('n29', { ordinal: 0 })]);
      const current = await readCurrent(kit.store, { id: 'd', reader });
      expect(current).toMatchObject({ pending_total: 31 });
      const pending = 'pending' in current ? current.pending : [];
      expect(pending).toHaveLength(20);
      expect(pending.slice(0, 3)).toEqual(['n29', 'q2', 'n0']);
      expect(
        'pending_questions' in current && current.pending_questions.map(({ id }) => id),
      ).toEqual(['n29', 'q2', 'n0']);
    });

    it('cuts long texts at 500 characters, never inside one', async () => {
      const text = `${'x'.repeat(499)}😀 and more`;
      await kit.apply([op.metadata({ text, description: text }), op.question('q3', { text })]);
      const current = await readCurrent(kit.store, { id: 'd', reader });
      expect(current).toMatchObject({
        title: 'x'.repeat(499),
        description: 'x'.repeat(499),
        last_item: { text: 'x'.repeat(499) },
      });
    });

    it('has no last item at the start', async () => {
      await kit.apply([op.start], { id: 'e', context: contextToken('b') });
      expect(await readCurrent(kit.store, { reader: stranger })).toMatchObject({ last_item: null });
    });
  });

  it('shows pages of items in order of ordinal, then id, keyed by id', async () => {
    await kit.apply([op.question('z', { ordinal: 1 }), op.question('10'), op.question('9')]);
    const shown = await readItems(kit.store, { id: 'd', reader, page: { offset: 1, limit: 3 } });
    expect(shown).toMatchObject({
      id: 'd',
      title: 'Title',
      description: 'About it',
      state: 'active',
      revision: 2,
      total: 6,
      offset: 1,
      limit: 3,
      item_order: ['q2', 'z', 'a1'],
    });
    expect('items' in shown && Object.keys(shown.items).sort()).toEqual(['a1', 'q2', 'z']);
    const rest = await readItems(kit.store, { id: 'd', reader, page: { offset: 4, limit: 3 } });
    expect(rest).toMatchObject({ item_order: ['10', '9'] });
    const beyond = await readItems(kit.store, { id: 'd', reader, page: { offset: 40, limit: 3 } });
    expect(beyond).toMatchObject({ item_order: [], items: {}, total: 6 });
  });

  it('reads one item with the revision of the discussion', async () => {
    expect(await readItem(kit.store, { id: 'd', item: 'a1', reader })).toMatchObject({
      id: 'd',
      revision: 1,
      item: { id: 'a1', kind: 'answer', parent: 'q1', message_id: 'm1', via: 'picked' },
    });
    expect(await readItem(kit.store, { id: 'd', item: 'x', reader })).toMatchObject({
      code: 'item_missing',
    });
  });

  it('reads the history oldest first, with the stringified inputs', async () => {
    const batch = await kit.batch([op.question('q3')]);
    await kit.send(batch);
    expect(
      await readHistory(kit.store, { id: 'd', reader, page: { offset: 1, limit: 1 } }),
    ).toEqual({
      id: 'd',
      revisions: [
        { revision: 2, input: JSON.stringify(batch), created_at: '2026-05-01T10:00:00.000Z' },
      ],
      total: 2,
      offset: 1,
      limit: 1,
    });
  });

  it('tells what happened to one item and why', async () => {
    await kit.apply([op.summary('s', ['a1'])]);
    await kit.apply([op.revise('a1', { reason: 'the user corrected it' })]);
    const wanted = { id: 'd', item: 's', reader };
    expect(await readItemHistory(kit.store, wanted, page)).toMatchObject({
      item: 's',
      total: 2,
      changes: [
        { revision: 2, effect: 'named', operation: { op: 'summary', id: 's' } },
        {
          revision: 3,
          effect: 'staled',
          operation: { op: 'revise', id: 'a1', reason: 'the user corrected it' },
        },
      ],
    });
    expect(await readItemHistory(kit.store, { ...wanted, item: 'x' }, page)).toMatchObject({
      code: 'item_missing',
    });
  });

  it('lists own and unbound discussions in order of creation', async () => {
    await kit.apply([op.start], { id: 'theirs', context: contextToken('b') });
    await importUnbound('unbound');
    expect(await readList(kit.store, { reader, page })).toEqual({
      discussions: [
        { id: 'd', title: 'Title', state: 'active', revision: 1, unbound: false },
        { id: 'unbound', title: 'Title', state: 'paused', revision: 2, unbound: true },
      ],
      total: 2,
      offset: 0,
      limit: 50,
    });
    const all = await readList(kit.store, { reader: 'person', page: { offset: 1, limit: 1 } });
    expect(all).toMatchObject({ discussions: [{ id: 'theirs' }], total: 3 });
  });

  it("refuses another context's discussion and an unknown id", async () => {
    const reads = (id: string, by: Viewer) => [
      readCurrent(kit.store, { id, reader: by }),
      readItems(kit.store, { id, reader: by, page }),
      readItem(kit.store, { id, item: 'q1', reader: by }),
      readHistory(kit.store, { id, reader: by, page }),
      readItemHistory(kit.store, { id, item: 'q1', reader: by }, page),
      readRecord(kit.store, { id, reader: by }),
    ];
    for (const answer of await Promise.all(reads('d', stranger))) {
      expect(answer).toMatchObject({ code: 'context_mismatch' });
    }
    for (const answer of await Promise.all(reads('nowhere', reader))) {
      expect(answer).toMatchObject({ code: 'not_found' });
    }
    await importUnbound('unbound');
    for (const answer of await Promise.all(reads('unbound', stranger))) {
      expect(isRefusal(answer)).toBe(false);
    }
  });

  it('takes 1 to 100 entries, 50 when nothing is said, and needs a context', () => {
    expect(readRequest({ context: contextToken('a') })).toEqual({ reader, page });
    for (const limit of [0, 101, 1.5]) {
      expect(readRequest({ context: contextToken('a'), limit })).toMatchObject({
        code: 'invalid_input',
        field: 'limit',
      });
    }
    expect(readRequest({ context: contextToken('a'), offset: -1 })).toMatchObject({
      code: 'invalid_input',
      field: 'offset',
    });
    expect(readRequest({})).toMatchObject({ code: 'invalid_input', field: 'context' });
    expect(readRequest({ context: 'me' })).toMatchObject({ field: 'context' });
    expect(readRequest({ any: true })).toEqual({ reader: 'person', page });
  });

  describe('search', () => {
    const ids = async (query: string, by: Viewer = 'person', id?: string) => {
      const found = await searchLedger(kit.store, { query, reader: by, id }, page);
      return isRefusal(found) ? found.code : found.hits.map(({ item }) => item.id).sort();
    };
    beforeEach(async () => {
      await kit.apply([
        op.question('db', { text: 'Which database: PostgreSQL or SQLite?' }),
        op.answer('cafe', 'db', { text: 'The café uses SQLite-based storage' }),
        op.gap('cjk', { text: '数据库的选择 is open' }),
      ]);
    });

    it('finds items that hold all words, the last one by its beginning', async () => {
      expect(await ids('sqlite')).toEqual(['cafe', 'db']);
      expect(await ids('SQLITE postgre')).toEqual(['db']);
      expect(await ids('postgre sqlite')).toEqual([]);
      expect(await ids('cafe')).toEqual(['cafe']);
      expect(await ids('sqlite-based')).toEqual(['cafe']);
      expect(await ids('based-sqlite')).toEqual([]);
    });

    it('finds runs of characters in scripts without spaces', async () => {
      expect(await ids('数据')).toEqual(['cjk']);
      expect(await ids('据数')).toEqual([]);
    });

    it('finds the present text alone', async () => {
      await kit.apply([op.revise('db', { text: 'Which store?' })]);
      expect(await ids('postgresql')).toEqual([]);
      expect(await ids('store')).toEqual(['db']);
    });

    it('stays within what the reader may read, and one discussion when asked', async () => {
      expect(await ids('sqlite', reader)).toEqual(['cafe', 'db']);
      expect(await ids('sqlite', stranger)).toEqual([]);
      expect(await ids('sqlite', 'person', 'other')).toEqual([]);
    });

    it.each(['', '   ', '"', '* AND (', "'; --", 'NEAR(', '-'])(
      'is not led astray by %j',
      async (query) => {
        expect(await ids(query)).toEqual([]);
      },
    );
  });
});
