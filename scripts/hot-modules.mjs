import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Modules below src, other than actions, that short commands load lazily. */
const modules = [
  'cli/help.ts',
  'cli/hook-command.ts',
  'cli/version.ts',
  'cli/run-selected.ts',
  'cli/run-action.ts',
  'cli/review/review-command.ts',
  'cli/review/serve-and-print.ts',
  'server/serve-review.ts',
  'hosts/capture.ts',
  'hosts/recovery.ts',
  'hosts/run-hook.ts',
  'open-discuss.ts',
  'actions/kit/zod-subset.ts',
  'actions/bundle/shared/read-next.ts',
  'http/server-client.ts',
  'adapters/files/input-files.ts',
  'adapters/files/open-bundles.ts',
  'adapters/sqlite/project-ledgers.ts',
  'adapters/logs/rotating-log.ts',
  'adapters/secrets/secret-scanner.ts',
  'adapters/files/sent-markers.ts',
  'adapters/sqlite/user-store.ts',
  'adapters/sqlite/reviews.ts',
  'adapters/files/document-folder.ts',
  'adapters/files/file-lock.ts',
  'cli/settings/configured-speakers.ts',
];

/**
 * Returns the modules below src that become CommonJS files of their own: those above, and the actions that their list
 * calls hot, whose files have their names.
 */
export async function hotModules(source) {
  const folders = readdirSync(join(source, 'actions'));
  const hot = (await listActions(source)).filter((entry) => entry.hot === true);
  const files = hot.map(({ name }) => {
    const paths = folders.map((folder) => `actions/${folder}/${name}.ts`);
    const path = paths.find((file) => existsSync(join(source, file)));
    if (path === undefined) throw new Error(`the hot action ${name} has no file of its name`);
    return path;
  });
  return [...modules, ...files];
}

/** The list of actions alone: what it loads lazily is left out. */
async function listActions(source) {
  const { outputFiles } = await build({
    entryPoints: [join(source, 'actions/index.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    plugins: [
      {
        name: 'leave-lazy',
        setup: ({ onResolve }) =>
          onResolve({ filter: /.*/ }, ({ kind, path }) =>
            kind === 'dynamic-import' ? { path, external: true } : null,
          ),
      },
    ],
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)).actions;
}
