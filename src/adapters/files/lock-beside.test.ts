import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../sqlite/database.ts';
import { openLockBeside } from './lock-beside.ts';

let root = '';
let target = '';
let lockFile = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'discuss-lock-')));
  target = join(root, 'plan.md');
  lockFile = join(root, '.plan.md.discuss-lock');
  writeFileSync(target, '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const lock = openLockBeside();

describe('the lock of a document (inline contract 3)', () => {
  it('lets one work at a time, and leaves nothing behind', async () => {
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 12 }, () =>
        openLockBeside().withLock(target, async () => {
          most = Math.max(most, ++inside);
          await new Promise((resolve) => setImmediate(resolve));
          inside--;
        }),
      ),
    );
    expect(most).toBe(1);
    expect(readdirSync(root)).toEqual(['plan.md']);
  });

  it('stands beside the file in its mode while it is held', async () => {
    chmodSync(target, 0o664);
    await lock.withLock(target, async () => {
      expect(readdirSync(root)).toEqual(['.plan.md.discuss-lock', 'plan.md']);
      expect(statSync(lockFile).mode & 0o777).toBe(0o664);
      const take = () =>
        openSqlite(lockFile, { busyTimeoutMs: 0, isLock: true }).exec('BEGIN EXCLUSIVE');
      expect(take).toThrow(/locked/);
    });
  });

  it('is taken over from a writer that was killed', async () => {
    writeFileSync(lockFile, '');
    expect(await lock.withLock(target, async () => 'free', 0)).toBe('free');
    expect(existsSync(lockFile)).toBe(false);
  });

  it('is not held through a file that is there no longer', async () => {
    const other = openSqlite(lockFile, { busyTimeoutMs: 0, isLock: true });
    other.exec('BEGIN EXCLUSIVE');
    const waiting = lock.withLock(target, async () => existsSync(lockFile));
    rmSync(lockFile);
    expect(await waiting).toBe(true);
    other.close();
  });

  it('gives up after the time that it may wait, and is free after work that fails', async () => {
    await lock.withLock(target, async () => {
      const second = lock.withLock(target, async () => 'never', 30);
      await expect(second).rejects.toMatchObject({ name: 'FileLockTimeout' });
    });
    await expect(lock.withLock(target, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect(await lock.withLock(target, async () => 'free', 0)).toBe('free');
  });

  it('has a name of its own for a file whose name is as long as names can be', async () => {
    const long = join(root, `${'n'.repeat(250)}.md`);
    writeFileSync(long, '');
    expect(await lock.withLock(long, async () => readdirSync(root).length)).toBe(3);
  });
});
