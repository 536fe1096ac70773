import { writeSync } from 'node:fs';
import { openSqlite } from '../../src/adapters/sqlite/database.ts';
import { sqliteLedgerStore } from '../../src/adapters/sqlite/ledger-store.ts';
import { applyBatch } from '../../src/core/ledger/apply-batch.ts';
import type { Operation } from '../../src/core/ledger/operation.ts';
import { isRefusal } from '../../src/core/refusal.ts';

/*
 * A writer for tests of crashes and rivals: adds questions with answers to the discussion `d` of a store until it
 * has added as many as asked, and says so on standard output after each one is acknowledged.
 */
const [path = '', name = '', count = '0', context = ''] = process.argv.slice(2);

async function hammer(): Promise<void> {
  const store = sqliteLedgerStore(openSqlite(path));
  for (let done = 0; done < Number(count); ) {
    const head = await store.head('d');
    if (head === undefined || isRefusal(head)) throw new Error('the discussion is gone');
    const operations: Operation[] = [
      { op: 'question', id: `${name}-${done}`, text: `${name} asks ${done}` },
      { op: 'answer', id: `${name}-${done}-a`, parent: `${name}-${done}`, text: 'x'.repeat(2000) },
      { op: 'summary', id: `${name}-${done}-s`, text: 'So it is.', refs: [`${name}-${done}-a`] },
    ];
    const input = {
      id: 'd',
      context,
      request_id: `${name}-${done}`,
      if_revision: head.revision,
      operations,
    };
    const clock = { now: () => new Date().toISOString() };
    const answer = await applyBatch({ input, json: JSON.stringify(input) }, { store, clock });
    if (!isRefusal(answer)) {
      writeSync(1, `${answer.revision} ${name}-${done}\n`);
      done += 1;
    } else if (answer.code !== 'revision_conflict') {
      throw new Error(`${answer.code}: ${answer.message}`);
    }
  }
  store.close();
}

hammer().catch((error: unknown) => {
  writeSync(2, `${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
});
