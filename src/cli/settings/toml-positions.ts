/** A position in a text: both 1-based, the column counted in UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Where a top-level key of a TOML document stands, and its value. */
export interface TomlPositions {
  readonly key: TextPosition;
  readonly value: TextPosition;
  /** The elements, where the value is an array. */
  readonly items: readonly TextPosition[];
}

/**
 * Finds the top-level keys of a TOML document that a parser has accepted; a table counts by the first part of its
 * name. `readKey` gives the name that a quoted key stands for.
 */
export function findTomlPositions(
  toml: string,
  readKey: (quoted: string) => string,
): ReadonlyMap<string, TomlPositions> {
  const positions = new Map<string, TomlPositions>();
  const note = (start: number, rest: Omit<TomlPositions, 'key'>) => {
    const written = /^["']/.test(toml.slice(start, start + 1))
      ? readKey(toml.slice(start, skipString(toml, start)))
      : matchAt(/[\w-]*/y, toml, start);
    if (!positions.has(written)) positions.set(written, { key: positionAt(toml, start), ...rest });
  };
  let position = skipBlank(toml, 0);
  let inTable = false;
  while (position < toml.length) {
    if (toml[position] === '[') {
      const start = position + matchAt(/\[{1,2}[ \t]*/y, toml, position).length;
      note(start, { value: positionAt(toml, start), items: [] });
      inTable = true;
      position = skipTo(toml, start, '\n');
    } else {
      const equals = skipTo(toml, position, '=');
      const value = equals + 1 + matchAt(/[ \t]*/y, toml, equals + 1).length;
      if (!inTable) {
        const items = toml[value] === '[' ? arrayItems(toml, value) : [];
        note(position, {
          value: positionAt(toml, value),
          items: items.map((item) => positionAt(toml, item)),
        });
      }
      position = skipValue(toml, value);
    }
    position = skipBlank(toml, position);
  }
  return positions;
}

/** Returns the position of an offset. */
export function positionAt(text: string, offset: number): TextPosition {
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
  const text = matchAt(form, toml, position);
  return position + Math.max(text.length, 1);
}

/** The first such character that is in no string, or the end. */
function skipTo(toml: string, start: number, character: string): number {
  let position = start;
  while (position < toml.length && toml[position] !== character) {
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
