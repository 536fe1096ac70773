// `npm run check`: format, lint, types, imports, what nothing uses, and unit tests.
import { ensureDependencies } from './ensure-dependencies.mjs';
import { runSuites } from './run-suites.mjs';

ensureDependencies();
process.exit(await runSuites(['lint', 'types', 'page types', 'unused', 'unit']));
