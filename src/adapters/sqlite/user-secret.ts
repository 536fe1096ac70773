import type { SqliteDatabase } from './database.ts';
import { writeTransaction } from './migrate.ts';
import { userSchema } from './schema/user-schema.ts';
import { guardStoreThrowing } from './store-failure.ts';

/** The secret of that name in an open user's store; made when it is first asked for, by whichever process. */
export function userSecret(
  database: SqliteDatabase,
  name: string,
  make: () => string,
): Promise<string> {
  const find = () => database.prepare('SELECT value FROM user_secret WHERE name = ?').get(name);
  return guardStoreThrowing(database.path, () => {
    const existing = find();
    if (existing !== undefined) return String(existing['value']);
    return writeTransaction(database, userSchema, () => {
      database
        .prepare('INSERT OR IGNORE INTO user_secret (name, value) VALUES (?, ?)')
        .run(name, make());
      return String(find()?.['value']);
    });
  });
}
