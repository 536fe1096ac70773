import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqliteLedgerStore } from '../src/adapters/sqlite/ledger-store.ts';
import { type CountingDatabase, countingDatabase, type Work } from './support/counting-database.ts';
import { contextToken } from './support/ledger-batches.ts';
import { type Batch, LedgerKit, op, openLedgerDatabase } from './support/ledger-kit.ts';

interface Filled {
  readonly kit: LedgerKit;
  readonly database: CountingDatabase;
}

/** A discussion of so many items: questions with options and answers, and summaries that cite them. */
async function fill(items: number): Promise<Filled> {
  const database = countingDatabase(openLedgerDatabase(':memory:'));
  const kit = new LedgerKit(sqliteLedgerStore(database));
  await kit.apply([op.start]);
  const all = Array.from({ length: items }, (_, index) => fillItem(index));
  for (let at = 0; at < all.length; at += 64) await kit.apply(all.slice(at, at + 64));
  return { kit, database };
}

function fillItem(index: number): Batch {
  const question = `i${index - (index % 10)}`;
  if (index % 10 === 0) return op.question(`i${index}`);
  if (index % 10 < 5) return op.option(`i${index}`, question);
  if (index % 10 === 9) return op.summary(`i${index}`, [question, `i${index - 1}`]);
  return op.answer(`i${index}`, question, { message_id: `m${index}` });
}

describe('the cost of the ledger (ledger contract 8)', () => {
  let small: Filled;
  let large: Filled;
  beforeAll(async () => {
    small = await fill(100);
    large = await fill(10_000);
  });
  afterAll(() => {
    small.database.close();
    large.database.close();
  });

  const compare = async (work: (filled: Filled) => Promise<unknown>): Promise<Work> => {
    const [inSmall, inLarge] = [
      await small.database.count(() => work(small)),
      await large.database.count(() => work(large)),
    ];
    expect(inLarge).toEqual(inSmall);
    expect(inLarge.statements).toBeGreaterThan(1);
    return inLarge;
  };
  const applied = (operations: readonly Batch[]) => async (filled: Filled) => {
    const batch = await filled.kit.batch(operations);
    return filled.kit.send(batch);
  };

  it.each<readonly [string, readonly Batch[]]>([
    ['a question', [op.question('x1')]],
    ['an answer with its message', [op.answer('x2', 'i10', { message_id: 'x2' })]],
    ['a summary', [op.summary('x3', ['i20', 'i21'])]],
    ['a revised answer', [op.revise('i35')]],
    ['a revised summary', [op.revise('i49', { refs: ['i40'] })]],
    ['a withdrawn summary', [op.withdraw('i59')]],
    ['a move', [op.move('i65', { parent: 'i70' })]],
    ['a confirmation', [op.confirm('i89')]],
    ['a delivery', [op.delivery('i90', 'x9')]],
    ['other metadata', [op.metadata({ text: 'New' })]],
    ['pausing and resuming', [op.pause, op.resume]],
    [
      'a mixture',
      [op.question('x4'), op.answer('x5', 'x4'), op.summary('x6', ['x5', 'i30']), op.revise('x5')],
    ],
  ])('is the same at 100 and at 10,000 items for %s', async (_, operations) => {
    const work = await compare(applied(operations));
    expect(work.statements).toBeLessThan(60);
  });

  it('is the same at both sizes for a refused batch', async () => {
    await compare(applied([op.question('x7'), op.answer('x8', 'nowhere')]));
  });

  it('is the same for current, item, a page and a page of history', async () => {
    await compare(({ kit }) => kit.current({ context: contextToken('a') }));
    await compare(({ kit }) => kit.store.item('d', 'i19'));
    await compare(({ kit }) => kit.store.items('d', { offset: 0, limit: 50 }));
    await compare(({ kit }) => kit.store.items('d', { offset: 60, limit: 20 }));
    await compare(({ kit }) => kit.store.batches('d', { offset: 0, limit: 2 }));
    await compare(({ kit }) =>
      kit.store.itemHistory({ id: 'd', item: 'i19' }, { offset: 0, limit: 9 }),
    );
  });

  it('does not grow with what stands under a question, beyond what rests on it', async () => {
    const grow = async ({ kit }: Filled, number: number) => {
      for (let at = 0; at < number; at += 64) {
        const options = Array.from({ length: 64 }, (_, index) =>
          op.option(`o${at + index}`, 'wide'),
        );
        await kit.apply(options);
      }
    };
    await small.kit.apply([op.question('wide')]);
    await large.kit.apply([op.question('wide')]);
    await grow(small, 64);
    await grow(large, 1024);
    await compare(applied([op.answer('wide-answer', 'wide')]));
  });

  it('is the same at both sizes for closing', async () => {
    const [few, many] = [await fill(100), await fill(2000)];
    const close = async ({ kit, database }: Filled) => {
      const batch = await kit.batch([op.close]);
      const work = await database.count(() => kit.send(batch));
      expect(await kit.current()).toMatchObject({ state: 'closed' });
      database.close();
      return work;
    };
    expect(await close(many)).toEqual(await close(few));
  });

  it('comes from indexes: no statement walks through a table', () => {
    const walks = [...large.database.texts]
      .filter((sql) => /^\s*(SELECT|WITH|UPDATE|DELETE|INSERT)/.test(sql))
      .flatMap((sql) =>
        large.database
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .all(...Array(sql.split('?').length - 1).fill(null))
          .map((row) => String(row['detail']))
          .filter((detail) =>
            /^SCAN (item|discussion|batch|reference|rests_on|message|binding|item_change)\b/.test(
              detail,
            ),
          )
          .map((detail) => `${detail}: ${sql}`),
      );
    expect(walks).toEqual([]);
  });
});
