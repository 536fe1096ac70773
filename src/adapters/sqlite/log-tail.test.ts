import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../core/refusal.ts';
import type { NewEvent } from '../../core/review/events.ts';
import { positionOf } from '../../core/review/log-entries.ts';
import { sqliteReviews } from './reviews.ts';
import { openUserStore } from './user-store.ts';

const at = '2026-11-30T10:00:00.000Z';
const event: NewEvent = { kind: 'thread.resolved', at, data: { threadId: 'u-1', decision: null } };

function openTwice() {
  const path = join(mkdtempSync(join(tmpdir(), 'discuss-tail-')), 'user.db');
  return [1, 2].map(() => {
    const database = openUserStore({ path, busyMode: 'server' });
    if (isRefusal(database)) throw new Error(database.message);
    return sqliteReviews(database);
  }) as [ReturnType<typeof sqliteReviews>, ReturnType<typeof sqliteReviews>];
}

const header = { id: 'a', sourceFile: 's', mode: 'markdown', startedAt: at, round: 1 } as const;

describe('the tail of a log', () => {
  it('hears what is there, what this process adds and what another adds, once each and in order', async () => {
    const [own, other] = openTwice();
    await own.store.create(header, { events: [event, event] });
    const heard: number[] = [];
    await new Promise<void>((resolve) => {
      const stop = own.tail.follow('a', 1, (entry) => {
        heard.push(positionOf(entry));
        if (heard.length < 4) return;
        stop();
        resolve();
      });
      own.store
        .append('a', 2, { events: [event] })
        .then(() => own.tail.wake('a'))
        .then(() => other.store.append('a', 3, { events: [event, event] }))
        .catch(resolve);
    });
    expect(heard.slice(0, 4)).toEqual([2, 3, 4, 5]);
  });

  it('tells no follower of another review', async () => {
    const [own] = openTwice();
    await own.store.create(header, { events: [event] });
    await own.store.create({ ...header, id: 'b' }, { events: [event] });
    const heard: string[] = [];
    own.tail.follow('b', 1, () => heard.push('b'));
    await own.store.append('a', 1, { events: [event] });
    own.tail.wake('a');
    expect(heard).toEqual([]);
  });

  it('survives a listener that adds to the log it hears', async () => {
    const [own] = openTwice();
    await own.store.create(header, { events: [event] });
    const heard: number[] = [];
    await new Promise<void>((resolve) => {
      own.tail.follow('a', 0, (entry) => {
        heard.push(positionOf(entry));
        if (heard.length === 3) return resolve();
        void own.store
          .append('a', positionOf(entry), { events: [event] })
          .then(() => own.tail.wake('a'));
      });
    });
    expect(heard).toEqual([1, 2, 3]);
  });

  it('tells of commits of this process and of others, until that is ended', async () => {
    const [own, other] = openTwice();
    await own.store.create(header, { events: [event] });
    for (const write of [
      async () => {
        await own.store.append('a', 1, { events: [event] });
        own.tail.wake('a');
      },
      async () => void (await other.store.append('a', 2, { events: [event] })),
    ]) {
      await new Promise<void>((resolve) => {
        const stop = own.tail.onCommit(() => {
          stop();
          resolve();
        });
        void write();
      });
    }
  });
});
