import { isOpaque, kindOf } from './scan/leaf.ts';
import type { ScannedLines } from './scan/scan-lines.ts';

/** A requirement of a document that is marked as not decided. */
export interface UndecidedUnit {
  /** Such as `FR-0012`. */
  readonly id: string;
  /** The line of its heading, from 1. */
  readonly line: number;
}

const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const unitId = /^\W*((?:FR|NFR)-\d{4})\b/;
const decidedName = /^(?:decided|是否已决定|已决定)$/i;
const delimiter = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * The `### FR-nnnn` and `### NFR-nnnn` units whose table has a `Decided` column, or a row of that name, without ✅.
 */
export function undecidedUnits(scan: ScannedLines): readonly UndecidedUnit[] {
  if (!scan.text.includes('FR-')) return [];
  const undecided: UndecidedUnit[] = [];
  let unit: UndecidedUnit | undefined;
  let lines: string[] = [];
  const close = (): void => {
    if (unit !== undefined && !isDecided(lines)) undecided.push(unit);
    unit = undefined;
    lines = [];
  };
  for (let line = 0; line < scan.bounds.count; line++) {
    if (isOpaque(kindOf(scan.kinds[line]))) continue;
    const text = scan.text.slice(scan.bounds.begin[line], scan.bounds.end[line]);
    const match = text.includes('#') ? heading.exec(text) : null;
    if (!match) {
      if (unit !== undefined) lines.push(text);
      continue;
    }
    const level = match[1]?.length ?? 0;
    if (level <= 3) close();
    const id = level === 3 ? unitId.exec(match[2] ?? '')?.[1] : undefined;
    if (id !== undefined) unit = { id, line: line + 1 };
  }
  close();
  return undecided;
}

/** Whether every table of a unit that has a decision says ✅. */
function isDecided(lines: readonly string[]): boolean {
  return lines.every((line, index) => {
    if (index === 0 || !line.includes('-') || !delimiter.test(line)) return true;
    const header = cellsOf(lines[index - 1] ?? '');
    const rows: (readonly string[])[] = [];
    for (let next = index + 1; lines[next]?.includes('|'); next++) {
      rows.push(cellsOf(lines[next] ?? ''));
    }
    return tableSaysDecided(header, rows);
  });
}

function tableSaysDecided(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): boolean {
  const column = header.findIndex((cell) => decidedName.test(cell));
  if (column !== -1) return rows.length > 0 && rows.every((row) => isYes(row[column]));
  const row = [header, ...rows].find(([name]) => decidedName.test(name ?? ''));
  return row === undefined || isYes(row[1]);
}

function isYes(cell: string | undefined): boolean {
  return cell?.includes('✅') === true;
}

function cellsOf(row: string): readonly string[] {
  const inner = row.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replace(/[*_`]/g, '').trim());
}
