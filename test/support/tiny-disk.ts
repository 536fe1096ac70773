import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** A file system of its own on a folder. */
export interface TinyDisk {
  /** Makes it refuse every write, or take them again. */
  readOnly(isReadOnly: boolean): void;
  unmount(): void;
}

const mount = (...words: string[]) => spawnSync('mount', words, { encoding: 'utf8' });

/** Why no file system can be mounted here; undefined where one can. */
export function tinyDiskObstacle(probe: string): string | undefined {
  if (process.platform !== 'linux') return 'only Linux mounts a tmpfs';
  if (process.getuid?.() !== 0) return 'only root mounts a tmpfs';
  mkdirSync(probe, { recursive: true });
  const { status, stderr, error } = mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe);
  if (status !== 0) return `a tmpfs cannot be mounted: ${error?.message ?? stderr}`;
  spawnSync('umount', [probe]);
  return undefined;
}

/** Mounts a file system of so many bytes on a folder. */
export function mountTinyDisk(folder: string, bytes: number): TinyDisk {
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = mount('-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder);
  if (status !== 0) throw new Error(`no tmpfs on ${folder}: ${stderr}`);
  return {
    readOnly: (isReadOnly) => {
      const result = mount('-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder);
      if (result.status !== 0) throw new Error(`no remount of ${folder}: ${result.stderr}`);
    },
    unmount: () => void spawnSync('umount', ['--lazy', folder]),
  };
}
