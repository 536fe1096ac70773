/*
 * How the time of each work grows with texts made to exhaust a program: node scripts/run-bench.mjs hostile [SHAPE]
 * Processor time of n and of 2n, their ratio (goal: at most 2.3 where a work takes more than 200 ms), and how long a
 * review of the whole takes from the start of its process until it is announced (goal: under 3 s).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { documents, patches, type Shape } from './shapes.ts';
import { documentWorks, patchWorks, type Works } from './works.ts';

const [only = ''] = process.argv.slice(2);
const goals = { ratio: 2.3, start: 3000, smallest: 200 };
const program = resolve(process.env['DISCUSS_PROGRAM'] ?? 'dist/discuss.cjs');

function timeOf(work: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  work(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function leastOf(work: (text: string) => unknown, text: string): number {
  return Math.min(timeOf(work, text), timeOf(work, text));
}

async function startOf(text: string, name: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'discuss-hostile-'));
  writeFileSync(join(folder, name), text);
  const before = performance.now();
  const child: ChildProcess = spawn(process.execPath, [program, '--no-open', '--port', '0', name], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  if (child.stdout !== null) await Promise.race([once(child.stdout, 'data'), ended]);
  const took = performance.now() - before;
  child.kill('SIGKILL');
  await ended;
  rmSync(folder, { recursive: true, force: true });
  return took;
}

async function report(shape: Shape, works: Works, name: string): Promise<void> {
  const half = shape.make(shape.count / 2);
  const whole = shape.make(shape.count);
  const start = await startOf(whole, name);
  console.log(`${shape.name}, ${shape.count} (${whole.length} characters)`);
  console.log(
    `  ${start.toFixed(0).padStart(6)} ms to start ${start > goals.start ? '  MISSED' : ''}`,
  );
  for (const [work, run] of Object.entries(works)) {
    const [small, large] = [leastOf(run, half), leastOf(run, whole)];
    const isMissed = large > goals.smallest && large / small > goals.ratio;
    const times = `${small.toFixed(0).padStart(6)} ${large.toFixed(0).padStart(6)} ms`;
    console.log(`  ${times}  ${(large / small).toFixed(2)}  ${work}${isMissed ? '  MISSED' : ''}`);
  }
}

for (const shape of documents.filter(({ name }) => name.includes(only)))
  await report(shape, documentWorks, 'a.md');
for (const shape of patches.filter(({ name }) => name.includes(only)))
  await report(shape, patchWorks, 'a.diff');
