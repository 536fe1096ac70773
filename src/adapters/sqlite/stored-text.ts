import type { SqlRow, SqlValue } from './sql-value.ts';

// The packaged driver ends a text at its first NUL. So that nothing is cut and a store reads alike under every Node, NUL
// is kept as a noncharacter and "0", and that noncharacter as itself and "1".
const escapeSign = '\uFDD0';

/** A value in the form in which it is kept. */
export function toStored(value: SqlValue): SqlValue {
  if (typeof value !== 'string' || !(value.includes('\0') || value.includes(escapeSign)))
    return value;
  return value.replaceAll(escapeSign, `${escapeSign}1`).replaceAll('\0', `${escapeSign}0`);
}

/** Texts as one parameter of which `json_each` makes rows, each in the form in which it is kept. */
export function toStoredList(texts: readonly string[]): string {
  // The sign is spelled out, or the list itself would be put into that form once more.
  return JSON.stringify(texts.map(toStored)).replaceAll(escapeSign, '\\ufdd0');
}

/** A row as it was before it was kept. */
export function fromStored(row: SqlRow): SqlRow {
  const kept = Object.entries(row).filter(([, value]) => isEscaped(value));
  if (kept.length === 0) return row;
  return { ...row, ...Object.fromEntries(kept.map(([name, value]) => [name, restore(value)])) };
}

function isEscaped(value: SqlValue): boolean {
  return typeof value === 'string' && value.includes(escapeSign);
}

function restore(value: SqlValue): string {
  return String(value).replaceAll(/\uFDD0([01])/g, (_, kind) => (kind === '0' ? '\0' : escapeSign));
}
