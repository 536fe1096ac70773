import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Failure,
  failingFiles,
  Killed,
  unsyncedFiles,
} from '../../../test/support/failing-files.ts';
import { memoryFileLock } from '../../../test/support/memory-file-lock.ts';
import { journalName } from '../../core/bundle/journal.ts';
import { isRefusal } from '../../core/refusal.ts';
import { bundleFolderContract, unrefused } from '../bundle-folder.contract.ts';
import { openBundleFolder } from './bundle-folder.ts';

const directories: string[] = [];
const makeDirectory = (): string => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'discuss-bundle-')));
  directories.push(directory);
  return directory;
};
afterEach(() => {
  for (const directory of directories.splice(0))
    rmSync(directory, { recursive: true, force: true });
});

bundleFolderContract('the disk', () => ({
  folder: openBundleFolder({ lock: memoryFileLock() }),
  directory: makeDirectory(),
  edit: (path, text) => writeFileSync(path, text),
}));

const note = { trackerId: 't', at: '2026-11-30T09:00:00+01:00' };
const first = new Map(Object.entries({ 'index.md': 'index', 'a.md': 'a', 'b.md': 'b' }));
const place = (directory: string) => ({ directory, date: '2026-11-30', slug: 'topic' });

async function makeBundle() {
  const directory = makeDirectory();
  const folder = openBundleFolder({ lock: memoryFileLock() });
  const made = unrefused(
    await folder.create(place(directory), () => ({ texts: first, header: note })),
  );
  return { directory, folder, made, root: made.root };
}

