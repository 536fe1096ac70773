import type { RunningServer, RunningServers } from '../../core/review/ports/running-servers.ts';
import type { SqliteDatabase } from './database.ts';
import type { SqlRow } from './sql-value.ts';
import { guardStoreThrowing } from './store-failure.ts';

/** Keeps the register of servers in an open user's store. */
export function sqliteRunningServers(database: SqliteDatabase): RunningServers {
  const patiently = <Result>(work: () => Result): Promise<Result> =>
    guardStoreThrowing(database.path, work);
  return {
    register: (server) =>
      patiently(() => database.transaction(() => insertServer(database, server))),
    unregister: (room, pid) =>
      patiently(() => {
        database.prepare('UPDATE running SET ended = 1 WHERE room = ? AND pid = ?').run(room, pid);
      }),
    list: () =>
      patiently(() =>
        database
          .prepare('SELECT * FROM running WHERE ended = 0 ORDER BY started_at DESC')
          .all()
          .map(readServer),
      ),
    lastAt: (url) =>
      patiently(() => {
        const row = database
          .prepare('SELECT * FROM running WHERE url = ? ORDER BY started_at DESC LIMIT 1')
          .get(url);
        return row === undefined ? undefined : readServer(row);
      }),
    lastIn: (directory, kind) =>
      patiently(() => {
        const row = database
          .prepare(
            `SELECT * FROM running WHERE directory = ? AND room LIKE ? || ':%'
             ORDER BY started_at DESC LIMIT 1`,
          )
          .get(directory, kind);
        return row === undefined ? undefined : readServer(row);
      }),
  };
}

function insertServer(database: SqliteDatabase, server: RunningServer): boolean {
  const { room, url, pid, directory, startedAt, position } = server;
  database.prepare('UPDATE running SET ended = 1 WHERE url = ?').run(url);
  const occupant = database
    .prepare('SELECT 1 FROM running WHERE room = ? AND pid <> ? AND ended = 0')
    .get(room, pid);
  if (occupant !== undefined) return false;
  database
    .prepare(
      `INSERT OR REPLACE INTO running (room, url, pid, directory, started_at, position)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(room, url, pid, directory, startedAt, position);
  return true;
}

function readServer(row: SqlRow): RunningServer {
  return {
    room: String(row['room']),
    url: String(row['url']),
    pid: Number(row['pid']),
    directory: String(row['directory']),
    startedAt: String(row['started_at']),
    position: Number(row['position']),
  };
}
