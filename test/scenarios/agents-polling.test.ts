import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import { scratchOfTest } from '../support/scratch.ts';

const script = resolve(import.meta.dirname, '../support/polling-agent.sh');
const hasCurl = spawnSync('curl', ['--version']).status === 0;

type Line = Readonly<Record<string, unknown>>;

/** Polls until something is new or the review has ended; `reached` settles with the first answer of the review. */
function startPolling(url: string, baseline?: unknown) {
  const env = { PATH: process.env['PATH'], NODE: process.execPath, POLL_SECONDS: '0.1' };
  const words = [script, url, ...(baseline === undefined ? [] : [JSON.stringify(baseline)])];
  const child = spawn('sh', words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number,
    lines: stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line),
  }));
  return { reached: once(child.stderr, 'data'), ended };
}

const poll = (url: string, baseline?: unknown) => startPolling(url, baseline).ended;

/** Posts a take as a shell does. */
function postTake(url: string, thread: string, text: string): unknown {
  const type = 'content-type: application/json';
  const { stdout } = spawnSync(
    'curl',
    ['-s', '-H', type, '-d', JSON.stringify({ text }), `${url}/api/threads/${thread}/takes`],
    { encoding: 'utf8' },
  );
  return JSON.parse(stdout) as unknown;
}

describe.skipIf(!hasCurl)('agents 1, an agent that polls the state from a shell', () => {
  it('goes through a whole review', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const review = await scratch.review(['plan.md']);
    const { url } = review;
    expect(await poll(url)).toEqual({ code: 0, lines: [{ event: 'snapshot', baseline: {} }] });

    const quiet = poll(url, {});
    await review.openThread({ text: 'Why two steps?' });
    const opened = await quiet;
    expect(opened).toMatchObject({
      code: 0,
      lines: [
        { event: 'thread.created', thread: { id: 'u-1', text: 'Why two steps?' } },
        { event: 'snapshot', baseline: { 'u-1': 0 } },
      ],
    });

    expect(postTake(url, 'u-1', 'So that "old" rows\nstay.')).toMatchObject({ id: 't-1' });
    const replying = poll(url, { 'u-1': 1 });
    await review.post('/api/threads/u-1/replies', { text: 'And then?' });
    expect(await replying).toMatchObject({
      code: 0,
      lines: [
        { event: 'thread.updated', thread: { id: 'u-1' } },
        { event: 'snapshot', baseline: { 'u-1': 2 } },
      ],
    });

    const { reached, ended } = startPolling(url, { 'u-1': 2 });
    await reached;
    await review.post('/api/threads/u-1/resolve', { decision: 'Two steps' });
    await review.post('/api/done');
    expect(await ended).toEqual({ code: 2, lines: [{ event: 'session.done' }] });
    expect(await review.exit).toEqual({ code: 0, signal: null });
    const { payload } = await review.nextEvent('session.done');
    expect(payload['threads']).toMatchObject([
      {
        id: 'u-1',
        takes: [{ text: 'So that "old" rows\nstay.' }],
        replies: [{ text: 'And then?' }],
        resolution: { decision: 'Two steps' },
      },
    ]);
  });

  it('is told when there is no review', async () => {
    expect(await poll('http://127.0.0.1:9')).toEqual({ code: 1, lines: [] });
  });
});