describe('folders of bundles on disk (bundle contract 3)', () => {
  it('keep permissions and untouched files as they are', async () => {
    const { folder, made, root } = await makeBundle();
    chmodSync(join(root, 'a.md'), 0o640);
    const before = statSync(join(root, 'b.md'));
    unrefused(await folder.write(made, new Map(made.texts).set('a.md', 'a2'), note));
    expect(statSync(join(root, 'a.md')).mode & 0o7777).toBe(0o640);
    expect(statSync(join(root, 'b.md')).ino).toBe(before.ino);
  });

  it('leave nothing behind beside the files', async () => {
    const { folder, made, root } = await makeBundle();
    unrefused(await folder.write(made, new Map(made.texts).set('p/c.md', 'c'), note));
    expect(readdirSync(root).sort()).toEqual(['a.md', 'b.md', 'index.md', 'p']);
    expect(readdirSync(join(root, 'p'))).toEqual(['c.md']);
  });

  it('replace index.md last, after the journal and before it goes', async () => {
    const { made } = await makeBundle();
    const events: string[] = [];
    const spied = failingFiles();
    const files = {
      ...spied,
      rename: async (from: string, to: string) => {
        events.push(to.split('/').at(-1) ?? '');
        await spied.rename(from, to);
      },
      unlink: async (path: string) => {
        events.push(`-${path.split('/').at(-1)}`);
        await spied.unlink(path);
      },
    };
    const folder = openBundleFolder({ lock: memoryFileLock(), files });
    const next = new Map(made.texts).set('index.md', 'i2').set('b.md', 'b2').set('a.md', 'a2');
    unrefused(await folder.write(made, next, note));
    expect(events).toEqual([journalName, 'a.md', 'b.md', 'index.md', `-${journalName}`]);
  });

  it('write nothing when nothing differs', async () => {
    const { made } = await makeBundle();
    const files = failingFiles();
    unrefused(
      await openBundleFolder({ lock: memoryFileLock(), files }).write(
        made,
        new Map(made.texts),
        note,
      ),
    );
    expect(files.steps).toBe(0);
  });

  it('name what is no regular readable text, and read the rest', async () => {
    const { folder, root } = await makeBundle();
    symlinkSync('a.md', join(root, 'link.md'));
    symlinkSync('/', join(root, 'away'));
    mkdirSync(join(root, 'folder.md'));
    writeFileSync(join(root, 'bytes.md'), Buffer.from([0xff, 0xfe]));
    writeFileSync(join(root, 'large.md'), Buffer.alloc(2 * 1024 * 1024 + 1, 0x20));
    writeFileSync(join(root, 'note.txt'), Buffer.from([0xff]));
    const { texts, faults } = unrefused(await folder.read(root));
    expect([...texts.keys()].sort()).toEqual(['a.md', 'b.md', 'index.md']);
    expect(faults).toEqual([
      { path: 'away', fault: 'symlink' },
      { path: 'bytes.md', fault: 'not_utf8' },
      { path: 'large.md', fault: 'too_large' },
      { path: 'link.md', fault: 'symlink' },
    ]);
  });

  it.skipIf(process.platform === 'win32').each(['/dev/zero', '/etc/hosts'])(
    'take no journal from %s, which a link of others may name',
    async (target) => {
      const { folder, root } = await makeBundle();
      symlinkSync(target, join(root, journalName));
      expect(unrefused(await folder.inspect(root)).journal).toBe('unreadable');
    },
  );

  it('see a change that falls between reading and replacing, and write nothing', async () => {
    const { made, root } = await makeBundle();
    const edit = (step: number, name: string): void => {
      if (name === 'writeNew' && step === 4) writeFileSync(join(root, 'b.md'), 'by hand');
    };
    const folder = openBundleFolder({
      lock: memoryFileLock(),
      files: failingFiles({ onStep: edit }),
    });
    const refusal = await folder.write(made, new Map(made.texts).set('a.md', 'a2'), note);
    expect(refusal).toMatchObject({ code: 'bundle_changed' });
    expect(readdirSync(root).sort()).toEqual(['a.md', 'b.md', 'index.md']);
    expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('a');
    expect(readFileSync(join(root, 'b.md'), 'utf8')).toBe('by hand');
  });

  it('wait for a writer no longer than told', async () => {
    const { made, root } = await makeBundle();
    const lock = memoryFileLock();
    const folder = openBundleFolder({ lock, waitMs: 5 });
    await lock.withLock(root, async () => {
      const refusal = await folder.write(made, new Map(made.texts).set('a.md', 'a2'), note);
      expect(refusal).toMatchObject({ code: 'bundle_locked' });
    });
  });

  it('make a reader wait for a writer that is at work', async () => {
    const { made, root } = await makeBundle();
    const lock = memoryFileLock();
    const reader = openBundleFolder({ lock });
    let reading: ReturnType<typeof reader.read> | undefined;
    const look = (_: number, name: string): void => {
      if (name === 'rename' && existsSync(join(root, journalName))) reading ??= reader.read(root);
    };
    const writer = openBundleFolder({ lock, files: failingFiles({ onStep: look }) });
    const next = new Map(made.texts).set('a.md', 'a2').set('index.md', 'i2');
    unrefused(await writer.write(made, next, note));
    expect(unrefused((await reading) ?? made).texts).toEqual(next);
  });

  it.each(['ENOSPC', 'EACCES'])('refuse %s while staging, and leave no trace', async (code) => {
    const { made, root } = await makeBundle();
    const counted = failingFiles();
    const next = new Map(made.texts).set('a.md', 'a2').set('index.md', 'i2');
    await openBundleFolder({ lock: memoryFileLock(), files: counted }).write(made, next, note);
    unrefused(
      await openBundleFolder({ lock: memoryFileLock() }).write(
        { ...made, texts: next },
        made.texts,
        note,
      ),
    );
    const staging = counted.names.lastIndexOf('writeNew') + 1;
    for (let at = 1; at <= staging; at += 1) {
      const files = failingFiles({ at, code, when: 'during' });
      const refusal = await openBundleFolder({ lock: memoryFileLock(), files }).write(
        made,
        next,
        note,
      );
      expect(refusal).toMatchObject({ code: 'write_failed', details: { code } });
      expect(readdirSync(root).sort()).toEqual(['a.md', 'b.md', 'index.md']);
      expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('a');
    }
  });
});

