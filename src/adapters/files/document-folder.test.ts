import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failingFiles, Killed, unsyncedFiles } from '../../../test/support/failing-files.ts';
import { memoryFileLock } from '../../../test/support/memory-file-lock.ts';
import type { DocumentFile } from '../../core/inline/ports/document-folder.ts';
import { refuse } from '../../core/refusal.ts';
import { openDocumentFolder } from './document-folder.ts';
import type { FileOperations } from './file-operations.ts';

let directory = '';
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'discuss-documents-')));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const folderWith = (files: FileOperations = unsyncedFiles) =>
  openDocumentFolder({ lock: memoryFileLock(), files });
const place = (path: string) => ({ path, directory });
const append = ({ text }: DocumentFile) => ({ text: `${text}new`, result: 'done' });
const write = (path: string, content: string | Buffer): string => {
  writeFileSync(join(directory, path), content);
  return join(directory, path);
};

describe('reading a document', () => {
  it.each([
    ['CRLF', 'a\r\nb\r\n'],
    ['CR and mixed ends', 'a\rb\nc\r\nd'],
    ['a byte order mark', '\ufeffa\n'],
    ['odd separators', 'a\u2028b\u0085c\vd\fe'],
    ['nothing', ''],
  ])('keeps %s', async (_, text) => {
    write('a.md', text);
    expect(await folderWith().read(place('a.md'))).toMatchObject({
      path: join(directory, 'a.md'),
      text,
    });
  });

  it.each([
    ['what is not there', 'none.md', 'file_not_found'],
    ['what is below a file', 'a.md/b.md', 'file_not_found'],
    ['a folder', 'folder', 'not_text'],
    ['bytes that are no UTF-8', 'latin1.md', 'not_text'],
  ])('refuses %s', async (_, path, code) => {
    write('a.md', 'a');
    write('latin1.md', Buffer.from([0x61, 0xe9, 0x0a]));
    mkdirSync(join(directory, 'folder'));
    expect(await folderWith().read(place(path))).toMatchObject({ code });
  });

  it('finds all Markdown below a folder, in order, and says what it cannot look at', async () => {
    for (const folder of ['docs', 'docs/.git', 'docs/node_modules', 'docs/b', 'docs/.plans']) {
      mkdirSync(join(directory, folder));
      write(`${folder}/z.md`, '');
    }
    write('docs/a.markdown', '');
    write('docs/c.txt', '');
    write('outside.md', '');
    symlinkSync('b', join(directory, 'docs/inside'));
    symlinkSync('c.txt', join(directory, 'docs/named.md'));
    symlinkSync('../outside.md', join(directory, 'docs/out.md'));
    symlinkSync('nowhere.md', join(directory, 'docs/lost.md'));
    symlinkSync('..', join(directory, 'docs/up'));
    expect(await folderWith().find(place('docs'))).toEqual({
      files: ['docs/.plans/z.md', 'docs/a.markdown', 'docs/b/z.md', 'docs/named.md', 'docs/z.md'],
      skipped: [
        { file: 'docs/lost.md', reason: 'it is a link that leads nowhere' },
        { file: 'docs/out.md', reason: 'it is a link that leads out of the folder' },
        { file: 'docs/up', reason: 'it is a link that leads out of the folder' },
      ],
    });
    expect(await folderWith().find(place('docs/c.txt'))).toMatchObject({ files: ['docs/c.txt'] });
    expect(await folderWith().find(place('none'))).toMatchObject({ code: 'file_not_found' });
  });
});

