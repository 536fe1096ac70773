/** A place in a text: both 1-based, the column counted in UTF-16 units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Where a top-level key of a TOML document stands, and its value. */
export interface TomlPlace {
  readonly key: TextPlace;
  readonly value: TextPlace;
  /** The elements, where the value is an array. */
  readonly items: readonly TextPlace[];
}

/**
 * Finds the top-level keys of a TOML document that a parser has accepted; a table counts by the first part of its
 * name. `readKey` gives the name that a quoted key stands for.
 */
export function findTomlPlaces(
  toml: string,
  readKey: (quoted: string) => string,
): ReadonlyMap<string, TomlPlace> {
  const places = new Map<string, TomlPlace>();
  const note = (start: number, place: Omit<TomlPlace, 'key'>) => {
    const written = /^["']/.test(toml.slice(start, start + 1))
      ? readKey(toml.slice(start, skipString(toml, start)))
      : matchAt(/[\w-]*/y, toml, start);
    if (!places.has(written)) places.set(written, { key: placeAt(toml, start), ...place });
  };
  let position = skipBlank(toml, 0);
  let inTable = false;
  while (position < toml.length) {
    if (toml[position] === '[') {
      const start = position + matchAt(/\[{1,2}[ \t]*/y, toml, position).length;
      note(start, { value: placeAt(toml, start), items: [] });
      inTable = true;
      position = skipTo(toml, start, '\n');
    } else {
      const equals = skipTo(toml, position, '=');
      const value = equals + 1 + matchAt(/[ \t]*/y, toml, equals + 1).length;
      if (!inTable) {
        const items = toml[value] === '[' ? arrayItems(toml, value) : [];
        note(position, {
          value: placeAt(toml, value),
          items: items.map((item) => placeAt(toml, item)),
        });
      }
      position = skipValue(toml, value);
    }
    position = skipBlank(toml, position);
  }
  return places;
}

/** The place of an offset. */
export function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}

function matchAt(sticky: RegExp, text: string, position: number): string {
  sticky.lastIndex = position;
  return sticky.exec(text)?.[0] ?? '';
}

/** Skips white space, line ends and comments. */
function skipBlank(toml: string, position: number): number {
  return position + matchAt(/(?:[ \t\r\n]|#[^\n]*)*/y, toml, position).length;
}

function skipString(toml: string, position: number): number {
  const form = /"""(?:\\[\s\S]|[^\\])*?"""(?!")|'''[\s\S]*?'''(?!')|"(?:\\.|[^"\\\n])*"|'[^'\n]*'/y;
  const found = matchAt(form, toml, position);
  return position + Math.max(found.length, 1);
}

/** The first `wanted` that is in no string, or the end. */
function skipTo(toml: string, start: number, wanted: string): number {
  let position = start;
  while (position < toml.length && toml[position] !== wanted) {
    position = /["']/.test(toml[position] ?? '') ? skipString(toml, position) : position + 1;
  }
  return position;
}

function skipValue(toml: string, position: number): number {
  const first = toml[position] ?? '';
  if (first === '"' || first === "'") return skipString(toml, position);
  if (first === '[' || first === '{') return skipNested(toml, position);
  return position + matchAt(/[^,\]}\n#]*/y, toml, position).length;
}

function skipNested(toml: string, start: number): number {
  const close = toml[start] === '[' ? ']' : '}';
  let position = skipBlank(toml, start + 1);
  while (position < toml.length && toml[position] !== close) {
    const plain = matchAt(/[^"'[\]{}#\n]+/y, toml, position).length;
    const next = plain > 0 ? position + plain : skipValue(toml, position);
    position = skipBlank(toml, Math.max(next, position + 1));
  }
  return position + 1;
}

function arrayItems(toml: string, start: number): readonly number[] {
  const items: number[] = [];
  let position = skipBlank(toml, start + 1);
  while (position < toml.length && toml[position] !== ']') {
    items.push(position);
    position = skipBlank(toml, skipValue(toml, position));
    if (toml[position] === ',') position = skipBlank(toml, position + 1);
  }
  return items;
}
