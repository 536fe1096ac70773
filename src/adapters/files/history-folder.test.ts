import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHistoryFolder } from './history-folder.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'history-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = '2026-11-30T10:42:07.123Z';

describe('review contract 7: the history folder', () => {
  it('files a transcript under name and second', async () => {
    const file = await openHistoryFolder(join(root, 'a', 'b'), 'linux').write({
      name: 'plan',
      at,
      json: '{"files":[]}',
    });
    expect(file).toBe(join(root, 'a', 'b', 'plan', '2026-11-30T10:42:07Z.json'));
    expect(readFileSync(file, 'utf8')).toBe('{"files":[]}');
  });

  it('writes a dash for a colon on Windows', async () => {
    const file = await openHistoryFolder(root, 'win32').write({ name: 'plan', at, json: '{}' });
    expect(file).toBe(join(root, 'plan', '2026-11-30T10-42-07Z.json'));
  });

  it('never replaces a file: -2, -3 on a clash, whoever made it', async () => {
    const history = openHistoryFolder(root, 'linux');
    mkdirSync(join(root, 'plan'));
    writeFileSync(join(root, 'plan', '2026-11-30T10:42:07Z.json'), 'foreign');
    const files = await Promise.all(
      ['1', '2', '3', '4'].map((json) => history.write({ name: 'plan', at, json })),
    );
    expect(new Set(files).size).toBe(4);
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(['1', '2', '3', '4']);
    expect(readdirSync(join(root, 'plan')).sort()).toEqual([
      '2026-11-30T10:42:07Z-2.json',
      '2026-11-30T10:42:07Z-3.json',
      '2026-11-30T10:42:07Z-4.json',
      '2026-11-30T10:42:07Z-5.json',
      '2026-11-30T10:42:07Z.json',
    ]);
    expect(readFileSync(join(root, 'plan', '2026-11-30T10:42:07Z.json'), 'utf8')).toBe('foreign');
  });

  it.skipIf(process.platform === 'win32')('is for the user alone', async () => {
    const file = await openHistoryFolder(join(root, 'new')).write({ name: 'plan', at, json: '{}' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(root, 'new')).mode & 0o777).toBe(0o700);
  });

  it('leaves nothing behind when it cannot write', async () => {
    writeFileSync(join(root, 'plan'), 'a file where a folder should be');
    const writing = openHistoryFolder(root).write({ name: 'plan', at, json: '{}' });
    await expect(writing).rejects.toThrow(/plan/);
    expect(readdirSync(root)).toEqual(['plan']);
  });
});
