// Builds dist/: discuss.cjs (hot commands), parts/*.mjs (everything else), web/ (the page).
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { hotModules } from './hot-modules.mjs';
import { writeThirdParty } from './third-party.mjs';

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
  metafile: true,
  external,
};

/** Builds the program; answers the paths of all modules that went into it. */
async function buildProgram() {
  const parts = new Map();
  const hot = await build({
    ...common,
    entryPoints: [join(source, 'cli/main.ts')],
    outfile: join(dist, 'discuss.cjs'),
    format: 'cjs',
    plugins: [partsOf(parts)],
    define: { 'import.meta.url': 'moduleUrl', 'import.meta.dirname': '__dirname' },
    banner: { js: '#!/usr/bin/env node\nconst moduleUrl = "file://" + encodeURI(__filename);' },
  });
  chmodSync(join(dist, 'discuss.cjs'), 0o755);
  const rest = await build({
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
  removeStale(Object.keys(rest.metafile.outputs).map((path) => resolve(path)));
  return [hot, rest].flatMap(({ metafile }) => Object.keys(metafile.inputs));
}

/** Parts of earlier builds go last, so that a program that is just starting still finds its own. */
function removeStale(built) {
  for (const name of readdirSync(join(dist, 'parts'))) {
    const path = join(dist, 'parts', name);
    if (!built.includes(path)) rmSync(path);
  }
}

/** Builds the page; answers the paths of all modules that went into it. */
async function buildPage() {
  const vite = await import('vite');
  const configFile = join(source, 'web/vite.config.ts');
  const results = [await vite.build({ configFile, logLevel: 'warn' })].flat();
  return results
    .flatMap(({ output }) => output)
    .flatMap((chunk) => Object.keys(chunk.modules ?? {}))
    .map((path) => relative(root, path));
}

const wanted = process.argv.slice(2);
mkdirSync(dist, { recursive: true });
const isWhole = wanted.length === 0;
const modules = [
  ...(isWhole || wanted.includes('program') ? await buildProgram() : []),
  ...(isWhole || wanted.includes('page') ? await buildPage() : []),
];
if (isWhole) writeThirdParty(root, modules);
