import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './ensure-dependencies.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);
const vitest = (project) => [bin('vitest'), ['run', '--project', project]];

/** The suites of the SQLite adapters under another Node, whose built-in SQLite they then use. */
const adaptersUnder = (node) => [
  node,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'unit', 'src/adapters/sqlite'],
];

/** Every suite by its name; those that count their tests run under vitest, the others count as one test. */
const suites = {
  lint: [bin('biome'), ['ci', '.']],
  types: [bin('tsc'), ['-p', '.']],
  'page types': [bin('tsc'), ['-p', 'src/web']],
  unused: [bin('knip'), ['--no-progress']],
  unit: vitest('unit'),
  browser: vitest('browser'),
  scenarios: vitest('scenarios'),
};

/** Names of all suites that can run here; `node24` is the path of a Node 24, if there is one. */
export function allSuites(node24) {
  if (node24 !== undefined) suites['SQLite on Node 24'] = adaptersUnder(node24);
  return Object.keys(suites);
}

/** The suites that have long tests. */
export const longSuites = ['unit', 'browser', 'scenarios'];

/** The suites in the order of two lanes that run side by side: a browser waits as much as it computes. */
const lanes = (names) => [
  names.filter((name) => name === 'browser'),
  names.filter((name) => name !== 'browser'),
];

/** Runs suites, prints what each one said and its time when it ends, and the sum of tests; returns the exit status. */
export async function runSuites(names) {
  const results = (await Promise.all(lanes(names).map(runLane))).flat();
  const sum = (field) => results.reduce((total, result) => total + result[field], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return results.every(({ ok }) => ok) ? 0 : 1;
}

async function runLane(names) {
  const results = [];
  for (const name of names) {
    const started = performance.now();
    const { output, ...result } = await runSuite(suites[name]);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    results.push(result);
    process.stdout.write(output);
    console.log(`${name}: ${result.passed} passed, ${result.failed} failed in ${seconds} s\n`);
  }
  return results;
}

async function runSuite([command, args]) {
  if (!args.includes('--project')) {
    const { status, output } = await runProcess(command, args);
    const ok = status === 0;
    return { ok, output, passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  }
  const folder = mkdtempSync(join(tmpdir(), 'discuss-suite-'));
  const report = join(folder, 'report.json');
  const reporting = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const { status, output } = await runProcess(command, [...args, ...reporting]);
  const counted = count(report);
  rmSync(folder, { recursive: true, force: true });
  return { ok: status === 0 && counted.passed > 0, output, ...counted };
}

function count(report) {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites, success } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites;
    return { passed: numPassedTests, failed: success ? 0 : Math.max(failed, 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** Output is kept until the end, so that suites that run side by side do not write into each other's lines. */
function runProcess(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    const end = (status) => resolve({ status, output: Buffer.concat(chunks) });
    child.on('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`));
      end(1);
    });
    child.on('close', (code) => end(code ?? 1));
  });
}
