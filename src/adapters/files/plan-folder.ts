import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlanFolder, StoredPlan } from '../../core/agents/ports/plan-folder.ts';
import { errorCode } from './file-operations.ts';
import { readOwnFile } from './read-file.ts';

/** Keeps plans below a folder, each in a folder of its own as `plan.md`. */
export function openPlanFolder(folder: string): PlanFolder {
  const folderOf = async (key: string): Promise<string> => {
    const planFolder = join(folder, key);
    await mkdir(planFolder, { recursive: true, mode: 0o700 });
    return planFolder;
  };
  return {
    async find(key) {
      try {
        return JSON.parse(readOwnFile(join(folder, key, 'review.json')).toString()) as StoredPlan;
      } catch (error) {
        if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
        throw error;
      }
    },
    async write(key, text) {
      const path = join(await folderOf(key), 'plan.md');
      if (!holds(path, text)) await replace(path, text);
      return path;
    },
    async save(key, plan) {
      await replace(join(await folderOf(key), 'review.json'), JSON.stringify(plan));
    },
  };
}

function holds(path: string, text: string): boolean {
  try {
    return readOwnFile(path).toString() === text;
  } catch {
    return false;
  }
}

async function replace(path: string, text: string): Promise<void> {
  const sibling = `${path}.${process.pid}`;
  await writeFile(sibling, text, { mode: 0o600 });
  await rename(sibling, path);
}
