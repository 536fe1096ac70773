import type { RunningServer, RunningServers } from '../core/needs/running-servers.ts';
import type { SqliteDatabase, SqlRow } from './sqlite-database.ts';
import { withPatience } from './sqlite-patience.ts';

/** Keeps the register of running servers in an open user's store. */
export function sqliteRunningServers(database: SqliteDatabase): RunningServers {
  return {
    register: ({ room, url, pid, directory, startedAt }) =>
      withPatience(() => {
        database
          .prepare(
            'INSERT OR REPLACE INTO running (room, url, pid, directory, started_at) VALUES (?, ?, ?, ?, ?)',
          )
          .run(room, url, pid, directory, startedAt);
      }),
    unregister: (room, pid) =>
      withPatience(() => {
        database.prepare('DELETE FROM running WHERE room = ? AND pid = ?').run(room, pid);
      }),
    list: () =>
      withPatience(() =>
        database.prepare('SELECT * FROM running ORDER BY started_at DESC').all().map(readServer),
      ),
  };
}

function readServer(row: SqlRow): RunningServer {
  return {
    room: String(row['room']),
    url: String(row['url']),
    pid: Number(row['pid']),
    directory: String(row['directory']),
    startedAt: String(row['started_at']),
  };
}
