import type { SqliteDatabase } from './database.ts';

/** Runs reads that belong together inside one transaction, so that they see one moment. */
export function readTransaction<Result>(database: SqliteDatabase, work: () => Result): Result {
  database.prepare('BEGIN').run();
  try {
    return work();
  } finally {
    end(database);
  }
}

/** Leaves no transaction open, whatever happens; one that has only read has nothing to lose. */
function end(database: SqliteDatabase): void {
  try {
    database.prepare('COMMIT').run();
  } catch (error) {
    database.prepare('ROLLBACK').run();
    throw error;
  }
}
