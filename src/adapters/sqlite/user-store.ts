import { existsSync } from 'node:fs';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { closeQuietly, type SqliteDatabase } from './database.ts';
import { openStoreFile } from './inspect-store.ts';
import { migrate } from './migrate.ts';
import { limitBlockingWait } from './retry-while-busy.ts';
import { userSchema } from './schema/user-schema.ts';
import { openFailure } from './store-failure.ts';

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
  const { onWarning, path, busyMode } = settings;
  const isHook = busyMode === 'hook';
  let database: SqliteDatabase | Refusal | undefined;
  try {
    if (isHook && !existsSync(path)) return refuse('store_missing', `there is no store ${path}`);
    database = openStoreFile(path, {
      ...(onWarning === undefined ? {} : { onWarning }),
      ...(isHook ? { busyTimeoutMs: 300 } : {}),
    });
    if (isRefusal(database)) return database;
    const refusal = migrate(database, userSchema, { migrate: !isHook });
    if (refusal !== undefined) {
      database.close();
      return refusal;
    }
    limitBlockingWait(database, busyMode);
    return database;
  } catch (error) {
    if (database !== undefined && !isRefusal(database)) closeQuietly(database);
    return openFailure(path, error);
  }
}
