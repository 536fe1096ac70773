// Builds dist/ when a source is newer than it, or when it is missing.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './ensure-dependencies.mjs';

const outputs = ['dist/discuss.cjs', 'dist/web/index.html'].map((path) => join(root, path));

/** Makes dist/ match src/. */
export function ensureBuild() {
  if (outputs.every((path) => existsSync(path)) && newest() <= oldestOutput()) return;
  console.error('building…');
  run(process.execPath, ['scripts/build.mjs'], { stdio: ['ignore', 2, 2] });
}

function oldestOutput() {
  return Math.min(...outputs.map((path) => statSync(path).mtimeMs));
}

function newest() {
  const sources = ['src', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(root, folder, path),
    ),
  );
  return Math.max(
    ...[...sources, join(root, 'package.json')].map((path) => statSync(path).mtimeMs),
  );
}
