/*
 * How long the program takes to start, over an empty Node program, and how long a review takes until it is announced
 * and until it answers, over a bare Node server. Ratios of minima over interleaved runs, beside the goals.
 *
 *   node scripts/run-bench.mjs start-up [RUNS] [--profile FOLDER]
 *
 * With --profile one run of each writes a .cpuprofile there, for Chromium's developer tools.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { profile: { type: 'string' } },
});
const runs = Number(positionals[0] ?? 21);
const program = resolve(process.env['DISCUSS_PROGRAM'] ?? 'dist/discuss.cjs');
const folder = mkdtempSync(join(tmpdir(), 'discuss-start-up-'));
const home = join(folder, 'home');
mkdirSync(home);

/** Writes a file of the benchmark; answers its path. */
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const plan = file(
  'plan.md',
  Array.from(
    { length: 60 },
    (_, n) => `## Step ${n}\n\nSome *words* about \`it\`.\n\n- one\n`,
  ).join('\n'),
);
const emptyProgram = file('empty.cjs', '');
const bareServer = file(
  'server.cjs',
  `const server = require('node:http').createServer((request, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(JSON.stringify({ payload: { url: 'http://127.0.0.1:' + server.address().port } }) + '\\n');
});\n`,
);

/** A folder of its own for hooks, whose project has a store with a discussion that is bound to their session. */
const hooked = join(folder, 'hooked');
mkdirSync(hooked);

