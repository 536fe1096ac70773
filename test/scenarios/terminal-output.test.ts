import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { program } from '../support/launch-discuss.ts';
import { runDiscuss } from '../support/run-discuss.ts';
import { scratchOfTest } from '../support/scratch.ts';

const name = 'plan\u001b[2J\u202efdp\u009b31m.md';
const escaped = 'plan\\u001b[2J\\u202efdp\\u009b31m.md';
const hasScript = spawnSync('script', ['--version']).status === 0;

it.each([
  ['a file that is missing', [name]],
  ['an option', [`--${name}`]],
  ['a command of a group', ['inline', 'query', name]],
  ['a key of a bundle', ['bundle', 'status', '--root', name]],
  ['a file of JSON', ['ledger', 'apply', '--json', `@${name}`]],
])('safety 6, an error shows the name of %s with escapes', async (_, words) => {
  const { stderr, stdout, code } = await runDiscuss(scratchOfTest(), words);
  expect(code).not.toBe(0);
  expect(stderr + stdout).toContain(escaped);
  expect(stderr).not.toMatch(/[\u001b\u202e\u009b]/);
});

it('safety 6, a key of the configuration and its warning show escapes', async () => {
  const scratch = scratchOfTest();
  scratch.write('discuss.config.toml', '"a\\u001b[2J\\u202e" = 1\n');
  scratch.write('plan.md', '# Plan\n');
  const { stderr } = await runDiscuss(scratch, ['--no-open', 'plan.md']);
  expect(stderr).toContain('\\u001b[2J\\u202e');
  expect(stderr).not.toMatch(/[\u001b\u202e]/);
});

it('safety 6, a line of JSON escapes them as JSON does', async () => {
  const scratch = scratchOfTest();
  const path = scratch.write('plan.md', '# Plan\u202e\n\n<!-- [!comment] -->\n');
  const { stdout } = await runDiscuss(scratch, ['sessions']);
  expect(stdout).toMatch(/^\{.*\}\n$/);
  const query = await runDiscuss(scratch, ['inline', 'query', path]);
  expect(query.stdout).not.toMatch(/[\u202e\u001b]/);
});

it.skipIf(!hasScript)('safety 6, a terminal is steered by nothing that a text holds', async () => {
  const scratch = scratchOfTest();
  const batch = {
    id: 'names',
    context: `ctx-v1-${'0'.repeat(64)}`,
    request_id: 'r-1',
    if_revision: 0,
    operations: [{ op: 'start', text: `Which ${name}?` }],
  };
  scratch.write('batch.json', JSON.stringify(batch));
  await runDiscuss(scratch, ['init']);
  expect(await runDiscuss(scratch, ['ledger', 'apply', '--json', '@batch.json'])).toMatchObject({
    code: 0,
  });
  const words = ['ledger', 'markdown', 'names', '--any-context'];
  expect((await runDiscuss(scratch, words)).stdout).toContain(name);
  const { stdout } = spawnSync(
    'script',
    ['-qec', [process.execPath, program, ...words].join(' '), '/dev/null'],
    {
      cwd: scratch.directory,
      env: { PATH: process.env['PATH'], HOME: scratch.home },
      encoding: 'utf8',
    },
  );
  expect(stdout).toContain(escaped);
  expect(stdout).not.toContain(name);
});
