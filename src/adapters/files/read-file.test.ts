import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorCode } from './file-operations.ts';
import { readFileWithin, readOwnFile } from './read-file.ts';

let root = '';
let project = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'reading-'));
  project = join(root, 'project');
  mkdirSync(join(project, 'folder'), { recursive: true });
  writeFileSync(join(root, 'outside.md'), 'outside');
  writeFileSync(join(project, 'inside.md'), 'inside');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const inProject = (name: string) => join(project, name);

function link(name: string, target: string): string {
  symlinkSync(target, inProject(name));
  return inProject(name);
}

function fault(read: () => Buffer): { code: string | undefined; message: string } {
  try {
    return { code: 'none', message: read().toString() };
  } catch (error) {
    return { code: errorCode(error), message: error instanceof Error ? error.message : '' };
  }
}

/** What is no regular file, and how it is made. */
const others: ReadonlyArray<readonly [string, () => string, string]> = [
  ['a pipe without a writer', () => pipe('pipe'), 'ENOTSUP'],
  ['a link to a pipe', () => link('to-pipe', pipe('other')), 'ENOTSUP'],
  ['an endless device', () => '/dev/zero', 'ENOTSUP'],
  ['a link to an endless device', () => link('zero', '/dev/zero'), 'ENOTSUP'],
  ['a link to a terminal', () => link('terminal', '/dev/ptmx'), 'ENOTSUP'],
  ['a file of /proc', () => link('proc', '/proc/self/environ'), 'ENOTSUP'],
  ['a folder', () => inProject('folder'), 'EISDIR'],
  ['a link to a folder', () => link('to-folder', inProject('folder')), 'EISDIR'],
  ['a loop of links', () => link('loop', inProject('loop')), 'ELOOP'],
  ['nothing', () => inProject('missing'), 'ENOENT'],
];

function pipe(name: string): string {
  execFileSync('mkfifo', [inProject(name)]);
  return inProject(name);
}

describe.skipIf(process.platform !== 'linux')('safety 2, one door to reading', () => {
  it.each(others)('does not wait for %s, whoever names it', (_what, make, code) => {
    const path = make();
    expect(fault(() => readOwnFile(path)).code).toBe(code);
    expect(['EACCES', code]).toContain(fault(() => readFileWithin(project, path)).code);
  });

  it('lets a path of the person be a link anywhere, and one of others only in its folder', () => {
    const out = link('out.md', '../outside.md');
    const back = link('back.md', join(root, 'project', 'inside.md'));
    expect(readOwnFile(out).toString()).toBe('outside');
    expect(readFileWithin(project, back).toString()).toBe('inside');
    expect(fault(() => readFileWithin(project, out))).toEqual({
      code: 'EACCES',
      message: `${out} leads outside ${project}`,
    });
  });

  it('takes no folder for another whose name begins like it', () => {
    mkdirSync(`${project}-2`);
    writeFileSync(join(`${project}-2`, 'a.md'), 'a');
    expect(fault(() => readFileWithin(project, join(`${project}-2`, 'a.md'))).code).toBe('EACCES');
  });

  it('compares where a folder really is', () => {
    symlinkSync(project, join(root, 'alias'));
    const path = join(root, 'alias', 'inside.md');
    expect(readFileWithin(join(root, 'alias'), path).toString()).toBe('inside');
  });

  it('names the limit, also of a file that tells a smaller size', () => {
    const path = inProject('inside.md');
    expect(readOwnFile(path, 6).toString()).toBe('inside');
    expect(fault(() => readOwnFile(path, 5))).toEqual({
      code: 'EFBIG',
      message: `${path} has 1 KiB; the limit is 1 KiB`,
    });
    truncateSync(path, 65 * 1024 * 1024);
    expect(fault(() => readOwnFile(path)).message).toBe(`${path} has 65 MiB; the limit is 64 MiB`);
  });

  it('reads empty files and large ones whole', () => {
    for (const size of [0, 1, 65_536, 65_537, 1_000_003]) {
      const content = Buffer.alloc(size, 'abcdefg');
      writeFileSync(inProject('sized'), content);
      expect(readOwnFile(inProject('sized')).equals(content)).toBe(true);
    }
  });
});
