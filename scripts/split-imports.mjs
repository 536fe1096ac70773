import { builtinModules } from 'node:module';
import { join, relative, resolve } from 'node:path';

/**
 * A plugin that turns every import() of the program's CommonJS files into a file of its own: a hot module into
 * NAME.cjs, which is loaded by require, since that costs a short command least; anything else into NAME.mjs. What
 * it finds is added to `found.hot` and `found.parts`; `folders` says where they are, seen from the importing file.
 */
export function splitImports({ source, external, hotModules, found, folders }) {
  const addLibrary = (path) => {
    if (external.includes(path)) return { path, external: true };
    const name = `library-${path.replaceAll(/[^a-z0-9]+/gi, '-')}`;
    found.parts.set(name, path);
    return { path: `${folders.parts}/${name}.mjs`, external: true };
  };
  const addModule = (file) => {
    const name = file.replace(/\.tsx?$/, '').replaceAll('/', '-');
    const isHot = hotModules.includes(file);
    found[isHot ? 'hot' : 'parts'].set(name, join(source, file));
    return isHot
      ? { path: `${folders.hot}/${name}.cjs`, namespace: 'hot' }
      : { path: `${folders.parts}/${name}.mjs`, external: true };
  };
  return {
    name: 'split-imports',
    setup(builder) {
      builder.onResolve({ filter: /.*/ }, ({ kind, path, resolveDir, namespace }) => {
        if (namespace === 'hot') return { path, external: true };
        if (kind !== 'dynamic-import' || builtinModules.includes(path.replace('node:', '')))
          return null;
        if (!path.startsWith('.')) return addLibrary(path);
        return addModule(relative(source, resolve(resolveDir, path)));
      });
      builder.onLoad({ filter: /.*/, namespace: 'hot' }, ({ path }) => ({
        contents: `module.exports = require(${JSON.stringify(path)})`,
      }));
    },
  };
}
