import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../sqlite/database.ts';
import { openFileLock } from './file-lock.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'discuss-lock-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const lockIn = (folder = join(root, 'locks')) => openFileLock({ folder });

describe('a file lock', () => {
  it('lets one work at a time for each target', async () => {
    let inside = 0;
    let most = 0;
    const turns: number[] = [];
    await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        lockIn().withLock('/a/target', async () => {
          most = Math.max(most, ++inside);
          await new Promise((resolve) => setImmediate(resolve));
          turns.push(turn);
          inside--;
        }),
      ),
    );
    expect(most).toBe(1);
    expect(turns).toHaveLength(8);
  });

  it('does not hold up another target', async () => {
    await lockIn().withLock('/a', () => lockIn().withLock('/b', async () => undefined, 0));
  });

  it('is free again after work that fails', async () => {
    await expect(lockIn().withLock('/a', () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect(await lockIn().withLock('/a', async () => 'free', 0)).toBe('free');
  });

  it('gives up after the time that it may wait', async () => {
    await lockIn().withLock('/a', async () => {
      const second = lockIn().withLock('/a', async () => 'never', 30);
      await expect(second).rejects.toMatchObject({ name: 'FileLockTimeout' });
    });
  });

  it('is one for all processes: any connection to its file is kept out', async () => {
    const folder = join(root, 'locks');
    await lockIn(folder).withLock('/a', async () => {
      const [name] = readdirSync(folder);
      const other = openSqlite(join(folder, name ?? ''), { busyTimeoutMs: 0 });
      expect(() => other.exec('BEGIN EXCLUSIVE')).toThrow(/locked/);
      other.close();
    });
  });

  it('lives in files that only the user can read', async () => {
    await lockIn().withLock('/a', async () => {
      expect(statSync(join(root, 'locks')).mode & 0o777).toBe(0o700);
      for (const name of readdirSync(join(root, 'locks')).filter((one) => one.endsWith('.lock'))) {
        expect(statSync(join(root, 'locks', name)).mode & 0o777).toBe(0o600);
      }
    });
  });

  it('lives elsewhere when its folder cannot be made', async () => {
    writeFileSync(join(root, 'file'), '');
    const fallback = join(root, 'other');
    const lock = openFileLock({ folder: join(root, 'file', 'locks'), fallback });
    await lock.withLock('/a', async () => expect(readdirSync(fallback)).not.toEqual([]));
  });
});
