// `npm start [-- FILE…]`: installs and builds what is missing, then reviews the example or the files given.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies, root } from './ensure-dependencies.mjs';

ensureDependencies();
ensureBuild();
const words = process.argv.slice(2);
const isExample = !words.some((word) => !word.startsWith('-') || word === '-');
const child = spawn(
  process.execPath,
  [
    join(root, 'dist/discuss.cjs'),
    ...words,
    ...(isExample ? [join(root, 'examples/plan.md')] : []),
  ],
  { stdio: 'inherit', cwd: process.env.INIT_CWD ?? process.cwd() },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
