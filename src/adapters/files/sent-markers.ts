import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SentMarkers } from '../../core/agents/ports/sent-markers.ts';
import type { Sha256 } from '../../core/ports/sha256.ts';

/** Where the markers are. */
export interface SentMarkersSettings {
  /** Absolute; made with the first marker. */
  readonly folder: string;
  readonly sha256: Sha256;
  /** How long a marker is kept, in milliseconds; 30 days without it. */
  readonly keepMs?: number;
}

/** Markers as empty files, named by the hashes of their keys, so that a listing reveals nothing. */
export function openSentMarkers({
  folder,
  sha256,
  keepMs = 30 * 86_400_000,
}: SentMarkersSettings): SentMarkers {
  const fileOf = (key: string) => join(folder, sha256(key).slice(0, 32));
  return {
    async once(key) {
      try {
        if (statSync(fileOf(key), { throwIfNoEntry: false }) !== undefined) return false;
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(fileOf(key), '', { flag: 'wx', mode: 0o600 });
        removeOld(folder, keepMs);
        return true;
      } catch {
        // Another process was first, or the folder cannot be written.
        return false;
      }
    },
    async forget(key) {
      try {
        rmSync(fileOf(key), { force: true });
      } catch {
        // A folder that cannot be written keeps what it holds.
      }
    },
  };
}

function removeOld(folder: string, keepMs: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const { mtimeMs } = statSync(file);
    if (Date.now() - mtimeMs > keepMs) rmSync(file, { force: true });
  }
}