function start(words: readonly string[], input?: string): ChildProcess {
  const child = spawn(process.execPath, [...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: home },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  return child;
}

let prompts = 0;

/** A prompt as a host reports it, each with an id of its own. */
function prompt(cwd: string): string {
  const names = {
    session_id: 's',
    hook_event_name: 'UserPromptSubmit',
    prompt_id: `m${prompts++}`,
  };
  return JSON.stringify({ ...names, cwd, prompt: 'Keep PostgreSQL; the reports need it.' });
}

function bindDiscussion(): void {
  const options = { cwd: hooked, env: { PATH: process.env['PATH'], HOME: home } } as const;
  execFileSync(process.execPath, [program, 'init'], options);
  const origin = 'lwc-agent-context/v1\0claude\0s\0main\0main';
  const context = `ctx-v1-${createHash('sha256').update(origin).digest('hex')}`;
  const operations = [{ op: 'start', text: 'The store' }];
  const batch = { id: 'd', context, request_id: 'r', if_revision: 0, operations };
  const words = [program, 'ledger', 'apply', '--json', JSON.stringify(batch)];
  execFileSync(process.execPath, words, options);
}

const milliseconds = (from: number): number => performance.now() - from;

/** From the start of a process to its end. */
async function untilEnd(words: readonly string[], input?: string): Promise<number> {
  const from = performance.now();
  const child = start(words, input);
  child.stdout?.resume();
  await once(child, 'exit');
  return milliseconds(from);
}

/** From the start of a server to its first line, and to its answer to a request that is sent at once. */
async function untilServed(
  words: readonly string[],
): Promise<{ announced: number; answered: number }> {
  const from = performance.now();
  const child = start(words);
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  const announced = milliseconds(from);
  const { payload } = JSON.parse(line.toString().split('\n')[0] ?? '') as {
    payload: { url: string };
  };
  await answerOf(`${payload.url}/api/state`);
  const answered = milliseconds(from);
  child.kill('SIGKILL');
  await once(child, 'exit');
  return { announced, answered };
}

function answerOf(url: string): Promise<void> {
  return new Promise((settle, fail) => {
    get(url, (response) => response.resume().on('end', settle)).on('error', fail);
  });
}

/** Something that is measured: what takes the times, and what they are compared with. */
interface Measure {
  readonly name: string;
  readonly goal: number;
  readonly over: string;
}

const review = ['plan.md', '--port', '0', '--no-open', '--no-save', '--fresh'];
const commands: Readonly<Record<string, readonly string[]>> = {
  'empty program': [emptyProgram],
  '--help': [program, '--help'],
  '--version': [program, '--version'],
  sessions: [program, 'sessions'],
  threads: [program, 'threads'],
  'inline query': [program, 'inline', 'query', '--file', plan],
};
const hook = [program, 'hook', '--host', 'claude'];
const hooks: Readonly<Record<string, () => string>> = {
  'hook, nothing to do': () => prompt(folder),
  'hook, capturing': () => prompt(hooked),
};
const servers: Readonly<Record<string, readonly string[]>> = {
  'bare server': [bareServer],
  'discuss plan.md': [program, ...review],
};
const measures: readonly Measure[] = [
  { name: '--help', goal: 1.1, over: 'empty program' },
  { name: '--version', goal: 1.1, over: 'empty program' },
  { name: 'sessions', goal: 1.3, over: 'empty program' },
  { name: 'threads', goal: 1.3, over: 'empty program' },
  { name: 'inline query', goal: 1.3, over: 'empty program' },
  { name: 'hook, nothing to do', goal: 1.3, over: 'empty program' },
  { name: 'hook, capturing', goal: 2, over: 'empty program' },
  { name: 'discuss plan.md, session.started', goal: 1.5, over: 'bare server, session.started' },
  { name: 'discuss plan.md, first /api/state', goal: 3, over: 'bare server, first /api/state' },
];

const times = new Map<string, number[]>();
const note = (name: string, time: number): void =>
  void times.set(name, [...(times.get(name) ?? []), time]);

/** One run of everything, so that what else the machine does falls on all alike. */
async function runOnce(): Promise<void> {
  for (const [name, words] of Object.entries(commands)) note(name, await untilEnd(words));
  for (const [name, input] of Object.entries(hooks)) note(name, await untilEnd(hook, input()));
  for (const [name, words] of Object.entries(servers)) {
    const { announced, answered } = await untilServed(words);
    note(`${name}, session.started`, announced);
    note(`${name}, first /api/state`, answered);
  }
}

async function profileAll(into: string): Promise<void> {
  for (const [name, words] of Object.entries({ ...commands, ...servers })) {
    const where = join(resolve(into), name.replaceAll(/[^a-z]+/gi, '-'));
    const profiled = [
      '--cpu-prof',
      '--cpu-prof-dir',
      where,
      '--cpu-prof-interval',
      '200',
      ...words,
    ];
    const child = start(profiled);
    if (name in servers) {
      const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
      const { payload } = JSON.parse(line.toString().split('\n')[0] ?? '') as {
        payload: { url: string };
      };
      await answerOf(`${payload.url}/api/state`);
      child.kill('SIGTERM');
    }
    child.stdout?.resume();
    await once(child, 'exit');
  }
}

const minimum = (name: string): number => Math.min(...(times.get(name) ?? [Number.NaN]));
const show = (value: number, digits: number, width: number): string =>
  value.toFixed(digits).padStart(width);

bindDiscussion();
await runOnce();
times.clear();
for (let run = 0; run < runs; run++) await runOnce();
console.log(`minima of ${runs} interleaved runs, Node ${process.versions.node}\n`);
console.log(`${'what'.padEnd(36)}${'ms'.padStart(8)}${'ratio'.padStart(8)}${'goal'.padStart(7)}`);
for (const { name, goal, over } of measures) {
  const ratio = minimum(name) / minimum(over);
  const verdict = ratio <= goal ? '' : '  over';
  console.log(
    `${name.padEnd(36)}${show(minimum(name), 1, 8)}${show(ratio, 2, 8)}${show(goal, 2, 7)}${verdict}`,
  );
}
for (const name of new Set(measures.map(({ over }) => over))) {
  console.log(`${name.padEnd(36)}${show(minimum(name), 1, 8)}`);
}
if (values.profile !== undefined) await profileAll(values.profile);
rmSync(folder, { recursive: true, force: true });
