import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { vi } from 'vitest';

/**
 * Kills the processes of a home folder that have outlived their starter, as a review that an agent has opened does,
 * and waits until they are gone. Where the system does not list processes as files, nothing is killed.
 */
export async function killOutliving(home: string): Promise<void> {
  const pids = readEntries('/proc').filter((name) => /^\d+$/.test(name) && hasHome(name, home));
  for (const pid of pids) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  const gone = () => {
    if (pids.some((pid) => hasHome(pid, home))) throw new Error(`${pids.join(', ')} still run`);
  };
  await vi.waitFor(gone, { timeout: 30_000, interval: 10 });
}

function hasHome(pid: string, home: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`);
  } catch {
    return false;
  }
}

function readEntries(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
