// `npm test`: installs what is missing, builds, and runs everything. Ends with a line `N passed, N failed`.
import { ensureChromium } from './ensure-chromium.mjs';
import { ensureDependencies, run } from './ensure-dependencies.mjs';
import { ensureNode24 } from './ensure-node-24.mjs';

ensureDependencies();
process.env.DISCUSS_CHROMIUM = ensureChromium();
const node24 = ensureNode24();
const { runSuites, allSuites } = await import('./run-suites.mjs');
console.log('building');
run(process.execPath, ['scripts/build.mjs']);
process.exit(await runSuites(allSuites(node24)));
