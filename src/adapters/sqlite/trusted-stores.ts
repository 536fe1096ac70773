import { statSync } from 'node:fs';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { SqliteDatabase } from './database.ts';
import { writeTransaction } from './migrate.ts';
import { userSchema } from './schema/user-schema.ts';

/** The stores of projects that the user has made or named, by their ids and by the files that hold them. */
export interface TrustedStores {
  hasId(id: string): boolean;
  /** Whether this very file has held a trusted store, whatever it holds now; without opening it. */
  hasFile(path: string): boolean;
  /** Keeps the id of the store that a file holds. */
  add(id: string, path: string): Refusal | undefined;
}

/** Keeps trusted stores in an open user's store. */
export function sqliteTrustedStores(database: SqliteDatabase): TrustedStores {
  const exists = (sql: string, value: string): boolean =>
    database.prepare(sql).get(value) !== undefined;
  return {
    hasId: (id) => exists('SELECT 1 FROM trusted_store WHERE id = ?', id),
    hasFile(path) {
      const file = fileIdentity(path);
      return file !== undefined && exists('SELECT 1 FROM trusted_store WHERE file = ?', file);
    },
    add(id, path) {
      const added = writeTransaction(database, userSchema, () => {
        database
          .prepare('INSERT OR IGNORE INTO trusted_store (id, file) VALUES (?, ?)')
          .run(id, fileIdentity(path) ?? '');
      });
      return isRefusal(added) ? added : undefined;
    },
  };
}

/**
 * Tells a file from every other that is or was at its path: a checkout puts a new file in the place of the old one,
 * which may get the old number but not the old time of birth.
 */
function fileIdentity(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  if (!stats?.isFile()) return undefined;
  return `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`;
}
