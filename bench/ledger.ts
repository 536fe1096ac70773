/*
 * How much a batch costs in discussions of 100, 10,000 and 100,000 items, with 1 and 64 operations, beside one bare
 * commit of one row on the same disk. Prints a table of minima and medians over interleaved runs.
 *
 *   node scripts/run-bench.mjs ledger [RUNS]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../src/adapters/sqlite/database.ts';
import { sqliteLedgerStore } from '../src/adapters/sqlite/ledger-store.ts';
import { migrate } from '../src/adapters/sqlite/migrate.ts';
import { projectStore } from '../src/adapters/sqlite/schema/project-store.ts';
import { applyBatch } from '../src/core/ledger/apply-batch.ts';
import type { Operation } from '../src/core/ledger/operation.ts';
import type { LedgerStore } from '../src/core/ledger/ports/ledger-store.ts';
import { isRefusal } from '../src/core/refusal.ts';

const runs = Number(process.argv[2] ?? 200);
const sizes = [100, 10_000, 100_000];
const context = `ctx-v1-${'a'.repeat(64)}`;
const folder = mkdtempSync(join(tmpdir(), 'discuss-bench-'));

/** A discussion that batches are applied to, one after the other. */
class Discussion {
  readonly store: LedgerStore;
  revision = 0;
  items = 0;

  constructor(name: string) {
    const database = openSqlite(join(folder, `${name}.db`));
    const refusal = migrate(database, projectStore);
    if (refusal !== undefined) throw new Error(refusal.message);
    this.store = sqliteLedgerStore(database);
  }

  async apply(operations: readonly Operation[]): Promise<void> {
    const request_id = `request-${this.revision}`;
    const input = { id: 'd', context, request_id, if_revision: this.revision, operations };
    const clock = { now: () => new Date().toISOString() };
    const answer = await applyBatch(
      { input, json: JSON.stringify(input) },
      { store: this.store, clock },
    );
    if (isRefusal(answer)) throw new Error(answer.message);
    this.revision = answer.revision;
  }

  /** The next items: questions, each with answers, and now and then a summary. */
  next(count: number): Operation[] {
    return Array.from({ length: count }, () => {
      const number = this.items++;
      const question = `i${number - (number % 8)}`;
      const text = `Item ${number} says something of about the length that people write in an answer.`;
      const id = `i${number}`;
      if (number % 8 === 0) return { op: 'question', id, text };
      if (number % 8 === 7) return { op: 'summary', id, text, refs: [question] };
      return { op: 'answer', id, text, parent: question };
    });
  }

  async fill(size: number): Promise<void> {
    await this.apply([{ op: 'start', text: 'A long discussion' }]);
    while (this.items < size) await this.apply(this.next(Math.min(64, size - this.items)));
  }
}

let bares = 0;

function bareCommit(): () => void {
  bares += 1;
  const database = openSqlite(join(folder, `bare-${bares}.db`));
  database.exec('CREATE TABLE note (text TEXT)');
  const insert = database.prepare('INSERT INTO note VALUES (?)');
  const text = 'x'.repeat(200);
  return () => database.transaction(() => insert.run(text));
}

async function timed(work: Work): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const median = (times: readonly number[]): number =>
  [...times].sort((left, right) => left - right)[Math.floor(times.length / 2)] ?? Number.NaN;

async function measure(): Promise<void> {
  const discussions = new Map<number, Discussion>();
  for (const size of sizes) {
    const discussion = new Discussion(`size-${size}`);
    await discussion.fill(size);
    discussions.set(size, discussion);
  }
  const page = { offset: 0, limit: 50 };
  const writes = new Map<string, Work>([['bare commit', bareCommit()]]);
  const batches = new Map<string, Work>([['bare commit', bareCommit()]]);
  const reads = new Map<string, Work>();
  for (const [size, discussion] of discussions) {
    const { store } = discussion;
    const last = { offset: size - 50, limit: 50 };
    writes.set(`apply 1 at ${size}`, () => discussion.apply(discussion.next(1)));
    batches.set(`apply 64 at ${size}`, () => discussion.apply(discussion.next(64)));
    reads.set(`current at ${size}`, () => store.overview({ context }));
    reads.set(`item at ${size}`, () => store.item('d', 'i42'));
    reads.set(`first page at ${size}`, () => store.items('d', page));
    reads.set(`last page at ${size}`, () => store.items('d', last));
    reads.set(`search at ${size}`, () => store.search({ phrases: [['item', '4242']], ...page }));
  }
  report(await interleaved(writes));
  report(await interleaved(batches));
  report(await interleaved(reads));
}

type Work = () => Promise<unknown> | unknown;

async function interleaved(measures: ReadonlyMap<string, Work>): Promise<Map<string, number[]>> {
  const times = new Map([...measures.keys()].map((name) => [name, [] as number[]]));
  for (let run = 0; run < runs; run++) {
    for (const [name, work] of measures) times.get(name)?.push(await timed(work));
  }
  return times;
}

function report(times: ReadonlyMap<string, readonly number[]>): void {
  const [first = []] = times.values();
  const bare = Math.min(...first);
  const bareMedian = median(first);
  console.log(`\n${runs} interleaved runs; milliseconds; × is over the first line`);
  console.log('| measure | min | × | median | × |\n|---|---|---|---|---|');
  for (const [name, list] of times) {
    const [least, middle] = [Math.min(...list), median(list)];
    const cells = [
      least.toFixed(3),
      (least / bare).toFixed(2),
      middle.toFixed(3),
      (middle / bareMedian).toFixed(2),
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

await measure().finally(() => rmSync(folder, { recursive: true }));
