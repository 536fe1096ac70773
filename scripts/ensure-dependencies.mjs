// Installs the npm packages when they are missing or older than the lock file. Plain Node: runs before any install.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(fileURLToPath(import.meta.url), '../..');

/** Runs a command with our terminal; ends the process with its status when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { stdio: 'inherit', cwd: root, ...options });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Makes node_modules match package-lock.json. */
export function ensureDependencies() {
  const marker = join(root, 'node_modules', '.package-lock.json');
  const isFresh =
    existsSync(marker) &&
    statSync(marker).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
  if (isFresh) return;
  console.error('installing dependencies (npm ci)…');
  run('npm', ['ci', '--no-audit', '--no-fund'], {
    shell: process.platform === 'win32',
    stdio: ['ignore', 2, 2],
  });
}
