import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isRefusal } from '../../core/refusal.ts';
import { sqliteBundleBindings } from './bundle-bindings.ts';
import { openUserStore } from './user-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'discuss-bindings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = () => {
  const database = openUserStore({ path: join(folder, 'user.db'), busyMode: 'command' });
  if (isRefusal(database)) throw new Error(database.message);
  return { database, bindings: sqliteBundleBindings(database) };
};
const binding = {
  context: 'ctx-v1-a',
  root: '/work/discussion/x',
  trackerId: 't',
  at: '2026-11-30T10:00:00.000Z',
};

describe('the bindings of contexts (bundle contract 1, 3)', () => {
  it('outlive the process that made them', async () => {
    const first = open();
    expect(await first.bindings.find('ctx-v1-a')).toBeUndefined();
    await first.bindings.bind(binding);
    first.database.close();
    const second = open();
    expect(await second.bindings.find('ctx-v1-a')).toEqual(binding);
    expect(await second.bindings.find('ctx-v1-b')).toBeUndefined();
    second.database.close();
  });

  it('give way to a later one, and end', async () => {
    const { bindings, database } = open();
    await bindings.bind({ ...binding, root: '/other' });
    expect(await bindings.find('ctx-v1-a')).toMatchObject({ root: '/other' });
    const later = { ...binding, context: 'ctx-v1-b', at: '2026-11-30T11:00:00.000Z' };
    await bindings.bind(later);
    expect(await bindings.list()).toEqual([later, { ...binding, root: '/other' }]);
    await bindings.release('ctx-v1-a');
    expect(await bindings.list()).toEqual([later]);
    expect(await bindings.find('ctx-v1-a')).toBeUndefined();
    database.close();
  });
});
