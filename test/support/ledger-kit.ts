import * as z from '../../src/actions/kit/zod-subset.ts';
import { checkBatchShape } from '../../src/actions/ledger/shared/ledger-shape.ts';
import { memoryLedgerStore } from '../../src/adapters/memory/ledger-store.ts';
import { openSqlite, type SqliteDatabase } from '../../src/adapters/sqlite/database.ts';
import { sqliteLedgerStore } from '../../src/adapters/sqlite/ledger-store.ts';
import { migrate } from '../../src/adapters/sqlite/migrate.ts';
import { projectStore } from '../../src/adapters/sqlite/schema/project-store.ts';
import { applyBatch, validateBatch } from '../../src/core/ledger/apply-batch.ts';
import type { LedgerStore } from '../../src/core/ledger/ports/ledger-store.ts';
import { readCurrent, readItems } from '../../src/core/ledger/read-ledger.ts';
import type { ItemView } from '../../src/core/ledger/views.ts';
import type { SecretScanner } from '../../src/core/ports/secret-scanner.ts';
import { isRefusal, type Refusal } from '../../src/core/refusal.ts';
import { contextToken } from './ledger-batches.ts';

/** The stores that every test of the ledger's rules runs on. */
export const ledgerStores: readonly (readonly [string, () => LedgerStore])[] = [
  ['memory', memoryLedgerStore],
  ['SQLite', () => sqliteLedgerStore(openLedgerDatabase(':memory:'))],
];

/** Opens a database that holds the tables of a project's store. */
export function openLedgerDatabase(path: string): SqliteDatabase {
  const database = openSqlite(path);
  const refusal = migrate(database, projectStore);
  if (refusal !== undefined) throw new Error(refusal.message);
  return database;
}

/** A batch as JSON says it, of any shape. */
export type Batch = Readonly<Record<string, unknown>>;

let kits = 0;

/** A small hand for tests: sends batches with the right revision, a fresh request id and context `a`. */
export class LedgerKit {
  readonly store: LedgerStore;
  readonly #scan: SecretScanner;
  readonly #name: number;
  #requests = 0;

  constructor(store: LedgerStore, scan: SecretScanner = async () => []) {
    kits += 1;
    this.#name = kits;
    this.store = store;
    this.#scan = scan;
  }

  /** Sends a batch as an action would: shape, limits, secrets, then the rules. */
  async send(batch: unknown) {
    const input = checkBatchShape(z, batch);
    if (isRefusal(input)) return input;
    const shaped = { input, json: JSON.stringify(batch) };
    const refusal = await validateBatch(shaped, this.#scan);
    if (refusal !== undefined) return refusal;
    return applyBatch(shaped, {
      store: this.store,
      clock: { now: () => '2026-05-01T10:00:00.000Z' },
    });
  }

  /** Makes a batch for the discussion `d` at its present revision. */
  async batch(operations: readonly Batch[], overrides: Batch = {}): Promise<Batch> {
    const id = typeof overrides['id'] === 'string' ? overrides['id'] : 'd';
    const head = await this.store.head(id);
    const revision = head === undefined || isRefusal(head) ? 0 : head.revision;
    this.#requests += 1;
    const usual = {
      id,
      context: contextToken('a'),
      request_id: `request-${this.#name}-${this.#requests}`,
    };
    return { ...usual, if_revision: revision, operations, ...overrides };
  }

  /** Applies operations that are expected to be accepted; answers the new revision. */
  async apply(operations: readonly Batch[], overrides: Batch = {}): Promise<number> {
    const answer = await this.send(await this.batch(operations, overrides));
    if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.message}`);
    return answer.revision;
  }

  /** Applies operations that are expected to be refused; answers the refusal. */
  async refused(operations: readonly Batch[], overrides: Batch = {}): Promise<Refusal> {
    const answer = await this.send(await this.batch(operations, overrides));
    if (!isRefusal(answer)) throw new Error('the batch was accepted');
    return answer;
  }

  /** The first hundred items of a discussion, by id. */
  async items(id = 'd'): Promise<Record<string, ItemView>> {
    const page = { offset: 0, limit: 100 };
    const shown = await readItems(this.store, { id, reader: 'person', page });
    if (isRefusal(shown)) throw new Error(shown.message);
    return shown.items;
  }

  async item(item: string): Promise<ItemView> {
    const found = (await this.items())[item];
    if (found === undefined) throw new Error(`no item ${item}`);
    return found;
  }

  async current(of: { id?: string; context?: string } = { id: 'd' }) {
    const reader = of.context === undefined ? 'person' : { context: of.context };
    return readCurrent(this.store, { id: of.id, reader });
  }
}

/** Operations that tests write often. */
export const op = {
  start: { op: 'start', text: 'Title' },
  question: (id: string, overrides: Batch = {}) => ({
    op: 'question',
    id,
    text: `${id}?`,
    ...overrides,
  }),
  answer: (id: string, parent: string, overrides: Batch = {}) => ({
    op: 'answer',
    id,
    parent,
    text: `${id}.`,
    ...overrides,
  }),
  option: (id: string, parent: string) => ({ op: 'option', id, parent, text: `${id}.` }),
  reply: (id: string, overrides: Batch = {}) => ({ op: 'reply', id, text: `${id}.`, ...overrides }),
  gap: (id: string, overrides: Batch = {}) => ({ op: 'gap', id, text: `${id}.`, ...overrides }),
  summary: (id: string, refs: readonly string[]) => ({ op: 'summary', id, text: `${id}.`, refs }),
  revise: (id: string, overrides: Batch = {}) => ({
    op: 'revise',
    id,
    text: `${id} again.`,
    reason: 'clearer',
    ...overrides,
  }),
  withdraw: (id: string) => ({ op: 'withdraw', id, reason: 'waived' }),
  restore: (id: string) => ({ op: 'restore', id, reason: 'needed after all' }),
  move: (id: string, overrides: Batch) => ({
    op: 'move',
    id,
    reason: 'belongs there',
    ...overrides,
  }),
  confirm: (id: string, confirmed = true) => ({
    op: 'confirm',
    id,
    reason: 'the user said so',
    confirmed,
  }),
  delivery: (id: string, message: string) => ({
    op: 'delivery',
    id,
    reason: 'shown',
    message_id: message,
  }),
  metadata: (overrides: Batch) => ({ op: 'metadata', reason: 'better', ...overrides }),
  pause: { op: 'pause', reason: 'lunch' },
  resume: { op: 'resume', reason: 'back' },
  close: { op: 'close' },
} as const;
