import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { program } from '../support/launch-discuss.ts';
import { authorised, serveMcp } from '../support/mcp-agent.ts';
import { type PathPrefixProxy, pathPrefixProxy } from '../support/path-prefix-proxy.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';

const packages = resolve(import.meta.dirname, '../../node_modules/@modelcontextprotocol');
const run = promisify(execFile);
const buffer = { maxBuffer: 64 * 1024 * 1024 };

let scratch: Scratch;
let url: string;
/** Brings the token, which the protocol's own scenarios cannot. */
let proxy: PathPrefixProxy;
beforeAll(async () => {
  scratch = makeScratch();
  scratch.write('plan.md', '# Plan\n\n> **Sage:** Why?\n');
  url = await serveMcp(scratch);
  proxy = await pathPrefixProxy(new URL(url).origin, '/authorised', authorised);
});
afterAll(async () => {
  await proxy.close();
  await scratch.close();
});

/** The protocol's own scenarios, and of one the checks that call tools of a sample server that we are not. */
const scenarios: readonly (readonly [string, string, readonly string[]])[] = [
  ['2025-11-25', 'server-initialize', []],
  ['2025-11-25', 'server-session-lifecycle', []],
  ['2025-11-25', 'tools-list', []],
  ['2025-11-25', 'resources-list', []],
  ['2025-11-25', 'dns-rebinding-protection', []],
  [
    '2026-07-28',
    'server-stateless',
    [
      'sep-2575-http-server-no-independent-requests-on-stream',
      'sep-2575-missing-capability-http-400',
      'sep-2575-server-no-log-without-loglevel',
      'sep-2575-server-rejects-undeclared-capability',
    ],
  ],
  ['2026-07-28', 'tools-list', []],
  ['2026-07-28', 'sep-2164-resource-not-found', []],
  ['2026-07-28', 'http-header-validation', []],
  // Prompts are none of ours.
  ['2026-07-28', 'caching', ['sep-2549-prompts-list-caching-hints']],
];

interface Check {
  readonly id: string;
  readonly status: string;
}

async function checksOf(revision: string, scenario: string): Promise<readonly Check[]> {
  const results = join(scratch.home, `${scenario}-${revision}`);
  const globs = resolve(import.meta.dirname, '../support/globs-of-node-20.mjs');
  const words = [
    '--url',
    `${proxy.url}/mcp`,
    '--scenario',
    scenario,
    '--spec-version',
    revision,
    '-o',
    results,
  ];
  await run(
    process.execPath,
    ['--import', globs, join(packages, 'conformance/dist/index.js'), 'server', ...words],
    buffer,
    // It ends with 1 for a check that has failed, which the results say in full.
  ).catch(() => undefined);
  const found = readdirSync(results, { recursive: true, encoding: 'utf8' });
  const file = found.find((path) => path.endsWith('checks.json')) ?? '';
  return JSON.parse(readFileSync(join(results, file), 'utf8')) as readonly Check[];
}

describe('agents 2: the protocol’s conformance scenarios', () => {
  it.concurrent.each(scenarios)('%s %s', async (revision, scenario, apart) => {
    const checks = await checksOf(revision, scenario);
    const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
    expect(failed.map(({ id }) => id).sort()).toEqual(apart);
    expect(checks.some(({ status }) => status === 'SUCCESS')).toBe(true);
  });
});

describe('agents 2: the official inspector’s command line', () => {
  const inspect = async (target: readonly string[], words: readonly string[]) => {
    const cwd = join(packages, 'inspector-cli/build');
    const environment = { PATH: process.env['PATH'], HOME: scratch.home };
    const { stdout } = await run(process.execPath, ['index.js', ...target, ...words], {
      ...buffer,
      cwd,
      env: environment,
    });
    return JSON.parse(stdout);
  };
  const header = `Authorization: ${authorised.Authorization}`;
  const call = (name: string) => ['--method', 'tools/call', '--tool-name', name, '--tool-arg'];

  it('lists tools and resources and calls a tool, over either transport', async () => {
    const stdio = [process.execPath, program, 'mcp'];
    const http = [url, '--transport', 'http', '--header', header];
    const { resourceTemplates } = await inspect(http, ['--method', 'resources/templates/list']);
    expect(resourceTemplates).toHaveLength(3);
    for (const target of [stdio, http]) {
      const { tools } = await inspect(target, ['--method', 'tools/list']);
      expect(tools.map(({ name }: { name: string }) => name)).toContain('review_open');
      const given = [`projectPath=${scratch.directory}`, 'file=plan.md'];
      expect(await inspect(target, [...call('inline_query'), ...given])).toMatchObject({
        structuredContent: { threads: [{ initiator: 'Sage' }] },
      });
    }
  });

  it('shows a refusal as an error of the tool', async () => {
    const refused = await inspect(
      [url, '--transport', 'http', '--header', header],
      [...call('inline_query'), `projectPath=${scratch.directory}`, 'file=/etc/hosts'],
    );
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'unsafe_path' } },
    });
  });
});
