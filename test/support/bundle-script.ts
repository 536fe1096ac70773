import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');

/** Bundles a script of the tests, which may use the source, so that a process of its own can run it; answers its path. */
export async function bundleScript(name: string): Promise<string> {
  // Below the project, so that packages are found from there.
  const folder = mkdtempSync(join(root, 'node_modules', '.test-script-'));
  const outfile = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [join(root, 'test/support', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  return outfile;
}
