// Brings a Node 24 for the tests of the built-in SQLite driver, where npm has one for this machine.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure-dependencies.mjs';

const version = '24.22.3';
const folder = join(root, '.cache', `node-${version}`);

/** Path of a Node 24; nothing, with a word on it, where there is none for this machine. */
export function ensureNode24() {
  if (process.versions.node.startsWith('24.')) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const binary = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(binary)) return binary;
  if (process.platform !== 'linux' && process.platform !== 'darwin') return undefined;
  console.error(`fetching Node ${version} for the SQLite suite…`);
  mkdirSync(folder, { recursive: true });
  const args = [
    'install',
    '--no-save',
    '--no-package-lock',
    '--prefix',
    folder,
    `${name}@${version}`,
  ];
  spawnSync('npm', args, { stdio: ['ignore', 'ignore', 2] });
  if (existsSync(binary)) return binary;
  console.error('no Node 24 could be fetched; the SQLite suite runs on this Node alone');
  return undefined;
}
