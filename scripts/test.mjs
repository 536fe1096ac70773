// `npm test`: installs what is missing, builds, and runs everything. Ends with a line `N passed, N failed`.
import { ensureChromium } from './ensure-chromium.mjs';
import { ensureDependencies, root, run } from './ensure-dependencies.mjs';

ensureDependencies();
process.env.DISCUSS_CHROMIUM = ensureChromium();
const { runSuites, suiteNames } = await import('./run-suites.mjs');
console.log(`building ${root === process.cwd() ? '' : root}`.trim());
run(process.execPath, ['scripts/build.mjs']);
process.exit(await runSuites(suiteNames));
