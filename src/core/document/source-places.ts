import type { Lines } from './lines.ts';

/** Where one character of parsed content stands in the source; empty for one that the parser made up. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

const containerMarks = /^(?:\s|>|[-+*](?=\s)|\d{1,9}[.)](?=\s)|\[\^[^\]\s]+\]:)*/;
const headingMark = /^[^#]*#{1,6}[ \t]+/;

/**
 * Places of the characters of content whose lines are lines of the source from `line` on, without the marks of
 * quotes and lists and without indentation. `heading` content may also have lost the marks that close it.
 */
export function contentPlaces(
  content: string,
  { lines, line, heading = false }: { lines: Lines; line: number; heading?: boolean },
): readonly Place[] {
  const places: Place[] = [];
  content.split('\n').forEach((text, index) => {
    const number = line + index;
    if (index > 0) places.push({ start: lines.end(number - 1), end: lines.start(number) });
    const source = lines.text(number).replaceAll('\0', '\uFFFD');
    pushLine(places, { text, source, start: lines.start(number), heading });
  });
  return places;
}

function pushLine(
  places: Place[],
  line: { text: string; source: string; start: number; heading: boolean },
): void {
  const { text, source, start } = line;
  const core = text.trim();
  const lead = text.length - text.trimStart().length;
  const at = columnOf(core, line);
  for (let index = 0; index < text.length; index++) {
    if (at === undefined) {
      places.push({ start, end: start + source.length });
      continue;
    }
    const column = at - lead + index;
    const isThere = column >= 0 && column < source.length && source[column] === text[index];
    const place = start + Math.max(0, Math.min(column, source.length));
    places.push({ start: place, end: isThere ? place + 1 : place });
  }
}

function columnOf(
  core: string,
  { source, heading }: { source: string; heading: boolean },
): number | undefined {
  const afterMark = heading ? headingMark.exec(source)?.[0].length : undefined;
  if (afterMark !== undefined && source.startsWith(core, afterMark)) return afterMark;
  const trimmed = source.trimEnd();
  if (trimmed.endsWith(core)) return trimmed.length - core.length;
  const at = source.indexOf(core);
  return at === -1 ? undefined : at;
}

/** Places of the characters of a table cell's content in its row; `\|` in the source is one character of content. */
export function cellPlaces(
  content: string,
  { row, start, cell }: { row: string; start: number; cell: number },
): readonly Place[] {
  const cells = splitRow(row);
  const marks = containerMarks.exec(row)?.[0].length ?? 0;
  const hasOuterPipe = row[marks] === '|';
  const places = cells[hasOuterPipe ? cell + 1 : cell] ?? [];
  const trimmed = trimPlaces(places, row);
  return trimmed
    .slice(Math.max(0, trimmed.length - content.length))
    .map((place) => ({ start: start + place.start, end: start + place.end }));
}

function splitRow(row: string): Place[][] {
  const cells: Place[][] = [[]];
  for (let at = 0; at < row.length; at++) {
    const current = cells.at(-1);
    if (row[at] === '|' && row[at - 1] === '\\') {
      current?.splice(-1, 1, { start: at - 1, end: at + 1 });
    } else if (row[at] === '|') {
      cells.push([]);
    } else {
      current?.push({ start: at, end: at + 1 });
    }
  }
  return cells;
}

function trimPlaces(places: readonly Place[], row: string): readonly Place[] {
  const isSpace = (place: Place | undefined): boolean =>
    place !== undefined && /^\s$/.test(row.slice(place.start, place.end));
  let first = 0;
  let last = places.length;
  while (first < last && isSpace(places[first])) first++;
  while (last > first && isSpace(places[last - 1])) last--;
  return places.slice(first, last);
}
