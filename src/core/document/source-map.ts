import type { Lines } from './lines.ts';

/** The source range of one character of parsed content; empty for one that the parser added. */
export interface CharacterSource {
  readonly start: number;
  readonly end: number;
}

const containerMarks = /^(?:\s|>|[-+*](?=\s)|\d{1,9}[.)](?=\s)|\[\^[^\]\s]+\]:)*/;
const headingMark = /^[^#]*#{1,6}[ \t]+/;

/**
 * Returns the sources of the characters of content whose lines are lines of the source from `line` on, without the
 * marks of quotes and lists and without indentation. `heading` content may also lack its closing marks.
 */
export function mapContent(
  content: string,
  { lines, line, heading = false }: { lines: Lines; line: number; heading?: boolean },
): readonly CharacterSource[] {
  const sources: CharacterSource[] = [];
  content.split('\n').forEach((text, index) => {
    const number = line + index;
    if (index > 0) sources.push({ start: lines.end(number - 1), end: lines.start(number) });
    const source = lines.text(number).replaceAll('\0', '\uFFFD');
    pushLine(sources, { text, source, start: lines.start(number), heading });
  });
  return sources;
}

function pushLine(
  sources: CharacterSource[],
  line: { text: string; source: string; start: number; heading: boolean },
): void {
  const { text, source, start } = line;
  const trimmedText = text.trim();
  const indent = text.length - text.trimStart().length;
  const firstColumn = columnOf(trimmedText, line);
  for (let index = 0; index < text.length; index++) {
    if (firstColumn === undefined) {
      sources.push({ start, end: start + source.length });
      continue;
    }
    const column = firstColumn - indent + index;
    const isEqual = column >= 0 && column < source.length && source[column] === text[index];
    const offset = start + Math.max(0, Math.min(column, source.length));
    sources.push({ start: offset, end: isEqual ? offset + 1 : offset });
  }
}

function columnOf(
  trimmedText: string,
  { source, heading }: { source: string; heading: boolean },
): number | undefined {
  const afterMark = heading ? headingMark.exec(source)?.[0].length : undefined;
  if (afterMark !== undefined && source.startsWith(trimmedText, afterMark)) return afterMark;
  const trimmed = source.trimEnd();
  if (trimmed.endsWith(trimmedText)) return trimmed.length - trimmedText.length;
  const column = source.indexOf(trimmedText);
  return column === -1 ? undefined : column;
}

/** Returns the sources of the characters of a table cell's content in its row; `\|` is one character of content. */
export function mapCell(
  content: string,
  { row, start, cell }: { row: string; start: number; cell: number },
): readonly CharacterSource[] {
  const cells = mapRow(row);
  const marks = containerMarks.exec(row)?.[0].length ?? 0;
  const hasOuterPipe = row[marks] === '|';
  const sources = cells[hasOuterPipe ? cell + 1 : cell] ?? [];
  const trimmed = trimSpaces(sources, row);
  return trimmed
    .slice(Math.max(0, trimmed.length - content.length))
    .map((source) => ({ start: start + source.start, end: start + source.end }));
}

function mapRow(row: string): CharacterSource[][] {
  const cells: CharacterSource[][] = [[]];
  for (let index = 0; index < row.length; index++) {
    const current = cells.at(-1);
    if (row[index] === '|' && row[index - 1] === '\\') {
      current?.splice(-1, 1, { start: index - 1, end: index + 1 });
    } else if (row[index] === '|') {
      cells.push([]);
    } else {
      current?.push({ start: index, end: index + 1 });
    }
  }
  return cells;
}

function trimSpaces(sources: readonly CharacterSource[], row: string): readonly CharacterSource[] {
  const isSpace = (source: CharacterSource | undefined): boolean =>
    source !== undefined && /^\s$/.test(row.slice(source.start, source.end));
  let first = 0;
  let last = sources.length;
  while (first < last && isSpace(sources[first])) first++;
  while (last > first && isSpace(sources[last - 1])) last--;
  return sources.slice(first, last);
}
