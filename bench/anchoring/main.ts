import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Case, casesOf, type Jump, parseVersion } from './cases.ts';
import { type History, loadHistories } from './histories.ts';
import { judge } from './judge.ts';
import { type Method, methods, type Placement } from './methods.ts';
import { goalsOf, jumps, tableOf } from './report.ts';
import { measureSpeed } from './speed.ts';
import { costOf, Tally } from './tally.ts';
import { trackLines } from './track-lines.ts';

const usage = `node scripts/run-bench.mjs anchoring [--check | --update] [--cases METHOD] [--method METHOD]
  --check         fail when the cost is above the one in bench/anchoring/baseline.json
  --update        write the cost there
  --cases METHOD  print every fault of kept, alone, quoteScore or lineNumber at 20 versions
  --method METHOD leave the other methods out
  --jump N        only jumps of 5, 20 or 60 versions
  --only TEXT     documents whose path holds TEXT`;

const { values: flags } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    cases: { type: 'string' },
    method: { type: 'string' },
    jump: { type: 'string' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});

const baselinePath = 'bench/anchoring/baseline.json';
const judged = [methods.kept, methods.alone];
const selected = Object.entries(methods).flatMap(([key, method]) =>
  key === flags.method ? [method] : [],
);
const isGate = flags.check || flags.update;
const compared = selected.length > 0 ? selected : isGate ? judged : Object.values(methods);

function* jumpsOf(history: History): Generator<Jump & { readonly size: number }> {
  const tracked = trackLines(history.versions.map(({ text }) => text));
  for (const size of jumps.filter((jump) => !flags.jump || flags.jump === String(jump))) {
    const stride = Math.max(5, size / 4);
    for (let from = 0; from + size < history.versions.length; from += stride) {
      const [old, now] = [history.versions[from], history.versions[from + size]];
      if (old === undefined || now === undefined || old.text === now.text) continue;
      const [before, after] = [parseVersion(old.text), parseVersion(now.text)];
      yield { tracked, from, to: from + size, before, after, size };
    }
  }
}

function describeFault(
  history: History,
  jump: Jump,
  fault: { of: Case; placement: Placement },
): string {
  const { of, placement } = fault;
  const name = (at: number): string => history.versions[at]?.version ?? '';
  const show = (text: string): string => JSON.stringify(text).slice(0, 240);
  const { source } = of.anchor;
  return [
    `${judge(of, placement)} ${of.unit} ${of.kind} ×${of.weight.toFixed(1)} ${history.id} ${name(jump.from)} → ${name(jump.to)} line ${of.line + 1}`,
    `  old   ${show(jump.before.text.slice(source.start, source.end))}`,
    of.truth && `  truth ${show(jump.after.text.slice(of.truth.start, of.truth.end))}`,
    placement &&
      `  got   ${show(jump.after.text.slice(placement.range.start, placement.range.end))} moved ${placement.moved}`,
  ]
    .filter(Boolean)
    .join('\n');
}

function measure(histories: readonly History[]): { tally: Tally; times: Map<string, number> } {
  const tally = new Tally();
  const times = new Map<string, number>();
  const shown: Method | undefined = Object.entries(methods).find(
    ([key]) => key === flags.cases,
  )?.[1];
  for (const history of histories) {
    for (const jump of jumpsOf(history)) {
      const cases = casesOf(jump);
      for (const method of compared) {
        const started = performance.now();
        const locate = method.prepare(jump.before, jump.after);
        const placements = cases.map((of) => ({ of, placement: locate(of.anchor, of.line) }));
        const elapsed = performance.now() - started;
        times.set(method.name, (times.get(method.name) ?? 0) + elapsed);
        for (const { of, placement } of placements) {
          const verdict = judge(of, placement);
          const group = { method: method.name, unit: of.unit, jump: jump.size, kind: of.kind };
          tally.add(group, verdict, { weight: of.weight, silent: placement?.moved === false });
          if (method === shown && jump.size === 20 && verdict !== 'correct') {
            console.log(describeFault(history, jump, { of, placement }));
          }
        }
      }
    }
  }
  return { tally, times };
}

function run(): number {
  if (flags.help) {
    console.log(usage);
    return 0;
  }
  const isPart = flags.only !== '' || flags.jump !== undefined || flags.method !== undefined;
  if (isPart && isGate) {
    console.error(
      '--check and --update need the whole benchmark, without --only, --jump and --method',
    );
    return 2;
  }
  const { tally, times } = measure(
    loadHistories('.cache/anchoring').filter(({ id }) => id.includes(flags.only)),
  );
  for (const { name } of compared) console.log(tableOf(tally, name));
  for (const goal of goalsOf(tally, methods.kept.name, methods.alone.name)) {
    console.log(`${goal.met ? 'met   ' : 'MISSED'} ${goal.name} ${goal.measured} (${goal.limit})`);
  }
  const speed = measureSpeed();
  console.log(
    `1,000 anchors in 10,000 lines: ${speed.seconds.toFixed(2)} s, ${speed.placed} placed (goal: under 1 s)`,
  );
  for (const [name, time] of times) console.log(`${name}: ${(time / 1000).toFixed(1)} s`);
  const cost = Number(
    costOf(tally.sum({}, ({ method }) => judged.some(({ name }) => name === method))).toFixed(2),
  );
  console.log(`cost ${cost}`);
  if (flags.update) writeFileSync(baselinePath, `{ "cost": ${cost} }\n`);
  if (!flags.check) return 0;
  const baseline: { readonly cost: number } = JSON.parse(readFileSync(baselinePath, 'utf8'));
  if (cost <= baseline.cost) return 0;
  console.log(`the cost rose from ${baseline.cost} to ${cost}`);
  return 1;
}

process.exitCode = run();
