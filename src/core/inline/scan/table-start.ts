const delimiterCell = /^:?-+:?$/;

/** Returns whether two lines are the header and the delimiter row of a table. */
export function startsTable(header: string, delimiter: string): boolean {
  if (!/^[|:-][|:\s-]/.test(delimiter) || /^-\s/.test(delimiter)) return false;
  if (/[^|:\t -]/.test(delimiter) || !header.includes('|')) return false;
  const columns = columnsOf(delimiter);
  return columns !== undefined && columns > 0 && columns === cellsOf(header.trim());
}

function columnsOf(delimiter: string): number | undefined {
  const cells = delimiter.split('|').map((cell) => cell.trim());
  let columns = 0;
  for (const [index, cell] of cells.entries()) {
    if (delimiterCell.test(cell)) columns++;
    else if (cell !== '' || (index > 0 && index < cells.length - 1)) return undefined;
  }
  return columns;
}

/** Counts the cells of a row; a bar after a backslash separates nothing. */
function cellsOf(row: string): number {
  const bars = row.match(/(?<!\\)\|/g)?.length ?? 0;
  const cells = row.startsWith('|') ? bars : bars + 1;
  return row.endsWith('|') && !row.endsWith('\\|') ? cells - 1 : cells;
}
