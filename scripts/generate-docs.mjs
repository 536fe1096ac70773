// `npm run docs`: writes docs/reference/ from the list of actions and their schemas.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');
const outfile = join(root, '.cache', 'reference.mjs');
await build({
  entryPoints: [join(root, 'scripts/reference/main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, [outfile, root], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
