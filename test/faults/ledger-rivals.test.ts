import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqliteLedgerStore } from '../../src/adapters/sqlite/ledger-store.ts';
import { isRefusal } from '../../src/core/refusal.ts';
import { contextToken } from '../support/ledger-batches.ts';
import { LedgerKit, op, openLedgerDatabase } from '../support/ledger-kit.ts';

const long = process.env['DISCUSS_LONG_TESTS'] === '1';
/** For machines that are busy with much else; usually a few seconds are enough. */
const patience = long ? 1_800_000 : 300_000;

describe('several processes at one discussion', () => {
  const folder = mkdtempSync(join(tmpdir(), 'discuss-rivals-'));
  // The driver is looked for from where the script stands.
  const script = resolve(import.meta.dirname, `../../.cache/ledger-hammer-${process.pid}.cjs`);
  beforeAll(async () => {
    await build({
      entryPoints: [resolve(import.meta.dirname, '../support/ledger-hammer.ts')],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile: script,
      external: ['@photostructure/sqlite'],
      define: { 'import.meta.url': 'moduleUrl' },
      banner: { js: 'const moduleUrl = "file://" + __filename;' },
    });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
    rmSync(script, { force: true });
  });

  const start = async (name: string) => {
    const path = join(folder, `${name}.db`);
    const database = openLedgerDatabase(path);
    await new LedgerKit(sqliteLedgerStore(database)).apply([op.start]);
    database.close();
    return path;
  };
  const hammer = (path: string, name: string, count: number): ChildProcess =>
    spawn(process.execPath, [script, path, name, String(count), contextToken('a')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const acknowledged = async (child: ChildProcess, on?: (line: string) => void) => {
    const lines: string[] = [];
    if (child.stdout === null) throw new Error('no output');
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      on?.(line);
    }
    return lines;
  };
  const inspect = async (path: string) => {
    const database = openLedgerDatabase(path);
    expect(database.prepare('PRAGMA integrity_check').all()).toMatchObject([
      { integrity_check: 'ok' },
    ]);
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    const record = await sqliteLedgerStore(database).record('d');
    const words = database.prepare('SELECT count(*) AS n FROM item_words').get();
    database.close();
    if (record === undefined || isRefusal(record)) throw new Error('no record');
    expect(record.batches.map(({ revision }) => revision)).toEqual(
      record.batches.map((_, index) => index + 1),
    );
    expect(record.discussion).toMatchObject({
      revision: record.batches.length,
      items: record.items.length,
      batches: record.batches.length,
    });
    expect(record.items).toHaveLength((record.batches.length - 1) * 3);
    expect(Number(words?.['n'])).toBe(record.items.length);
    return new Map(record.batches.map(({ revision, requestId }) => [revision, requestId]));
  };
  const expectKept = (kept: ReadonlyMap<number, string>, lines: readonly string[]): void => {
    for (const line of lines) {
      const [revision, request] = line.split(' ');
      expect(kept.get(Number(revision))).toBe(request);
    }
  };

  it(
    'neither corrupts nor loses anything when two hammer it',
    async () => {
      const path = await start('two');
      const each = long ? 2000 : 100;
      const lines = await Promise.all(
        ['left', 'right'].map((name) => acknowledged(hammer(path, name, each))),
      );
      expect(lines.map((acks) => acks.length)).toEqual([each, each]);
      const kept = await inspect(path);
      expect(kept.size).toBe(2 * each + 1);
      expectKept(kept, lines.flat());
    },
    patience,
  );

  it(
    'keeps every acknowledged batch whole through kill -9 at any moment',
    async () => {
      const path = await start('killed');
      for (let round = 0; round < (long ? 200 : 20); round++) {
        const child = hammer(path, `round${round}`, 1_000_000);
        let left = 1 + ((round * 7) % 11);
        const lines = await acknowledged(child, () => {
          left -= 1;
          // Each kill comes a little later after an acknowledgement, anywhere in the next batches.
          if (left === 0) setTimeout(() => child.kill('SIGKILL'), (round * 3) % 7);
        });
        expectKept(await inspect(path), lines);
      }
    },
    patience,
  );
});
