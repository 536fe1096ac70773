import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSqlite, type SqliteDatabase } from '../../src/adapters/sqlite/database.ts';
import { sqliteLedgerStore } from '../../src/adapters/sqlite/ledger-store.ts';
import { commandContext } from '../../src/cli/command-context.ts';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { contextToken } from '../support/ledger-batches.ts';
import { LedgerKit, op } from '../support/ledger-kit.ts';
import { scratchOfTest } from '../support/scratch.ts';
import { makeTestTerminal } from '../support/test-terminal.ts';

describe('discuss ledger doctor', () => {
  let directory: string;
  const run = async (...words: string[]) => {
    const terminal = makeTestTerminal(directory);
    const status = await runCommandLine(words, commandContext(terminal));
    return { status, text: terminal.printed.join('') };
  };
  const inStore = async <Result>(work: (database: SqliteDatabase) => Promise<Result>) => {
    const database = openSqlite(join(directory, '.discuss/discuss.db'));
    try {
      return await work(database);
    } finally {
      database.close();
    }
  };
  beforeEach(async () => {
    ({ directory } = scratchOfTest());
    await run('init');
    await inStore(async (database) => {
      const kit = new LedgerKit(sqliteLedgerStore(database));
      await kit.apply([
        op.start,
        op.question('q'),
        op.answer('a', 'q'),
        op.question('p'),
        op.summary('s', ['a']),
      ]);
    });
  });

  it('finds nothing in a sound store', async () => {
    expect(await run('ledger', 'doctor')).toEqual({
      status: 0,
      text: '1 discussions examined: all is well\n',
    });
  });

  it('finds derived rows that are wrong, and computes them anew without a new revision', async () => {
    const before = await inStore((database) => sqliteLedgerStore(database).record('d'));
    await inStore(async (database) => {
      database.exec(`UPDATE item SET answers = 7 WHERE id = 'q'; UPDATE discussion SET unassigned = 3;
        DELETE FROM rests_on WHERE base = 'q'`);
    });
    const found = await run('ledger', 'doctor');
    expect(found.status).toBe(1);
    expect(found.text).toContain('d: wrong: answers of "q": 7, not 1');
    expect(found.text).toContain('d: wrong: unassigned: 3, not 0');
    expect(found.text).toContain('d: wrong: what "s" rests on is not what it cites');
    const repaired = await run('ledger', 'doctor', '--repair');
    expect(repaired.status).toBe(0);
    expect(repaired.text).toContain('d: repaired: unassigned');
    expect(await inStore((database) => sqliteLedgerStore(database).record('d'))).toEqual(before);
    expect((await run('ledger', 'doctor')).status).toBe(0);
    const current = await run('ledger', 'current', '--context', contextToken('a'));
    expect(current.text).toContain('"id":"d"');
  });

  it('says what is broken and leaves it alone', async () => {
    await inStore(async (database) => {
      database.exec(`UPDATE item SET parent = 'nowhere' WHERE id = 'a'`);
    });
    const found = await run('ledger', 'doctor', '--repair');
    expect(found.status).toBe(1);
    expect(found.text).toContain('d: broken: items.a.parent: not a question of the archive');
  });

  it('tells of items that search has lost, and gives them back', async () => {
    await inStore(async (database) => {
      database.exec('DELETE FROM item_words');
    });
    const found = await run('ledger', 'doctor');
    expect(found).toMatchObject({ status: 1 });
    expect(found.text).toContain('store: search does not know the item "q"');
    expect((await run('ledger', 'doctor', '--repair')).status).toBe(0);
    const search = await run('ledger', 'search', 'q', '--any-context');
    expect(search.text).toContain('"total":1');
  });
});
