import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectAgent } from '../support/mcp-agent.ts';
import { runDiscuss } from '../support/run-discuss.ts';
import { scratchOfTest } from '../support/scratch.ts';

const family = '👩‍👩‍👧‍👦';
const characters = [
  family,
  '🇨🇭',
  '👍🏽',
  'e\u0301',
  '😀',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
];
const hasJq = spawnSync('jq', ['--version']).status === 0;

/** Reads lines of JSON as the strictest reader does: no half character, written out or escaped. */
function strictly(lines: string): void {
  expect(lines).not.toMatch(/[\ud800-\udfff]/u);
  for (const line of lines.split(/\n(?=\{)/)) {
    JSON.parse(line, (_, inner: unknown) => {
      if (typeof inner === 'string') expect(inner).not.toMatch(/[\ud800-\udfff]|\ufffd/u);
      return inner;
    });
  }
  if (!hasJq) return;
  const jq = spawnSync('jq', ['-e', 'length'], { input: lines, encoding: 'utf8' });
  expect([jq.stderr, jq.status]).toEqual(['', 0]);
}

it('safety 7, what is emitted holds whole characters, wherever it is cut', async () => {
  const scratch = scratchOfTest();
  const blocks = characters.flatMap((character) =>
    [0, 1].map((by) => `${'x'.repeat(by)}${character.repeat(120)} word ${character.repeat(120)}`),
  );
  scratch.write('plan.md', `# Plan ${family.repeat(40)}\n\n${blocks.join('\n\n')}\n`);
  const review = await scratch.review(['plan.md']);
  for (const index of blocks.keys()) {
    const block = { anchorStart: index + 2, anchorEnd: index + 2 };
    await review.openThread({ ...block, text: blocks[index] });
    await review.openThread({ ...block, quote: { exact: 'word', prefix: '', suffix: '' } });
  }
  // Offsets that a program counts wrongly stand inside of a character.
  await review.openThread({ range: { startOffset: 1, endOffset: 4 } });
  const state = await review.state();
  strictly(JSON.stringify(state));
  expect(state.threads.length).toBeGreaterThan(20);
  strictly((await runDiscuss(scratch, ['threads'])).stdout);
  await review.post('/api/done');
  await review.exit;
  strictly(review.stdout());
  const folder = join(scratch.home, '.discuss', 'history');
  const transcripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.json'),
  );
  expect(transcripts).toHaveLength(1);
  for (const path of transcripts) strictly(readFileSync(join(folder, path), 'utf8'));
});

const half = 'half \ud83d';

it('safety 7, half a character is refused where it comes in: over HTTP, MCP, the command line, files', async () => {
  const scratch = scratchOfTest();
  scratch.write('plan.md', '# Plan\n\nText.\n');
  const review = await scratch.review(['plan.md']);
  const thread = { anchorStart: 2, anchorEnd: 2, snippet: '', text: half };
  const refused = { error: { code: 'validation_error' } };
  for (const body of [
    thread,
    { ...thread, text: 'a', quote: { exact: half, prefix: '', suffix: '' } },
  ]) {
    expect(await review.post('/api/threads', body)).toMatchObject({ status: 400, body: refused });
  }
  expect((await review.state()).threads).toEqual([]);
  await review.post('/api/done');

  const agent = await connectAgent({ transport: 'stdio', revision: '2025-11-25' }, { scratch });
  expect(await agent.call('review_take', { thread_id: 'u-1', text: half })).toMatchObject({
    isError: true,
    data: refused,
  });

  scratch.write('half.json', JSON.stringify([{ text: half, anchorStart: 1 }]));
  const threads = await runDiscuss(scratch, ['--threads', 'half.json', '--no-open', 'plan.md']);
  expect(threads.stderr).toContain('well-formed Unicode');
  const apply = await runDiscuss(scratch, ['ledger', 'apply', '--json', '@half.json']);
  expect(apply.stderr).toContain('validation_error');
  expect(apply.code).not.toBe(0);
});
