import { rollBack, type SqliteDatabase } from './database.ts';

/** Runs reads that belong together inside one transaction, so that they see one moment. */
export function readTransaction<Result>(database: SqliteDatabase, work: () => Result): Result {
  database.prepare('BEGIN').run();
  try {
    const result = work();
    database.prepare('COMMIT').run();
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}
