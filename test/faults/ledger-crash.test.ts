import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqlite, type SqliteDatabase } from '../../src/adapters/sqlite/database.ts';
import { sqliteLedgerStore } from '../../src/adapters/sqlite/ledger-store.ts';
import { migrate } from '../../src/adapters/sqlite/migrate.ts';
import { projectStore } from '../../src/adapters/sqlite/schema/project-store.ts';
import { archiveOf } from '../../src/core/ledger/archive.ts';
import { importArchive } from '../../src/core/ledger/import-archive.ts';
import type { LedgerStore } from '../../src/core/ledger/ports/ledger-store.ts';
import { isRefusal } from '../../src/core/refusal.ts';
import { type Batch, LedgerKit, op, openLedgerDatabase } from '../support/ledger-kit.ts';

const folder = mkdtempSync(join(tmpdir(), 'discuss-crash-'));
afterAll(() => rmSync(folder, { recursive: true }));
let stores = 0;

/** A database that calls `before` ahead of every statement, with the statement's number. */
function watched(database: SqliteDatabase, before: (statement: number) => void): SqliteDatabase {
  let number = 0;
  const watch =
    <Values extends readonly unknown[], Result>(run: (...values: Values) => Result) =>
    (...values: Values): Result => {
      number += 1;
      before(number);
      return run(...values);
    };
  const prepare: SqliteDatabase['prepare'] = (sql) => {
    const statement = database.prepare(sql);
    return { run: watch(statement.run), get: watch(statement.get), all: watch(statement.all) };
  };
  return {
    ...database,
    prepare,
    exec: watch(database.exec),
    transaction(work) {
      prepare('BEGIN IMMEDIATE').run();
      try {
        const result = work();
        prepare('COMMIT').run();
        return result;
      } catch (error) {
        database.prepare('ROLLBACK').run();
        throw error;
      }
    },
  };
}

/** A store with some history, ready for a batch that touches everything. */
async function prepared(): Promise<{ path: string; database: SqliteDatabase }> {
  stores += 1;
  const path = join(folder, `store-${stores}.db`);
  const database = openLedgerDatabase(path);
  const kit = new LedgerKit(sqliteLedgerStore(database));
  await kit.apply([
    op.start,
    op.question('q'),
    op.answer('a', 'q', { message_id: 'm1' }),
    op.reply('r'),
    op.summary('s', ['a']),
    op.summary('t', ['s']),
  ]);
  return { path, database };
}

const rich: readonly Batch[] = [
  op.question('q2', { message_id: 'm2' }),
  op.option('o', 'q2'),
  op.move('r', { parent: 'q2' }),
  op.revise('a'),
  op.revise('s', { refs: ['a', 'q2'] }),
  op.gap('g'),
  op.summary('u', ['g']),
  op.delivery('q2', 'm3'),
  op.confirm('u'),
  op.withdraw('t'),
  op.close,
];

async function recordOf(store: LedgerStore) {
  const record = await store.record('d');
  if (isRefusal(record)) throw new Error(record.message);
  return record;
}

/** What a new process finds in the files as they are on disk at this moment. */
async function findAfterCrash(path: string, name: string) {
  const place = join(folder, name);
  mkdirSync(place);
  for (const ending of ['', '-wal', '-journal']) {
    if (existsSync(path + ending)) copyFileSync(path + ending, join(place, `copy.db${ending}`));
  }
  const database = openSqlite(join(place, 'copy.db'));
  const refusal = migrate(database, projectStore);
  expect(refusal).toBeUndefined();
  expect(database.prepare('PRAGMA integrity_check').all()).toMatchObject([
    { integrity_check: 'ok' },
  ]);
  const record = await recordOf(sqliteLedgerStore(database));
  const loose = database
    .prepare('SELECT count(*) AS n FROM item_words WHERE rowid NOT IN (SELECT number FROM item)')
    .get();
  expect(Number(loose?.['n'])).toBe(0);
  database.close();
  rmSync(place, { recursive: true });
  return record;
}

describe('a crash between any two statements', () => {
  it('leaves a batch done or not done at all', async () => {
    const { path, database } = await prepared();
    const before = await recordOf(sqliteLedgerStore(database));
    const found: ReturnType<typeof findAfterCrash>[] = [];
    const crashing = sqliteLedgerStore(
      watched(database, (statement) => {
        found.push(findAfterCrash(path, `batch-${statement}`));
      }),
    );
    const batch = await new LedgerKit(sqliteLedgerStore(database)).batch(rich);
    expect(await new LedgerKit(crashing).send(batch)).toMatchObject({ revision: 2 });
    const states = await Promise.all(found);
    expect(states.length).toBeGreaterThan(40);
    for (const state of states) expect(state).toEqual(before);
    expect(await findAfterCrash(path, 'batch-end')).toEqual(
      await recordOf(sqliteLedgerStore(database)),
    );
    database.close();
  });

  it('leaves the store as it was when a statement fails, and the same batch succeeds after', async () => {
    const { database } = await prepared();
    const store = sqliteLedgerStore(database);
    const before = await recordOf(store);
    const batch = await new LedgerKit(store).batch(rich);
    let statements = Number.POSITIVE_INFINITY;
    for (let failing = 1; failing < statements; failing++) {
      const broken = sqliteLedgerStore(
        watched(database, (statement) => {
          if (statement === failing) throw new Error('the disk is gone');
        }),
      );
      try {
        await new LedgerKit(broken).send(batch);
        statements = failing;
      } catch (error) {
        expect(error).toMatchObject({ message: 'the disk is gone' });
        expect(await recordOf(store)).toEqual(before);
      }
    }
    expect(statements).toBeGreaterThan(40);
    expect(await new LedgerKit(store).send(batch)).toMatchObject({ revision: 2, replayed: true });
    database.close();
  });

  it('leaves an import done or not done at all', async () => {
    const { path, database } = await prepared();
    const kit = new LedgerKit(sqliteLedgerStore(database));
    await kit.apply(rich);
    const archive = archiveOf((await recordOf(kit.store)) ?? never());
    const before = await recordOf(kit.store);
    const found: ReturnType<typeof findAfterCrash>[] = [];
    const crashing = sqliteLedgerStore(
      watched(database, (statement) => {
        found.push(findAfterCrash(path, `import-${statement}`));
      }),
    );
    const clock = { now: () => '2026-05-02T10:00:00.000Z' };
    await importArchive(archive, {}, { store: crashing, clock });
    const states = await Promise.all(found);
    expect(states.length).toBeGreaterThan(30);
    for (const state of states) expect(state).toEqual(before);
    database.close();
  });

  it('leaves a new store usable by the next init', async () => {
    const path = join(folder, 'fresh.db');
    const database = openSqlite(path);
    const found: number[] = [];
    const crashing = watched(database, () => {
      const place = join(folder, `fresh-${found.length}`);
      mkdirSync(place);
      for (const ending of ['', '-wal']) {
        if (existsSync(path + ending)) copyFileSync(path + ending, join(place, `copy.db${ending}`));
      }
      const copy = openLedgerDatabase(join(place, 'copy.db'));
      found.push(copy.prepare('SELECT * FROM discussion').all().length);
      copy.close();
    });
    expect(migrate(crashing, projectStore)).toBeUndefined();
    expect(found.length).toBeGreaterThan(3);
    database.close();
  });
});

function never(): never {
  throw new Error('no record');
}
