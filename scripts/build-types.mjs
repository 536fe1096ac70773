// Writes dist/types/: declarations of what src/index.ts exports, and of nothing else.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { root, run } from './ensure-dependencies.mjs';

const made = mkdtempSync(join(tmpdir(), 'discuss-types-'));
run(join(root, 'node_modules/.bin/tsc'), [
  '-p',
  join(root, 'tsconfig.types.json'),
  '--outDir',
  made,
]);

const wanted = new Set();
follow(join(made, 'index.d.ts'), []);
rmSync(join(root, 'dist/types'), { recursive: true, force: true });
for (const path of wanted) {
  const target = join(root, 'dist/types', path.slice(made.length));
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(path, target);
}
rmSync(made, { recursive: true });

function follow(path, way) {
  if (wanted.has(path)) return;
  wanted.add(path);
  const specifiers = /(?:from |import |import\()['"]([^'"]+)['"]/g;
  for (const [, name] of readFileSync(path, 'utf8').matchAll(specifiers)) {
    // A library that is bundled is not there where the program is installed.
    if (!name.startsWith('.'))
      throw new Error(`a type of ${name} is shown by ${[...way, path].join(' > ')}`);
    follow(resolve(dirname(path), name.replace(/\.ts$/, '.d.ts')), [...way, path]);
  }
}
