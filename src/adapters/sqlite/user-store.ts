import { existsSync } from 'node:fs';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { refusalOf } from '../../core/refusal-error.ts';
import { openSqlite, type SqliteDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { userSchema } from './schema/user-schema.ts';

/** How the user's store is opened. */
export interface UserStoreSettings {
  /** The file, absolute. */
  readonly path: string;
  /**
   * `server`: short waits inside SQLite, since a long one freezes the event loop. `hook`: short waits too, and a store
   * is neither made nor brought up to date.
   */
  readonly busyMode: 'server' | 'command' | 'hook';
  readonly onWarning?: (message: string) => void;
}

/**
 * Opens the user's store, making it on first use. Refused with `store_error` when its file cannot be written or
 * a newer program has written it; never replaced by memory.
 */
export function openUserStore(settings: UserStoreSettings): SqliteDatabase | Refusal {
  try {
    const { onWarning, path, busyMode } = settings;
    const isHook = busyMode === 'hook';
    if (isHook && !existsSync(path)) return refuse('store_missing', `there is no store ${path}`);
    const database = openSqlite(path, {
      ...(onWarning === undefined ? {} : { onWarning }),
      ...(isHook ? { busyTimeoutMs: 300 } : {}),
    });
    const refusal = migrate(database, userSchema, { migrate: !isHook });
    if (isRefusal(refusal)) {
      database.close();
      return refusal;
    }
    if (busyMode !== 'command') database.exec('PRAGMA busy_timeout = 20');
    return database;
  } catch (error) {
    const carried = refusalOf(error);
    if (carried !== undefined) return carried;
    const reason = error instanceof Error ? error.message : String(error);
    return refuse('store_error', `the store ${settings.path} cannot be opened: ${reason}`, {
      next: 'set DISCUSS_STORE to a file that can be written',
    });
  }
}
