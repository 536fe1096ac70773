import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isRefusal } from '../../core/refusal.ts';
import { openSqlite } from './database.ts';
import { projectLedgers } from './project-ledgers.ts';

it('watching a project’s store tells of every commit, and is refused where there is no store', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'discuss-watch-'));
  const ledgers = projectLedgers({ busyMode: 'server' });
  expect(await ledgers.watch({ directory }, () => undefined)).toMatchObject({
    code: 'store_missing',
  });
  const made = await ledgers.init({ directory });
  if (isRefusal(made)) throw new Error(made.message);
  const writer = openSqlite(made.store);
  for (let count = 0; count < 2; count += 1) {
    await new Promise<void>((resolve, reject) => {
      void ledgers.watch({ directory }, resolve).then((stop) => {
        if (isRefusal(stop)) return reject(new Error(stop.message));
        writer.exec(`INSERT INTO item_words (rowid, words) VALUES (${count}, 'a')`);
      });
    });
  }
  writer.close();
});
