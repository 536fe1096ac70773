import { readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { describe, expect, it } from 'vitest';

const core = resolve(import.meta.dirname, '../src/core');

/** Things that Node has and a browser has not. */
const nodeGlobals = ['process', 'Buffer', 'global', '__dirname', '__filename', 'setImmediate'];

function coreModules(): readonly string[] {
  return readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.(test|contract|d)\.ts$/.test(path))
    .map((path) => join(core, path));
}

/** Notes each module of Node that is asked for, and who asks. */
function noteBuiltins(found: string[]): Plugin {
  return {
    name: 'note-builtins',
    setup(builder) {
      builder.onResolve({ filter: /.*/ }, ({ path, importer }) => {
        if (!builtinModules.includes(path.replace(/^node:/, '').split('/')[0] ?? '')) return null;
        found.push(`${importer} imports ${path}`);
        return { path, external: true };
      });
    },
  };
}

/** Bundles modules for a browser; a global of Node that is used shows in the text under a name of its own. */
async function bundle(entryPoints: readonly string[]) {
  const builtins: string[] = [];
  const { outputFiles } = await build({
    entryPoints: [...entryPoints],
    bundle: true,
    write: false,
    outdir: '/bundle',
    platform: 'browser',
    format: 'esm',
    splitting: true,
    logLevel: 'silent',
    plugins: [noteBuiltins(builtins)],
    define: Object.fromEntries(nodeGlobals.map((name) => [name, `NODE_${name}`])),
  });
  const text = outputFiles.map((file) => file.text).join('\n');
  return { builtins, globals: nodeGlobals.filter((name) => text.includes(`NODE_${name}`)) };
}

describe('core', () => {
  it('runs in a browser: all of it, and the libraries that it uses', async () => {
    expect(await bundle(coreModules())).toEqual({ builtins: [], globals: [] });
  });
});

describe('this test', () => {
  it('sees a module and a global of Node', async () => {
    const storage = resolve(import.meta.dirname, '../src/adapters/logs/rotating-log.ts');
    const terminal = resolve(import.meta.dirname, '../src/cli/process-terminal.ts');
    expect((await bundle([storage])).builtins.length).toBeGreaterThan(0);
    expect((await bundle([terminal])).globals).toContain('process');
  });
});
