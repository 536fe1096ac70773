// Builds dist/: discuss.cjs (hot commands), parts/*.mjs (everything else), web/ (the page).
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { hotModules } from './hot-modules.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src');
const dist = join(root, 'dist');
const external = ['better-sqlite3'];

/** Every import() in the hot build of a module that is not hot becomes a part of its own. */
function partsOf(found) {
  return {
    name: 'parts',
    setup(builder) {
      builder.onResolve({ filter: /.*/ }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import' || builtinModules.includes(path.replace('node:', '')))
          return null;
        if (!path.startsWith('.')) return library(found, path);
        const file = relative(source, resolve(resolveDir, path));
        if (hotModules.includes(file)) return null;
        const name = file.replace(/\.tsx?$/, '').replaceAll('/', '-');
        found.set(name, join(source, file));
        return { path: `./parts/${name}.mjs`, external: true };
      });
    },
  };
}

function library(found, path) {
  if (external.includes(path)) return { path, external: true };
  const name = `library-${path.replaceAll(/[^a-z0-9]+/gi, '-')}`;
  found.set(name, path);
  return { path: `./parts/${name}.mjs`, external: true };
}

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: true,
  sourcemap: false,
  external,
};

async function buildProgram() {
  const parts = new Map();
  await build({
    ...common,
    entryPoints: [join(source, 'cli/main.ts')],
    outfile: join(dist, 'discuss.cjs'),
    format: 'cjs',
    plugins: [partsOf(parts)],
    define: { 'import.meta.url': 'moduleUrl', 'import.meta.dirname': '__dirname' },
    banner: { js: '#!/usr/bin/env node\nconst moduleUrl = "file://" + encodeURI(__filename);' },
  });
  await build({
    ...common,
    entryPoints: Object.fromEntries(parts),
    outdir: join(dist, 'parts'),
    outExtension: { '.js': '.mjs' },
    chunkNames: 'shared-[hash]',
    format: 'esm',
    splitting: true,
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
    },
  });
}

async function buildPage() {
  const config = join(source, 'web/vite.config.ts');
  try {
    readFileSync(config);
  } catch {
    return;
  }
  const vite = await import('vite');
  await vite.build({ configFile: config, logLevel: 'warn' });
}

const wanted = process.argv.slice(2);
mkdirSync(dist, { recursive: true });
if (wanted.length === 0 || wanted.includes('program')) {
  rmSync(join(dist, 'parts'), { recursive: true, force: true });
  await buildProgram();
}
if (wanted.length === 0 || wanted.includes('page')) await buildPage();
