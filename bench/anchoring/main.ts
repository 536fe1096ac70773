import { contextLength } from '../../src/core/anchor/anchor.ts';
import { followLines, type Fate, type Kind } from './follow-lines.ts';
import { type History, loadHistories } from './histories.ts';
import { type LineAnchor, methods } from './methods.ts';

const kinds: Kind[] = ['same', 'shifted', 'edited', 'moved', 'deleted'];
const horizons = [5, 20, 60];
const verbose = process.argv.includes('--cases');
type Cell = { n: number; correct: number; wrong: number; missed: number; attached: number; silent: number; ms: number };
const cells = new Map<string, Cell>();
const cell = (key: string): Cell => {
  const c = cells.get(key) ?? { n: 0, correct: 0, wrong: 0, missed: 0, attached: 0, silent: 0, ms: 0 };
  cells.set(key, c);
  return c;
};
const histories = loadHistories('.cache/anchoring');
const t0 = Date.now();
function starts(text: string): number[] {
  const s: number[] = [0];
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) s.push(i + 1);
  return s;
}
const followed = new Map<History, ReturnType<typeof followLines>>();
for (const h of histories) followed.set(h, followLines(h.versions.map((v) => v.text)));
console.error('followed', Date.now() - t0);
for (const h of histories) {
  const f = followed.get(h)!;
  for (const jump of horizons) {
    const stride = Math.max(5, Math.floor(jump / 4));
    for (let from = 0; from + jump < h.versions.length; from += stride) {
      const before = h.versions[from]!.text, after = h.versions[from + jump]!.text;
      if (before === after) continue;
      const fates = f.fates(from, from + jump);
      const os = starts(before), ns = starts(after);
      const chosen: { fate: Fate; weight: number }[] = [];
      for (const k of kinds) {
        const of = fates.filter((x) => x.kind === k);
        const step = Math.max(1, Math.ceil(of.length / 40));
        for (let i = 0; i < of.length; i += step) chosen.push({ fate: of[i]!, weight: of.length / Math.ceil(of.length / step) });
      }
      for (const m of methods) {
        const t1 = performance.now();
        const place = m.prepare(before, after);
        for (const { fate, weight } of chosen) {
          const raw = f.lines[from]![fate.line]!;
          const start = os[fate.line]! + raw.length - raw.trimStart().length;
          const end = os[fate.line]! + raw.length;
          const anchor: LineAnchor = { line: fate.line, source: { start, end }, quote: { exact: before.slice(start, end), prefix: before.slice(Math.max(0, start - contextLength), start), suffix: before.slice(end, end + contextLength) } };
          const a = place(anchor);
          const c = cell(`${m.name}|${jump}|${fate.kind}`);
          c.n += weight;
          let verdict = '';
          if (fate.to === undefined) {
            if (a === undefined) c.correct += weight;
            else { c.attached += weight; verdict = 'attached'; if (!a.moved) c.silent += weight; }
          } else if (a === undefined) { c.missed += weight; verdict = 'missed'; }
          else {
            const ls = ns[fate.to]!, le = ns[fate.to + 1] ?? after.length + 1;
            const inside = Math.min(a.range.end, le) - Math.max(a.range.start, ls);
            if (inside > (a.range.end - a.range.start) / 2) c.correct += weight;
            else { c.wrong += weight; verdict = 'wrong'; if (!a.moved) c.silent += weight; }
          }
          if (verbose && verdict && m === methods[process.argv.includes('--alone') ? 1 : 0] && jump === 20) {
            console.log(`${verdict.toUpperCase()} ${fate.kind} w${weight.toFixed(1)} ${h.id} ${h.versions[from]!.version}->${h.versions[from + jump]!.version} line ${fate.line + 1}`);
            console.log(`  old   ${raw.trim()}`);
            if (fate.to !== undefined) console.log(`  truth ${f.lines[from + jump]![fate.to]}`);
            if (a) console.log(`  got   ${JSON.stringify(after.slice(a.range.start, a.range.end))} moved=${a.moved}`);
          }
        }
        cell(`${m.name}|${jump}|time`).ms += performance.now() - t1;
      }
    }
  }
}
for (const m of methods) {
  console.log(m.name);
  for (const jump of horizons) {
    let alive = 0, correct = 0, wrong = 0, missed = 0;
    const row: string[] = [];
    for (const k of kinds) {
      const c = cell(`${m.name}|${jump}|${k}`);
      const p = (x: number) => ((100 * x) / Math.max(1, c.n)).toFixed(2);
      row.push(k === 'deleted' ? `deleted n=${c.n.toFixed(0)} att ${p(c.attached)} (silent ${p(c.silent)})` : `${k} n=${c.n.toFixed(0)} ok ${p(c.correct)} wr ${p(c.wrong)}(s ${p(c.silent)}) mi ${p(c.missed)}`);
      if (k !== 'deleted') { alive += c.n; correct += c.correct; wrong += c.wrong; missed += c.missed; }
    }
    console.log(`  ${jump}: ok ${(100 * correct / alive).toFixed(2)} wrong ${(100 * wrong / alive).toFixed(2)} missed ${(100 * missed / alive).toFixed(2)} | ${row.join(' | ')} | ${cell(`${m.name}|${jump}|time`).ms.toFixed(0)}ms`);
  }
}
