import type { SqliteDatabase } from './sqlite-database.ts';

/** Runs reads that belong together inside one transaction, so that they see one moment. */
export function readTransaction<Result>(database: SqliteDatabase, work: () => Result): Result {
  database.prepare('BEGIN').run();
  try {
    return work();
  } finally {
    database.prepare('COMMIT').run();
  }
}
