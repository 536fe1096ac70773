// Runs one benchmark: node scripts/run-bench.mjs NAME [arguments]; NAME is bench/NAME.ts or bench/NAME/main.ts.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');
const [name, ...args] = process.argv.slice(2);
const entry = [`bench/${name}.ts`, `bench/${name}/main.ts`]
  .map((path) => join(root, path))
  .find((path) => existsSync(path));
if (name === undefined || entry === undefined) {
  console.error(
    `Which benchmark? node scripts/run-bench.mjs NAME; there is no bench/${name ?? 'NAME'}.ts`,
  );
  process.exit(2);
}

const outfile = join(root, '.cache', 'bench', `${name}.mjs`);
await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
});
const { status, signal, error } = spawnSync(process.execPath, [outfile, ...args], {
  cwd: root,
  stdio: 'inherit',
});
if (error !== undefined) throw error;
if (signal !== null)
  console.error(`bench/${name} was killed by ${signal}; its figures are not whole`);
process.exit(status ?? 1);
