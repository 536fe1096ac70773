import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const script = resolve(import.meta.dirname, '../../skills/discuss/poller.sh');
const hasTools = ['curl', 'jq', 'bash'].every(
  (tool) => spawnSync(tool, ['--version']).status === 0,
);

const quiet = { threads: [], replies: {}, takes: {} };
const news = {
  threads: [{ id: 'u-1', text: 'Why?' }],
  replies: { 'u-1': [] },
  takes: { 'u-1': [] },
};

/** Polls a server that gives these answers, the last one again and again; `undefined` is a failure. */
async function poll(answers: readonly (object | undefined)[], ...baseline: readonly string[]) {
  let asked = 0;
  const server = createServer((_request, response) => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    response.writeHead(answer === undefined ? 503 : 200).end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const child = spawn('bash', [script, url, ...baseline], {
    env: { PATH: process.env['PATH'], POLL_SECONDS: '0.05' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { code, asked, events: stdout.trim().split('\n').map(eventOf) };
}

function eventOf(line: string): string {
  return line === '' ? '' : (JSON.parse(line) as { event: string }).event;
}

interface PolledRow {
  readonly answers: readonly (object | undefined)[];
  readonly baseline?: readonly string[];
  readonly asked: number;
  readonly code: number;
  readonly events: readonly string[];
}

const fails = undefined;
const ended = { code: 2, events: ['session.done'] };
const changed = { code: 0, events: ['thread.created', 'snapshot'] };

describe.skipIf(!hasTools)('agents 3, poller.sh gives up after three failures in a row', () => {
  const rows: readonly (readonly [string, PolledRow])[] = [
    [
      'two failures at first',
      { answers: [fails, fails, news], baseline: ['{}'], asked: 3, ...changed },
    ],
    ['two and two', { answers: [fails, fails, quiet, fails, fails, news], asked: 6, ...changed }],
    ['none', { answers: [quiet, news], asked: 2, ...changed }],
    ['three after an answer', { answers: [quiet, fails], asked: 4, ...ended }],
    ['three with a baseline', { answers: [fails], baseline: ['{}'], asked: 3, ...ended }],
    ['three and never an answer', { answers: [fails], asked: 3, code: 1, events: [''] }],
  ];

  it.each(rows)('%s', async (_what, { answers, baseline = [], ...expected }) => {
    expect(await poll(answers, ...baseline)).toEqual(expected);
  });
});
