import type { BundleBinding, BundleBindings } from '../../core/bundle/ports/bundle-bindings.ts';
import type { SqliteDatabase } from './database.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import type { SqlRow } from './sql-value.ts';

/** Keeps the bindings of contexts in an open user's store. */
export function sqliteBundleBindings(database: SqliteDatabase): BundleBindings {
  return {
    bind: ({ context, root, trackerId, at }) =>
      retryWhileBusy(() => {
        database
          .prepare(
            `INSERT OR REPLACE INTO bundle_binding (context, root, tracker_id, bound_at)
             VALUES (?, ?, ?, ?)`,
          )
          .run(context, root, trackerId, at);
      }),
    find: (context) =>
      retryWhileBusy(() => {
        const row = database.prepare('SELECT * FROM bundle_binding WHERE context = ?').get(context);
        return row === undefined ? undefined : readBinding(row);
      }),
    list: () =>
      retryWhileBusy(() =>
        database
          .prepare('SELECT * FROM bundle_binding ORDER BY bound_at DESC, context')
          .all()
          .map(readBinding),
      ),
    release: (context) =>
      retryWhileBusy(() => {
        database.prepare('DELETE FROM bundle_binding WHERE context = ?').run(context);
      }),
  };
}

function readBinding(row: SqlRow): BundleBinding {
  return {
    context: String(row['context']),
    root: String(row['root']),
    trackerId: String(row['tracker_id']),
    at: String(row['bound_at']),
  };
}
