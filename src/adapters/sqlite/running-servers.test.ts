import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../core/refusal.ts';
import type { RunningServer, RunningServers } from '../../core/review/ports/running-servers.ts';
import { sqliteRunningServers } from './running-servers.ts';
import { openUserStore } from './user-store.ts';

function open(): RunningServers {
  const database = openUserStore({ path: ':memory:', busyMode: 'command' });
  if (isRefusal(database)) throw new Error(database.message);
  return sqliteRunningServers(database);
}

function server(more: Partial<RunningServer> = {}): RunningServer {
  return {
    room: 'review:a',
    url: 'http://127.0.0.1:7777',
    pid: 10,
    directory: '/work',
    startedAt: '2026-11-30T10:00:00.000Z',
    position: 3,
    ...more,
  };
}

const later = { startedAt: '2026-11-30T11:00:00.000Z' };

describe('the register of servers', () => {
  it('lists what runs, newest first, with all that was registered', async () => {
    const running = open();
    const other = server({ room: 'review:b', url: 'http://127.0.0.1:1', pid: 11, ...later });
    await running.register(server());
    await running.register(other);
    expect(await running.list()).toEqual([other, server()]);
  });

  it('leaves out what has ended and still finds it by its url', async () => {
    const running = open();
    await running.register(server());
    await running.unregister('review:a', 10);
    expect(await running.list()).toEqual([]);
    expect(await running.lastAt('http://127.0.0.1:7777')).toEqual(server());
    expect(await running.lastAt('http://127.0.0.1:1')).toBeUndefined();
  });

  it('knows which was the last of a kind in a folder', async () => {
    const running = open();
    const next = server({ room: 'review:b', url: 'http://127.0.0.1:1', pid: 11, ...later });
    await running.register(server());
    await running.register(next);
    await running.register(
      server({ room: 'ledger:c', url: 'http://127.0.0.1:2', pid: 12, ...later }),
    );
    await running.unregister('review:b', 11);
    expect(await running.lastIn('/work', 'review')).toEqual(next);
    expect(await running.lastIn('/elsewhere', 'review')).toBeUndefined();
  });

  it('takes no second server for a room whose first has not ended', async () => {
    const running = open();
    const second = server({ url: 'http://127.0.0.1:1', pid: 11, ...later });
    expect(await running.register(server())).toBe(true);
    expect(await running.register(second)).toBe(false);
    expect(await running.list()).toEqual([server()]);
    await running.unregister('review:a', 10);
    expect(await running.register(second)).toBe(true);
    expect(await running.list()).toEqual([second]);
  });

  it('takes an older server at the same url for ended', async () => {
    const running = open();
    const next = server({ room: 'review:b', pid: 11, ...later });
    await running.register(server());
    await running.register(next);
    expect(await running.list()).toEqual([next]);
    expect(await running.lastAt('http://127.0.0.1:7777')).toEqual(next);
  });
});
