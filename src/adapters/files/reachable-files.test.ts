import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reachableFiles } from './reachable-files.ts';

let root = '';
const at = (name: string) => join(root, name);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'reachable-'));
  chmodSync(root, 0o755);
  mkdirSync(at('open'));
  writeFileSync(at('open/user.db'), '');
  writeFileSync(at('open/log'), '');
  setModes({ open: 0o755, 'open/user.db': 0o600, 'open/log': 0o600 });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function setModes(modes: Readonly<Record<string, number>>): void {
  for (const [name, mode] of Object.entries(modes)) chmodSync(at(name), mode);
}

describe.skipIf(process.platform === 'win32')('safety 5, what other users reach', () => {
  it.each([
    ['nothing of files that are the owner’s alone', {}, []],
    ['a file that they can read', { 'open/user.db': 0o604 }, [['open/user.db', '0604']]],
    ['a file that they can write', { 'open/log': 0o602 }, [['open/log', '0602']]],
    ['a folder that they can write', { open: 0o757 }, [['open', '0757']]],
    ['nothing in a folder that they cannot enter', { open: 0o700, 'open/log': 0o666 }, []],
    ['nothing below such a folder', { '.': 0o700, 'open/log': 0o666 }, []],
  ] as const)('is %s', async (_what, modes, expected) => {
    setModes(modes);
    expect(await reachableFiles([at('open'), at('missing')])).toEqual(
      expected.map(([name, mode]) => ({ path: at(name), mode })),
    );
  });

  it('does not follow links, which say nothing of what they lead to', async () => {
    symlinkSync('/etc', at('open/link'));
    expect(await reachableFiles([at('open')])).toEqual([]);
  });
});
