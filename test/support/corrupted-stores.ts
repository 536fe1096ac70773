import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openSqlite } from '../../src/adapters/sqlite/database.ts';
import { projectLedgers } from '../../src/adapters/sqlite/project-ledgers.ts';
import { isRefusal } from '../../src/core/refusal.ts';
import { LedgerKit, op } from './ledger-kit.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

const ledgers = projectLedgers({ busyMode: 'command' });
const pageSize = 4096;

/**
 * Spoils a store in one way after the other, and has everything done to it that a store is for: whatever it holds, each
 * answer is a value or a refusal, and a file that is refused as no store stays as it is.
 */
export async function tryCorruptedStores(count: number, seed: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'discuss-corrupt-'));
  try {
    const sound = await soundStore(folder);
    const random = seededRandom(seed);
    for (let number = 0; number < count; number += 1) {
      const [name, spoil] = random.pick(ways);
      await tryStore(folder, spoil(Buffer.from(sound), random), `${name}, seed ${seed}, ${number}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function soundStore(folder: string): Promise<Buffer> {
  const made = await ledgers.init({ directory: folder });
  if (isRefusal(made)) throw new Error(made.message);
  const store = await ledgers.open({ directory: folder });
  if (isRefusal(store)) throw new Error(store.message);
  const kit = new LedgerKit(store);
  await kit.apply([op.start]);
  for (let number = 0; number < 60; number += 1) {
    await kit.apply([op.question(`q${number}`, { text: `${number} `.repeat(200) })]);
  }
  store.close();
  return readFileSync(made.store);
}

type Spoil = (bytes: Buffer, random: SeededRandom) => Buffer;

const flip =
  (bits: number, within = Number.POSITIVE_INFINITY): Spoil =>
  (bytes, random) => {
    for (let count = 0; count < bits; count += 1) {
      const place = random.below(Math.min(bytes.length, within));
      bytes[place] = (bytes[place] ?? 0) ^ (1 << random.below(8));
    }
    return bytes;
  };

const ways: readonly [readonly [string, Spoil], ...(readonly [string, Spoil])[]] = [
  ['one bit', flip(1)],
  ['many bits', flip(200)],
  ['a bit of the header', flip(1, 100)],
  ['bits of the list of tables', flip(4, pageSize)],
  ['cut short', (bytes, random) => bytes.subarray(0, random.below(bytes.length))],
  [
    'cut at a page',
    (bytes, random) => bytes.subarray(0, pageSize * random.below(bytes.length / pageSize)),
  ],
  [
    'two pages exchanged',
    (bytes, random) => {
      const [one, other] = [0, 0].map(() => pageSize * random.below(bytes.length / pageSize));
      const page = Buffer.from(bytes.subarray(one, Number(one) + pageSize));
      bytes.copy(bytes, one, other, Number(other) + pageSize);
      page.copy(bytes, other);
      return bytes;
    },
  ],
  [
    'a page of zeros',
    (bytes, random) => {
      const start = pageSize * random.below(bytes.length / pageSize);
      return bytes.fill(0, start, start + pageSize);
    },
  ],
  ["another program's", () => anothersDatabase()],
  ['noise', (_, random) => Buffer.from(Array.from({ length: 5000 }, () => random.below(256)))],
];

let others: Buffer | undefined;
function anothersDatabase(): Buffer {
  if (others !== undefined) return others;
  const folder = mkdtempSync(join(tmpdir(), 'discuss-other-'));
  const path = join(folder, 'other.db');
  const database = openSqlite(path);
  database.exec('PRAGMA journal_mode = DELETE; CREATE TABLE discussion (number, id, context)');
  database.close();
  others = readFileSync(path);
  rmSync(folder, { recursive: true });
  return others;
}

async function tryStore(folder: string, bytes: Buffer, name: string): Promise<void> {
  const place = mkdtempSync(join(folder, 'store-'));
  const path = join(place, 'spoilt.db');
  writeFileSync(path, bytes);
  const location = { directory: place, store: path };
  const store = await ledgers.open(location);
  if (isRefusal(store)) {
    expect(store.code, name).toMatch(/^store_(error|missing|busy)$/);
    const { reason } = (store.details ?? {}) as { readonly reason?: string };
    if (reason === 'not_a_store') {
      expect(readFileSync(path).equals(bytes), name).toBe(true);
      expect(readdirSync(place), name).toEqual(['spoilt.db']);
    }
    return;
  }
  const page = { offset: 0, limit: 100 };
  const done = [
    () => store.head('d'),
    () => store.overview({ id: 'd' }),
    () => store.items('d', page),
    () => store.itemHistory({ id: 'd', item: 'q3' }, page),
    () => store.batches('d', page),
    () => store.list(undefined, page),
    () => store.record('d'),
    () => store.faults(),
    () => new LedgerKit(store).send({ id: 'd', context: 'x', operations: [] }),
    async () => new LedgerKit(store).send(await new LedgerKit(store).batch([op.question('new')])),
  ];
  for (const [index, work] of done.entries()) {
    await work().catch((error: unknown) => {
      throw new Error(`${name}: ${index} failed: ${error}`, { cause: error });
    });
  }
  store.close();
}
