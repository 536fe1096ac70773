// Lets a program that imports `globSync` load under Node 20, which has none.
import { register } from 'node:module';

const shim =
  "data:text/javascript,export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];";
const hooks = `export const resolve = (specifier, context, next) =>
  specifier === 'fs' ? { url: ${JSON.stringify(shim)}, shortCircuit: true } : next(specifier, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
