import type { Unit } from './cases.ts';
import { type Counts, costOf, type Tally } from './tally.ts';
import type { Kind } from './track-lines.ts';

export const jumps = [5, 20, 60] as const;
const kinds: readonly Kind[] = ['same', 'shifted', 'edited', 'moved', 'deleted'];
const units: readonly Unit[] = ['line', 'phrase'];

const percent = (part: number, all: number): string =>
  all === 0 ? '–' : ((100 * part) / all).toFixed(2);

function cells(kind: Kind | 'all that live', countOf: Counts): string[] {
  const { all, correct, wrong, missed, attached, silent } = countOf;
  const isDeleted = kind === 'deleted';
  return [
    kind,
    all.toFixed(0),
    percent(correct, all),
    isDeleted ? '' : percent(wrong, all),
    isDeleted ? '' : percent(missed, all),
    isDeleted ? percent(attached, all) : '',
    percent(silent, all),
  ];
}

/** The figures of one method, per unit, jump and kind, as a Markdown table. */
export function tableOf(tally: Tally, method: string): string {
  const heads = ['unit', 'jump', 'kind', 'anchors', 'correct %', 'wrong %', 'missed %'];
  const rows = [[...heads, 'attached %', 'of faults unmarked %']];
  for (const unit of units) {
    for (const jump of jumps) {
      const of = { method, unit, jump };
      const living = tally.sum(of, ({ kind }) => kind !== 'deleted');
      if (living.all === 0) continue;
      rows.push([unit, String(jump), ...cells('all that live', living)]);
      for (const kind of kinds) rows.push(['', '', ...cells(kind, tally.sum({ ...of, kind }))]);
    }
  }
  const cost = costOf(tally.sum({ method })).toFixed(2);
  return [`### ${method}: cost ${cost}`, '', ...formatted(rows), ''].join('\n');
}

function formatted(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => (row[at] ?? '').length)),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => (at < 3 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => (at < 3 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), rule, ...body.map(line)];
}

/** A goal of the contract and what was measured, both in percent. */
export interface Goal {
  readonly name: string;
  readonly limit: string;
  readonly measured: string;
  readonly met: boolean;
}

/** The contract's goals, at 20 versions. */
export function goalsOf(tally: Tally, kept: string, alone: string): Goal[] {
  const living = (method: string): Counts =>
    tally.sum({ method, jump: 20 }, ({ kind }) => kind !== 'deleted');
  const deleted = (method: string): Counts => tally.sum({ method, jump: 20, kind: 'deleted' });
  const most = (name: string, [part, all]: [number, number], limit: number): Goal => {
    const measured = percent(part, all);
    return {
      name,
      limit: `≤ ${limit} %`,
      measured: `${measured} %`,
      met: Number(measured) <= limit,
    };
  };
  const least = (name: string, [part, all]: [number, number], limit: number): Goal => {
    const measured = percent(part, all);
    return {
      name,
      limit: `≥ ${limit} %`,
      measured: `${measured} %`,
      met: Number(measured) >= limit,
    };
  };
  const goals: Goal[] = [];
  for (const [method, correct] of [
    [kept, 97],
    [alone, 92],
  ] as const) {
    const [alive, gone] = [living(method), deleted(method)];
    goals.push(least(`${method}: correct`, [alive.correct, alive.all], correct));
    goals.push(most(`${method}: wrong`, [alive.wrong, alive.all], 0.5));
    goals.push(most(`${method}: deleted text attached`, [gone.attached, gone.all], 1));
  }
  return goals;
}
