import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { messageQueue } from '../../../test/support/message-queue.ts';
import { traceOf } from '../../core/review/file-trace.ts';
import type { FileWatch, SeenFile } from '../../core/review/ports/file-watcher.ts';
import { fileWatcher } from './file-watcher.ts';

type Told = { readonly changed: string } | { readonly gone: SeenFile };

/** Watches a file of a folder of its own. */
async function watched() {
  const folder = mkdtempSync(join(tmpdir(), 'watched-'));
  const path = join(folder, 'plan.md');
  writeFileSync(path, 'One\n');
  const told = messageQueue<Told>(() => 'the watcher');
  const watch: FileWatch = await fileWatcher.watch([{ path, seenAt: Date.now() }], {
    changed: (changed) => told.push({ changed }),
    gone: (gone) => told.push({ gone }),
  });
  onTestFinished(async () => {
    await watch.stop();
    rmSync(folder, { recursive: true });
  });
  return { folder, path, told, watch };
}

it('tells of a change, and of a file that takes the place of another', async () => {
  const { folder, path, told } = await watched();
  writeFileSync(path, 'Two\n');
  expect(await told.next()).toEqual({ changed: path });
  writeFileSync(join(folder, 'new'), 'Six\n');
  renameSync(join(folder, 'new'), path);
  expect(await told.next()).toEqual({ changed: path });
});

it('tells once that a file is gone, with what it was known by, and then of its return', async () => {
  const { folder, path, told } = await watched();
  const trace = traceOf(statSync(path, { bigint: true }));
  renameSync(path, join(folder, 'away'));
  expect(await told.next()).toEqual({ gone: { path, trace, seenAt: expect.any(Number) } });
  renameSync(join(folder, 'away'), path);
  expect(await told.next()).toEqual({ changed: path });
});

it('follows a file to another place and forgets the former one', async () => {
  const { folder, path, told, watch } = await watched();
  const to = join(folder, 'new.md');
  renameSync(path, to);
  watch.follow(path, to);
  expect(await told.next()).toEqual({ changed: to });
  writeFileSync(path, 'Nobody looks here\n');
  writeFileSync(to, 'Another text\n');
  expect(await told.next()).toEqual({ changed: to });
});

it('tells of a file that was gone when it began to look what was known of it before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watched-'));
  const seen = { path: join(folder, 'gone.md'), trace: { device: '1', inode: '2' }, seenAt: 3 };
  const told = messageQueue<SeenFile>(() => 'the watcher');
  const watch = await fileWatcher.watch([seen], {
    changed: () => undefined,
    gone: (gone) => told.push(gone),
  });
  onTestFinished(async () => {
    await watch.stop();
    rmSync(folder, { recursive: true });
  });
  expect(await told.next()).toEqual(seen);
});
