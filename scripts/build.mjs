// Builds dist/: discuss.cjs (chooses the command), hot/*.cjs (short commands), parts/*.mjs (everything else), web/.
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { hotModules } from './hot-modules.mjs';
import { splitImports } from './split-imports.mjs';
import { writeThirdParty } from './third-party.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src');
const dist = join(root, 'dist');
const external = ['@photostructure/sqlite'];

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: true,
  metafile: true,
  external,
  // Its other form loads parts by names that no bundler sees.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
};

const moduleUrl = 'const moduleUrl = "file://" + encodeURI(__filename);';
const commonJs = {
  ...common,
  format: 'cjs',
  define: { 'import.meta.url': 'moduleUrl', 'import.meta.dirname': '__dirname' },
};

/** The tools of MCP as clients read them. */
const descriptions = ['mcp-tool-descriptions', join(source, 'mcp/tool-descriptions.ts')];

/** Builds the program; answers the paths of all modules that went into it. */
async function buildProgram() {
  const found = {
    parts: new Map([['index', join(source, 'index.ts')], descriptions]),
    hot: new Map(),
  };
  const hotFiles = await hotModules(source);
  const splitFrom = (folders) => [
    splitImports({ source, external, hotModules: hotFiles, found, folders }),
  ];
  const main = await build({
    ...commonJs,
    entryPoints: [join(source, 'cli/main.ts')],
    outfile: join(dist, 'discuss.cjs'),
    plugins: splitFrom({ parts: './parts', hot: './hot' }),
    banner: { js: `#!/usr/bin/env node\n${moduleUrl}` },
  });
  chmodSync(join(dist, 'discuss.cjs'), 0o755);
  let hot;
  for (let built = 0; built < found.hot.size; ) {
    built = found.hot.size;
    hot = await build({
      ...commonJs,
      entryPoints: Object.fromEntries(found.hot),
      outdir: join(dist, 'hot'),
      outExtension: { '.js': '.cjs' },
      plugins: splitFrom({ parts: '../parts', hot: '.' }),
      banner: { js: moduleUrl },
    });
  }
  freezeHelp();
  const reached = [...found.hot.values()];
  const unused = hotFiles.filter((file) => !reached.includes(join(source, file)));
  if (unused.length > 0) throw new Error(`no import() loads the hot modules ${unused.join(', ')}`);
  const rest = await build({
    ...common,
    entryPoints: Object.fromEntries(found.parts),
    outdir: join(dist, 'parts'),
    outExtension: { '.js': '.mjs' },
    chunkNames: 'shared-[hash]',
    format: 'esm',
    splitting: true,
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
    },
  });
  await freezeDescriptions();
  removeStale('hot', [hot]);
  removeStale('parts', [rest]);
  return [main, hot, rest].flatMap(({ metafile }) => Object.keys(metafile.inputs));
}

/** Parts of earlier builds go last, so that a program that is just starting still finds its own. */
function removeStale(folder, results) {
  const built = results
    .flatMap(({ metafile }) => Object.keys(metafile.outputs))
    .map((path) => resolve(path));
  for (const name of readdirSync(join(dist, folder))) {
    const path = join(dist, folder, name);
    if (!built.includes(path)) rmSync(path);
  }
}

/** Makes the help page now, so that showing it computes nothing. */
function freezeHelp() {
  const file = join(dist, 'hot/cli-help.cjs');
  const { helpText } = createRequire(file)(file);
  writeFileSync(file, `exports.helpText = ${JSON.stringify(helpText)};\n`);
}

/** Describes the tools of MCP now, since a server of tools starts with every conversation. */
async function freezeDescriptions() {
  const file = join(dist, 'parts', `${descriptions[0]}.mjs`);
  const { toolDescriptions } = await import(file);
  const text = JSON.stringify(JSON.stringify(await toolDescriptions()));
  writeFileSync(file, `export const toolDescriptions = async () => JSON.parse(${text});\n`);
}

/** Builds the page; answers the paths of all modules that went into it. */
async function buildPage() {
  const vite = await import('vite');
  const configFile = join(source, 'web/vite.config.ts');
  const results = [await vite.build({ configFile, logLevel: 'error' })].flat();
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
if (isWhole) {
  writeThirdParty(root, modules);
  // A plugin holds its skills in its own folder.
  for (const host of ['claude', 'codex'])
    cpSync(join(root, 'skills'), join(root, 'plugins', host, 'skills'), { recursive: true });
}
