import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from '../../src/actions/kit/zod-subset.ts';
import { ledgerArchiveSchema } from '../../src/actions/ledger/shared/ledger-archive-schema.ts';
import { applyBatch } from '../../src/core/ledger/apply-batch.ts';
import { type Archive, archiveOf } from '../../src/core/ledger/archive.ts';
import { checkArchive } from '../../src/core/ledger/check-archive.ts';
import { importArchive } from '../../src/core/ledger/import-archive.ts';
import { ledgerMarkdown } from '../../src/core/ledger/ledger-markdown.ts';
import type { LedgerStore } from '../../src/core/ledger/ports/ledger-store.ts';
import { isRefusal } from '../../src/core/refusal.ts';
import { batchOf, batchRecipe, contextToken } from '../support/ledger-batches.ts';
import { LedgerKit, ledgerStores, op } from '../support/ledger-kit.ts';
import { PlainLedger } from '../support/plain-ledger.ts';

const clock = { now: () => '2026-05-02T10:00:00.000Z' };

async function exported(store: LedgerStore, id = 'd'): Promise<Archive> {
  const record = await store.record(id);
  if (record === undefined || isRefusal(record)) throw new Error('no record');
  return JSON.parse(JSON.stringify(archiveOf(record))) as Archive;
}

describe.each(ledgerStores)('archives (ledger contract 10) on %s', (_, open) => {
  let kit: LedgerKit;
  let elsewhere: LedgerKit;
  beforeEach(async () => {
    kit = new LedgerKit(open());
    elsewhere = new LedgerKit(open());
    await kit.apply([op.start, op.question('q'), op.answer('a', 'q', { message_id: 'm' })]);
    await kit.apply([op.summary('s', ['a']), op.summary('t', ['s']), op.gap('g')]);
  });
  const take = async (archive: Archive, wish = {}) => {
    const refusal = checkArchive(archive);
    return refusal ?? importArchive(archive, wish, { store: elsewhere.store, clock });
  };

  it('come in unbound, paused, one revision further, with everything they hold', async () => {
    const archive = await exported(kit.store);
    expect(await take(archive)).toEqual({ id: 'd', revision: 3, state: 'paused', replaced: false });
    const again = await exported(elsewhere.store);
    expect(again).toMatchObject({
      items: archive.items,
      item_order: archive.item_order,
      insertion_order: archive.insertion_order,
      item_changes: archive.item_changes,
      messages: archive.messages,
      context: '',
      revision: 3,
      created_at: archive.created_at,
    });
    expect(again.revisions.slice(0, 2)).toEqual(archive.revisions);
    expect(again.revisions[2]?.input).toBe('{"import":{"id":"d","revision":2}}');
  });

  it('are taken up with an empty from_context, and go on as before', async () => {
    await take(await exported(kit.store));
    expect((await elsewhere.refused([op.resume])).code).toBe('context_mismatch');
    const up = { from_context: '', context: contextToken('c') };
    expect(await elsewhere.apply([op.resume], up)).toBe(4);
    const own = { context: contextToken('c') };
    expect((await elsewhere.refused([op.reply('r', { message_id: 'm' })], own)).code).toBe(
      'message_recorded',
    );
    expect((await elsewhere.refused([op.revise('s', { refs: ['t'] })], own)).code).toBe(
      'reference_cycle',
    );
    await elsewhere.apply([op.revise('a')], own);
    expect([(await elsewhere.item('s')).stale, (await elsewhere.item('t')).stale]).toEqual([
      true,
      true,
    ]);
    expect(await elsewhere.refused([op.close], own)).toMatchObject({
      details: {
        blockers: [
          { rule: 'stale_summary', ids: ['s', 't'] },
          { rule: 'uncited_item', ids: ['g'] },
        ],
      },
    });
  });

  it('keep closed what was closed', async () => {
    await kit.apply([op.summary('u', ['g']), op.close]);
    expect(await take(await exported(kit.store))).toMatchObject({ state: 'closed' });
  });

  it('go one beyond both sides, so that writers who know one of them conflict', async () => {
    await take(await exported(kit.store));
    await kit.apply([op.question('q2')]);
    expect(await take(await exported(kit.store))).toMatchObject({ revision: 4, replaced: true });
    expect(await elsewhere.items()).toHaveProperty('q2');
    const stale = { from_context: '', if_revision: 3 };
    expect(await elsewhere.refused([op.resume], stale)).toMatchObject({
      code: 'revision_conflict',
      details: { current_revision: 4 },
    });
  });

  it('never silently give up batches that only the other side holds', async () => {
    const archive = await exported(kit.store);
    await take(archive);
    await elsewhere.apply([op.resume, op.question('mine'), op.pause], { from_context: '' });
    expect(await take(archive)).toMatchObject({
      code: 'revision_conflict',
      details: { current_revision: 4, only_here: [4] },
    });
    expect(await take(archive, { as: 'copy' })).toMatchObject({ id: 'copy', revision: 3 });
    expect(await take(archive, { replace: true })).toMatchObject({ revision: 5, replaced: true });
    expect(await elsewhere.items()).not.toHaveProperty('mine');
  });

  it('do not come in over an active discussion', async () => {
    const archive = await exported(kit.store);
    expect(await importArchive(archive, {}, { store: kit.store, clock })).toMatchObject({
      code: 'already_active',
    });
  });

  it('are found by search after they have come in, and not the text they replaced', async () => {
    await take(await exported(kit.store));
    await kit.apply([op.revise('q', { text: 'Whereabouts?' })]);
    await take(await exported(kit.store));
    const ids = async (...words: string[]) => {
      const found = await elsewhere.store.search({ phrases: [words], offset: 0, limit: 9 });
      return isRefusal(found) ? found : found.entries.map(({ item }) => item.id);
    };
    expect(await ids('whereabouts')).toEqual(['q']);
    expect(await ids('q')).toEqual([]);
  });

  const broken: readonly (readonly [string, (archive: Archive) => object])[] = [
    [
      'a parent that is missing',
      ({ items }) => ({ items: { ...items, a: { ...items['a'], parent: 'x' } } }),
    ],
    [
      'a parent that is no question',
      ({ items }) => ({ items: { ...items, a: { ...items['a'], parent: 'g' } } }),
    ],
    [
      'an answer without parent',
      ({ items }) => ({ items: { ...items, a: { ...items['a'], parent: null } } }),
    ],
    [
      'a reference that is missing',
      ({ items }) => ({ items: { ...items, s: { ...items['s'], refs: ['x'] } } }),
    ],
    [
      'references in a cycle',
      ({ items }) => ({ items: { ...items, s: { ...items['s'], refs: ['t'] } } }),
    ],
    [
      'a question below itself',
      ({ items }) => ({ items: { ...items, q: { ...items['q'], parent: 'q' } } }),
    ],
    [
      'a summary without references',
      ({ items }) => ({ items: { ...items, s: { ...items['s'], refs: [] } } }),
    ],
    [
      'a fresh summary on a withdrawn item',
      ({ items }) => ({ items: { ...items, a: { ...items['a'], withdrawn: true } } }),
    ],
    [
      'a confirmed stale summary',
      ({ items }) => ({ items: { ...items, t: { ...items['t'], stale: true, confirmed: true } } }),
    ],
    [
      'another id than its key',
      ({ items }) => ({ items: { ...items, g: { ...items['g'], id: 'h' } } }),
    ],
    [
      'an order that leaves one out',
      ({ insertion_order }) => ({ insertion_order: insertion_order.slice(1) }),
    ],
    [
      'an order that names one twice',
      ({ insertion_order }) => ({ insertion_order: [...insertion_order.slice(1), 'g'] }),
    ],
    ['revisions that fall', ({ revisions }) => ({ revisions: [...revisions].reverse() })],
    ['revisions beyond its own', () => ({ revision: 1 })],
    [
      'a request id twice',
      ({ revisions }) => ({ revisions: revisions.map((batch) => ({ ...batch, request_id: 'r' })) }),
    ],
    [
      'an input that is no JSON',
      ({ revisions }) => ({ revisions: revisions.map((batch) => ({ ...batch, input: '{' })) }),
    ],
    [
      'a change of an unknown revision',
      ({ item_changes }) => ({ item_changes: [{ ...item_changes[0], revision: 9 }] }),
    ],
    [
      'a change twice',
      ({ item_changes }) => ({ item_changes: [...item_changes, ...item_changes] }),
    ],
    ['a message twice', ({ messages }) => ({ messages: [...messages, ...messages] })],
    ['half a surrogate pair', () => ({ title: '\ud83d' })],
    ['an id that is too long', () => ({ id: 'x'.repeat(257) })],
  ];
  it.each(broken)('are refused with %s', async (__, change) => {
    const archive = await exported(kit.store);
    const changed = { ...archive, ...change(archive) } as Archive;
    expect(await take(changed)).toMatchObject({ code: 'invalid_input' });
    expect(await elsewhere.store.head('d')).toBeUndefined();
  });

  it('pass their own schema', async () => {
    expect(ledgerArchiveSchema(z).safeParse(await exported(kit.store)).success).toBe(true);
  });

  it('carry any discussion over, derived counts included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(batchRecipe, { maxLength: 15, size: 'max' }), async (recipes) => {
        const store = open();
        const plain = new PlainLedger();
        for (const [index, recipe] of recipes.entries()) {
          const input = batchOf(recipe, plain.discussions.get(recipe.discussion), `r${index}`);
          plain.apply(input);
          await applyBatch({ input, json: JSON.stringify(input) }, { store, clock });
        }
        if (!plain.discussions.has('d1')) return;
        const archive = await exported(store, 'd1');
        expect(checkArchive(archive)).toBeUndefined();
        const other = open();
        await importArchive(archive, {}, { store: other, clock });
        const [before, after] = await Promise.all([store.record('d1'), other.record('d1')]);
        if (isRefusal(before) || isRefusal(after) || !before || !after) throw new Error('refused');
        expect(after.items).toEqual(before.items);
        const { openQuestions, unassigned, activeSummaries, items, reordered } = before.discussion;
        expect(after.discussion).toMatchObject({
          openQuestions,
          unassigned,
          activeSummaries,
          items,
        });
        expect(reordered || !after.discussion.reordered).toBe(true);
        expect(ledgerMarkdown(after)).toMatch(/^# .+\n\n/);
      }),
      { numRuns: 25 },
    );
  });
});
