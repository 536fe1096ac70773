import type { SqliteDatabase, SqliteStatement } from '../../src/adapters/sqlite/database.ts';
import type { SqlRow, SqlValue } from '../../src/adapters/sqlite/sql-value.ts';

/** What a piece of work asked of a database. */
export interface Work {
  statements: number;
  /** Rows that statements answered. */
  rows: number;
  /** Rows that statements wrote. */
  written: number;
}

/** A database that counts what is asked of it, and remembers every statement. */
export interface CountingDatabase extends SqliteDatabase {
  readonly texts: Set<string>;
  /** Runs work and tells what it asked of the database. */
  count(work: () => Promise<unknown>): Promise<Work>;
}

/** Wraps a database so that its work can be counted. */
export function countingDatabase(database: SqliteDatabase): CountingDatabase {
  const texts = new Set<string>();
  let work: Work = { statements: 0, rows: 0, written: 0 };
  const counted = (rows: readonly SqlRow[]): void => {
    work.statements += 1;
    work.rows += rows.length;
  };
  const wrap = (statement: SqliteStatement): SqliteStatement => ({
    run(...values: SqlValue[]) {
      const result = statement.run(...values);
      work.statements += 1;
      work.written += result.changes;
      return result;
    },
    get(...values: SqlValue[]) {
      const row = statement.get(...values);
      counted(row === undefined ? [] : [row]);
      return row;
    },
    all(...values: SqlValue[]) {
      const rows = statement.all(...values);
      counted(rows);
      return rows;
    },
  });
  return {
    ...database,
    texts,
    prepare(sql) {
      texts.add(sql);
      return wrap(database.prepare(sql));
    },
    async count(run) {
      work = { statements: 0, rows: 0, written: 0 };
      await run();
      return work;
    },
  };
}
