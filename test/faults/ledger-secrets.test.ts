import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/adapters/sqlite/database.ts';
import { contextToken } from '../support/ledger-batches.ts';
import { type Batch, op } from '../support/ledger-kit.ts';
import { scratchOfTest } from '../support/scratch.ts';

/** Put together at run time, so that no scanner of repositories takes this file for a leak. */
const secrets = [
  ['AKIA', 'IOSFODNN7EXAMPLE'],
  ['ghp_', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'],
  ['https://user:', 'hunter2@example.com'],
].map((parts) => parts.join(''));

type Place = readonly [operations: readonly unknown[], more: Batch];

function inText(secret: string): Place {
  return [[op.question('x', { text: `We use ${secret} now` })], {}];
}

function elsewhere(secret: string): readonly Place[] {
  return [
    [[op.metadata({ description: secret })], {}],
    [[{ ...op.revise('q'), reason: secret }], {}],
    [[op.question(secret, { text: 'text' })], {}],
    [[op.question('x', { parent: secret })], {}],
    [[op.summary('x', [secret])], {}],
    [[op.reply('x', { message_id: secret })], {}],
    [[op.question('x')], { request_id: secret }],
    [[op.question('x')], { id: secret }],
    [[{ op: 'sing', text: secret }], {}],
    [[{ ...op.question('x'), [secret]: 1 }], {}],
  ];
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('a likely secret (ledger contract 5)', () => {
  it('is refused on every way in, told to nobody, and nowhere on disk', async () => {
    const scratch = scratchOfTest();
    const run = async (words: readonly string[], input?: string) => {
      const options = input === undefined ? {} : { input };
      const process = scratch.launch(words, options);
      const { code } = await process.exit.catch(() => ({ code: 0 }));
      return { code, told: process.stdout() + process.stderr() };
    };
    mkdirSync(join(scratch.home, '.discuss'));
    await run(['init']);
    const batch = (operations: readonly unknown[], more: Batch = {}) => ({
      id: 'd',
      context: contextToken('a'),
      request_id: `r${JSON.stringify(operations).length}`,
      if_revision: 0,
      operations,
      ...more,
    });
    const start = batch([op.start, op.question('q')]);
    expect((await run(['ledger', 'apply', '--json', '-'], JSON.stringify(start))).code).toBe(0);
    // Another connection keeps the write-ahead log from being folded into the store and removed.
    const other = openSqlite(join(scratch.directory, '.discuss/discuss.db'));
    other.prepare('SELECT count(*) FROM item').get();
    for (const [number, secret] of secrets.entries()) {
      const places = [inText(secret), ...(number === 0 ? elsewhere(secret) : [])];
      const answers = await Promise.all(
        places.map(([operations, more], index) =>
          index % 2 === 0
            ? run(['ledger', 'apply', '--json', '-'], JSON.stringify(batch(operations, more)))
            : run(['ledger', 'apply', '--json', JSON.stringify(batch(operations, more))]),
        ),
      );
      for (const { code, told } of answers) {
        expect(code).toBe(1);
        expect(told).toMatch(/secret_detected|invalid_input/);
        expect(told).not.toContain(secret);
      }
      const broken = await run(['ledger', 'apply', '--json', '-'], `{"text": ${secret}`);
      expect(broken.told).not.toContain(secret);
    }
    const gap = batch([op.gap('g', { text: 'The user gave a key; it is not kept.' })], {
      if_revision: 1,
    });
    expect((await run(['ledger', 'apply', '--json', '-'], JSON.stringify(gap))).code).toBe(0);
    const files = [scratch.home, scratch.directory].flatMap(filesBelow);
    expect(files.map((file) => file.replace(/^.*\./, ''))).toContain('db-wal');
    for (const file of files) {
      const bytes = readFileSync(file, 'latin1');
      for (const secret of secrets) expect(bytes).not.toContain(secret);
    }
    other.close();
  });
});
