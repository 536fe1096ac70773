import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isRefusal } from '../../core/refusal.ts';
import { userSecret } from './user-secret.ts';
import { openUserStore } from './user-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'discuss-secret-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = () => {
  const database = openUserStore({ path: join(folder, 'user.db'), busyMode: 'command' });
  if (isRefusal(database)) throw new Error(database.message);
  return database;
};

it('a secret is made once, is the same for every process of the user, and differs by name', async () => {
  const [one, other] = [open(), open()];
  expect(await userSecret(one, 'state', () => 'first')).toBe('first');
  expect(await userSecret(other, 'state', () => 'second')).toBe('first');
  expect(await userSecret(other, 'other', () => 'third')).toBe('third');
  one.close();
  other.close();
});
