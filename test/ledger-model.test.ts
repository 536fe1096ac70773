import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryLedgerStore } from '../src/adapters/memory/ledger-store.ts';
import { openSqlite } from '../src/adapters/sqlite/database.ts';
import { sqliteLedgerStore } from '../src/adapters/sqlite/ledger-store.ts';
import { migrate } from '../src/adapters/sqlite/migrate.ts';
import { projectStore } from '../src/adapters/sqlite/schema/project-store.ts';
import { applyBatch } from '../src/core/ledger/apply-batch.ts';
import type { BatchInput } from '../src/core/ledger/operation.ts';
import type { LedgerStore } from '../src/core/ledger/ports/ledger-store.ts';
import { currentView, itemView } from '../src/core/ledger/views.ts';
import { isRefusal } from '../src/core/refusal.ts';
import { type BatchRecipe, batchOf, batchRecipe } from './support/ledger-batches.ts';
import { openQuestions, type PlainDiscussion, PlainLedger } from './support/plain-ledger.ts';

const runs = process.env['DISCUSS_LONG_TESTS'] === '1' ? 3000 : 60;

const stores: readonly (readonly [string, () => LedgerStore])[] = [
  ['memory', memoryLedgerStore],
  [
    'SQLite',
    () => {
      const database = openSqlite(':memory:');
      migrate(database, projectStore);
      return sqliteLedgerStore(database);
    },
  ],
];

/** Gives the batches of a run one by one, each made for what is there when it is its turn. */
function* inputsOf(recipes: readonly BatchRecipe[], plain: PlainLedger): Generator<BatchInput> {
  const sent: BatchInput[] = [];
  for (const [index, recipe] of recipes.entries()) {
    const earlier = sent[(index * 7) % Math.max(1, sent.length)];
    const isSame = recipe.repeats === 'same' && earlier !== undefined;
    const request = recipe.repeats === 'other' ? earlier?.request_id : undefined;
    const discussion = plain.discussions.get(recipe.discussion);
    const input = isSame ? earlier : batchOf(recipe, discussion, request ?? `r${index}`);
    sent.push(input);
    yield input;
  }
}

async function outcomeOf(input: BatchInput, store: LedgerStore) {
  const answer = await applyBatch(
    { input, json: JSON.stringify(input) },
    { store, clock: { now: () => '2026-01-01T00:00:00.000Z' } },
  );
  if (!isRefusal(answer)) return { revision: answer.revision, replayed: answer.replayed ?? false };
  if (answer.code !== 'close_blocked') return { code: answer.code };
  const { blockers } = answer.details as { blockers: { rule: string; ids: string[] }[] };
  return { code: answer.code, blockers: Object.fromEntries(blockers.map((b) => [b.rule, b.ids])) };
}

function inOrder(plain: PlainDiscussion): string[] {
  return [...plain.items]
    .sort((left, right) => left.ordinal - right.ordinal || (left.id < right.id ? -1 : 1))
    .map((item) => item.id);
}

async function expectSameRecord(store: LedgerStore, plain: PlainDiscussion): Promise<void> {
  const record = await store.record(plain.id);
  if (record === undefined || isRefusal(record)) throw new Error('no record');
  expect(record.items.map(itemView)).toEqual(plain.items);
  expect(record.batches.map(({ input }) => input)).toEqual(
    plain.requests.map(({ input }) => JSON.stringify(input)),
  );
  const { title, description, state, context, revision } = record.discussion;
  expect({ title, description, state, context, revision }).toEqual({
    title: plain.title,
    description: plain.description,
    state: plain.state,
    context: plain.context,
    revision: plain.revision,
  });
  const page = { offset: plain.revision % 3, limit: 4 };
  const shown = await store.items(plain.id, page);
  if (shown === undefined || isRefusal(shown)) throw new Error('no page');
  expect(shown.value.map((item) => item.id)).toEqual(
    inOrder(plain).slice(page.offset, page.offset + page.limit),
  );
  const overview = await store.overview({ id: plain.id });
  if (overview === undefined || isRefusal(overview)) throw new Error('no overview');
  const current = currentView(overview.discussion, overview.value);
  const replies = plain.items.filter((item) => item.kind === 'reply' && !item.withdrawn);
  const asked = openQuestions(plain).map((item) => item.id);
  expect({ ...current, unassigned_ids: [...current.unassigned_ids].sort() }).toMatchObject({
    pending: asked.slice(0, 20),
    pending_total: asked.length,
    unassigned: replies.length,
    unassigned_ids: replies
      .map((item) => item.id)
      .sort()
      .slice(0, 20),
    last_item: plain.items.at(-1) ? { id: plain.items.at(-1)?.id } : null,
  });
}

describe.each(stores)('the ledger on %s', (_, open) => {
  it('answers every batch as the plain model does, and keeps the same record', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(batchRecipe, { maxLength: 25, size: 'max' }), async (recipes) => {
        const store = open();
        const plain = new PlainLedger();
        for (const input of inputsOf(recipes, plain)) {
          expect(await outcomeOf(input, store)).toEqual(plain.apply(input));
          for (const discussion of plain.discussions.values()) {
            await expectSameRecord(store, discussion);
          }
          for (const context of new Set([input.context, input.from_context ?? ''])) {
            const overview = await store.overview({ context });
            const bound = isRefusal(overview) ? overview : overview?.discussion.id;
            expect(bound).toBe(plain.boundTo(context)?.id);
          }
        }
        store.close();
      }),
      { numRuns: runs },
    );
  });
});
