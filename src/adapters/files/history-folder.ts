import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cleaningUp } from '../../core/clean-up.ts';
import type { HistoryFolder, HistoryTranscript } from '../../core/review/ports/history-folder.ts';

/**
 * The history folder at an absolute path, made with the first transcript. `platform` is what `process.platform`
 * says: Windows allows no colon in a file's name.
 */
export function openHistoryFolder(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): HistoryFolder {
  return { write: (transcript) => writeTranscript(folder, platform, transcript) };
}

async function writeTranscript(
  folder: string,
  platform: NodeJS.Platform,
  { name, at, json }: HistoryTranscript,
): Promise<string> {
  const parent = join(folder, name);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const temporary = join(parent, `.${randomBytes(8).toString('hex')}.tmp`);
  const write = async (): Promise<string> => {
    await writeDurably(temporary, json);
    const seconds = at.replace(/\.\d+/, '');
    const stamp = platform === 'win32' ? seconds.replaceAll(':', '-') : seconds;
    const file = await claim(temporary, join(parent, stamp));
    await syncFolder(parent);
    return file;
  };
  return cleaningUp(write, () => rm(temporary, { force: true }));
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  const write = async (): Promise<void> => {
    await handle.writeFile(text);
    await handle.sync();
  };
  await cleaningUp(write, () => handle.close());
}

/** Gives the whole file the first free name: `<base>.json`, `<base>-2.json`, … */
async function claim(temporary: string, base: string): Promise<string> {
  for (let number = 1; ; number++) {
    const file = `${base}${number === 1 ? '' : `-${number}`}.json`;
    try {
      await publish(temporary, file);
      return file;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** A link appears at once and never over another file; where there are no links, an exclusive copy stands in. */
async function publish(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error)))
      throw error;
    await copyFile(temporary, file, constants.COPYFILE_EXCL);
  }
}

/** Not every system can sync a folder, and the file itself is safe without it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
