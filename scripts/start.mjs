// `npm start [-- FILE…]`: installs and builds what is missing, then reviews the example or the files given.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies, root } from './ensure-dependencies.mjs';

/** Options whose value is the next word, which is then no file. */
const valued = [
  ...['--port', '--history-dir', '--verdict-options', '--verdict-prompt', '--max-diff-bytes'],
  ...['--threads', '--carry', '--as'],
];

function isInput(word, index, all) {
  return word === '-' || (!word.startsWith('-') && !valued.includes(all[index - 1]));
}

ensureDependencies();
ensureBuild();
const words = process.argv.slice(2);
const isExample = !words.some(isInput);
const child = spawn(
  process.execPath,
  [join(root, 'dist/discuss.cjs'), ...words, ...(isExample ? ['examples/plan.md'] : [])],
  { stdio: 'inherit', cwd: isExample ? root : (process.env.INIT_CWD ?? process.cwd()) },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