describe('changing a document (inline contract 3)', () => {
  it('keeps mode and link, and leaves nothing behind', async () => {
    mkdirSync(join(directory, 'real'));
    const real = write('real/a.md', 'old ');
    chmodSync(real, 0o640);
    symlinkSync('real/a.md', join(directory, 'link.md'));
    const changed = await folderWith().change(place('link.md'), append);
    expect(changed).toMatchObject({ result: 'done', file: { path: real, text: 'old new' } });
    expect(lstatSync(join(directory, 'link.md')).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toBe('old new');
    expect(statSync(real).mode & 0o7777).toBe(0o640);
    expect(readdirSync(join(directory, 'real'))).toEqual(['a.md']);
  });

  it('writes nothing when nothing is to change, or the change is refused', async () => {
    const file = write('a.md', 'old');
    const files = failingFiles();
    const folder = folderWith(files);
    expect(await folder.change(place('a.md'), () => ({ result: 1 }))).toMatchObject({ result: 1 });
    expect(await folder.change(place('a.md'), ({ text }) => ({ text, result: 2 }))).toMatchObject({
      result: 2,
    });
    const no = refuse('no', 'no');
    expect(await folder.change(place('a.md'), () => no)).toBe(no);
    expect(files.steps).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('old');
  });

  it('does not overwrite what somebody wrote without the lock, but starts anew from it', async () => {
    const file = write('a.md', 'one ');
    let written = false;
    const folder = folderWith({
      ...unsyncedFiles,
      async writeNew(...given) {
        await unsyncedFiles.writeNew(...given);
        if (!written) writeFileSync(file, 'two ');
        written = true;
      },
    });
    expect(await folder.change(place('a.md'), append)).toMatchObject({ result: 'done' });
    expect(readFileSync(file, 'utf8')).toBe('two new');
    expect(readdirSync(directory)).toEqual(['a.md']);
  });

  it('gives up on a file that never stays the same', async () => {
    const file = write('a.md', '0');
    let count = 0;
    const folder = folderWith({
      ...unsyncedFiles,
      async writeNew(...given) {
        await unsyncedFiles.writeNew(...given);
        writeFileSync(file, String(++count));
      },
    });
    expect(await folder.change(place('a.md'), append)).toMatchObject({ code: 'file_changed' });
    expect(readdirSync(directory)).toEqual(['a.md']);
  });

  it('refuses a write-protected file', async () => {
    chmodSync(write('a.md', 'old'), 0o444);
    expect(await folderWith().change(place('a.md'), append)).toMatchObject({
      code: 'file_unwritable',
    });
  });

  it('says so when the lock cannot be had', async () => {
    write('a.md', 'old');
    const lock = memoryFileLock();
    const folder = openDocumentFolder({ lock, files: unsyncedFiles, waitMs: 20 });
    await lock.withLock(join(directory, 'a.md'), async () => {
      expect(await folder.change(place('a.md'), append)).toMatchObject({ code: 'file_locked' });
    });
  });

  it('leaves the old or the new file wherever it is killed', async () => {
    const counted = failingFiles();
    write('a.md', 'old ');
    await folderWith(counted).change(place('a.md'), append);
    expect(counted.names).toEqual(['writeNew', 'rename', 'syncFolder']);
    for (let at = 1; at <= counted.steps; at++) {
      for (const when of ['before', 'during', 'after'] as const) {
        const file = write('a.md', 'old ');
        const killed = folderWith(failingFiles({ at, when })).change(place('a.md'), append);
        await expect(killed).rejects.toThrow(Killed);
        const text = readFileSync(file, 'utf8');
        expect(['old ', 'old new']).toContain(text);
        await folderWith().change(place('a.md'), append);
        expect(readFileSync(file, 'utf8')).toBe(`${text}new`);
      }
    }
  });

  it.each(['ENOSPC', 'EACCES', 'EIO'])('changes nothing when the disk says %s', async (code) => {
    for (const at of [1, 2]) {
      const file = write('a.md', 'old ');
      const folder = folderWith(failingFiles({ at, code }));
      expect(await folder.change(place('a.md'), append)).toMatchObject({ code: 'file_unwritable' });
      expect(readFileSync(file, 'utf8')).toBe('old ');
      expect(readdirSync(directory)).toEqual(['a.md']);
    }
  });

  it('removes what a killed writer of the same file left behind long ago, and nothing else', async () => {
    write('a.md', 'old ');
    for (const name of ['.a.md.discuss-1.tmp', '.b.md.discuss-1.tmp', '.a.md.discuss-2.tmp']) {
      const path = write(name, '');
      if (!name.includes('-2')) utimesSync(path, 1, 1);
    }
    await folderWith().change(place('a.md'), append);
    expect(readdirSync(directory)).toEqual(['.a.md.discuss-2.tmp', '.b.md.discuss-1.tmp', 'a.md']);
  });
});