describe('the place of a new bundle (bundle contract 2)', () => {
  it('is never outside the working directory', async () => {
    const [directory, outside] = [makeDirectory(), makeDirectory()];
    symlinkSync(outside, join(directory, 'discussion'));
    const folder = openBundleFolder({ lock: memoryFileLock() });
    const create = () => folder.create(place(directory), () => ({ texts: first, header: note }));
    expect(await create()).toMatchObject({ code: 'unsafe_path' });
    expect(readdirSync(outside)).toEqual([]);
    rmSync(join(directory, 'discussion'));
    symlinkSync('nowhere', join(directory, 'discussion'));
    expect(await create()).toMatchObject({ code: 'unsafe_path' });
    rmSync(join(directory, 'discussion'));
    symlinkSync('.', join(directory, 'discussion'));
    expect(await create()).toMatchObject({ code: 'unsafe_path' });
    rmSync(join(directory, 'discussion'));
    writeFileSync(join(directory, 'discussion'), '');
    expect(await create()).toMatchObject({ code: 'unsafe_path' });
  });

  it('may be reached by a symlink that stays inside', async () => {
    const directory = makeDirectory();
    mkdirSync(join(directory, 'notes'));
    symlinkSync('notes', join(directory, 'discussion'));
    const folder = openBundleFolder({ lock: memoryFileLock() });
    const made = unrefused(
      await folder.create(place(directory), () => ({ texts: first, header: note })),
    );
    expect(made.root).toBe(join(directory, 'notes', '2026-11-30-no1-topic'));
  });

  it('is not inside the metadata of git, by itself or by a symlink', async () => {
    const directory = makeDirectory();
    mkdirSync(join(directory, '.git'));
    const folder = openBundleFolder({ lock: memoryFileLock() });
    const create = (where: string) =>
      folder.create(place(where), () => ({ texts: first, header: note }));
    expect(await create(join(directory, '.git'))).toMatchObject({ code: 'unsafe_path' });
    symlinkSync('.git', join(directory, 'discussion'));
    expect(await create(directory)).toMatchObject({ code: 'unsafe_path' });
    expect(readdirSync(join(directory, '.git'))).toEqual([]);
    expect(await folder.locate('.git', directory)).toMatchObject({ code: 'unsafe_path' });
  });

  it('is recomputed when another writer wins, and every writer gets one', async () => {
    const directory = makeDirectory();
    const lock = memoryFileLock();
    const made = await Promise.all(
      Array.from({ length: 8 }, () =>
        openBundleFolder({ lock }).create(place(directory), (root) => ({
          texts: new Map([['index.md', root]]),
          header: note,
        })),
      ),
    );
    const roots = made.map((one) => unrefused(one).root);
    expect(new Set(roots).size).toBe(8);
    for (const one of made) expect(unrefused(one).texts.get('index.md')).toBe(unrefused(one).root);
    expect(roots.map((root) => Number(/-no(\d+)-/.exec(root)?.[1])).sort((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
  });

  it('is one of the list by the form of its name alone, oldest first', async () => {
    const directory = makeDirectory();
    for (const name of [
      '2026-11-30-no10-a',
      '2026-11-30-no9-b',
      '2026-11-29-no11-c',
      'notes',
      '2026-11-30-no0-x',
    ]) {
      mkdirSync(join(directory, 'discussion', name), { recursive: true });
    }
    const folder = openBundleFolder({ lock: memoryFileLock() });
    const names = (await folder.list(directory)).map((path) => path.split('/').at(-1));
    expect(names).toEqual(['2026-11-29-no11-c', '2026-11-30-no9-b', '2026-11-30-no10-a']);
    expect(await folder.list(join(directory, 'nowhere'))).toEqual([]);
  });

  it('is a folder or an index.md when it is named', async () => {
    const { folder, root } = await makeBundle();
    expect(await folder.locate('a.md', root)).toMatchObject({ code: 'not_a_bundle' });
  });
});

describe('a process that dies in the middle of a write', () => {
  const whens: NonNullable<Failure['when']>[] = ['before', 'during', 'after'];

  it.each(whens)(
    '%s any single step leaves the old bundle, the new one, or an interrupted write',
    async (when) => {
      const { directory, made } = await makeBundle();
      const next = new Map(made.texts).set('a.md', 'a2').set('p/c.md', 'c').set('index.md', 'i2');
      const counted = failingFiles();
      unrefused(
        await openBundleFolder({ lock: memoryFileLock(), files: counted }).write(made, next, note),
      );
      expect(counted.steps).toBeGreaterThan(10);
      for (let at = 1; at <= counted.steps; at += 1) {
        rmSync(join(directory, 'discussion'), { recursive: true });
        const reader = openBundleFolder({ lock: memoryFileLock(), files: unsyncedFiles });
        const before = unrefused(
          await reader.create(place(directory), () => ({ texts: first, header: note })),
        );
        const dying = openBundleFolder({
          lock: memoryFileLock(),
          files: failingFiles({ at, when }),
        });
        await expect(dying.write(before, next, note)).rejects.toThrow(Killed);
        const found = await reader.read(before.root);
        if (isRefusal(found)) {
          expect(found.code).toBe('interrupted_write');
          const { journal } = unrefused(await reader.inspect(before.root));
          expect(journal).toMatchObject({
            files: [{ path: 'a.md', before: 'a', after: 'a2' }, {}, {}],
          });
        } else {
          expect(
            [first, next].some(
              (one) => JSON.stringify([...one].sort()) === JSON.stringify([...found.texts].sort()),
            ),
          ).toBe(true);
        }
      }
    },
  );
});
