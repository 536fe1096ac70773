// `npm run test:long`: the suites again with their long tests. DISCUSS_SEED repeats a run.
import { randomInt } from 'node:crypto';
import { ensureChromium } from './ensure-chromium.mjs';
import { ensureDependencies, run } from './ensure-dependencies.mjs';
import { longSuites, runSuites } from './run-suites.mjs';

ensureDependencies();
process.env.DISCUSS_CHROMIUM = ensureChromium();
process.env.DISCUSS_LONG_TESTS = '1';
process.env.DISCUSS_SEED ??= String(randomInt(2 ** 31));
console.log(`seed: ${process.env.DISCUSS_SEED}`);
run(process.execPath, ['scripts/build.mjs']);
process.exit(await runSuites(longSuites));
