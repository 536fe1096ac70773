import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser';
import { sameJson } from '../same-json.ts';

/** The path of a value in a JSON document: names of properties and positions in lists. */
export type JsonPath = readonly (string | number)[];

/** Reads JSON that may hold comments and trailing commas; undefined when it is broken or empty. */
export function readJsonc(text: string): Node | undefined {
  const errors: ParseError[] = [];
  // A byte order mark keeps its place.
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  return errors.length === 0 ? root : undefined;
}

/** A value to insert into a list, or under its name into an object. */
export interface Insertion {
  readonly name?: string;
  readonly value: unknown;
}

/**
 * Inserts a value first into the object or list at a path. Nothing else changes, and `removeValue` restores from the
 * text alone what was there before: a container that was empty keeps a mark, blanks at the end of a line.
 */
export function insertValue(text: string, path: JsonPath, insertion: Insertion): string {
  const container = nodeAt(text, path);
  if (container === undefined) throw new Error(`no value at ${path.join('.')}`);
  const { line, unit } = formattingOf(text);
  const outer = unit.repeat(path.length);
  const own = `${line}${outer}${unit}${serialize(insertion, { line, unit, depth: path.length + 1 })}`;
  const open = container.offset + 1;
  const rest = text.slice(open);
  if ((container.children ?? []).length > 0) return `${text.slice(0, open)}${own},${rest}`;
  const isBare = rest[0] === '}' || rest[0] === ']';
  return `${text.slice(0, open)}${own}${isBare ? `\t${line}${outer}` : ' '}${rest}`;
}

/**
 * Removes a value; undefined when the document held nothing else. A container that held only this value is removed with
 * it, unless somebody has written a comment there.
 */
export function removeValue(text: string, path: JsonPath): string | undefined {
  const value = nodeAt(text, path);
  if (path.length === 0) return undefined;
  const entry = value?.parent?.type === 'property' ? value.parent : value;
  const container = entry?.parent;
  if (entry === undefined || container === undefined) return text;
  const end = entry.offset + entry.length;
  const start = endOfPrecedingText(text, entry.offset);
  const comma = nextComma(text, end);
  if (comma !== undefined) return concatenate(text.slice(0, start), text.slice(comma + 1));
  const siblings = container.children ?? [];
  const before = siblings[siblings.indexOf(entry) - 1];
  if (before !== undefined) {
    const previousEnd = before.offset + before.length;
    const last = nextComma(text, previousEnd) ?? previousEnd - 1;
    return concatenate(`${text.slice(0, last)}${text.slice(last + 1, start)}`, text.slice(end));
  }
  const close = container.offset + container.length - 1;
  const tail = text.slice(end, close);
  const replaceInner = (inner: string) =>
    concatenate(text.slice(0, start), `${inner}${text.slice(close)}`);
  if (tail.startsWith('\t')) return replaceInner('');
  if (tail.startsWith(' ')) return replaceInner(tail.slice(1));
  const surroundings = [text.slice(container.offset + 1, entry.offset), tail];
  if (path.length === 1) surroundings.push(text.slice(0, container.offset), text.slice(close + 1));
  return surroundings.every((blanks) => blanks.trim() === '')
    ? removeValue(text, path.slice(0, -1))
    : replaceInner(tail);
}

/** Joins two parts of a document, on separate lines where a comment would swallow the start of the second. */
function concatenate(first: string, second: string): string {
  const separated = `${first}${/\r\n|\n/.exec(first)?.[0] ?? '\n'}${second}`;
  const adjacent = first + second;
  return sameJson(parse(adjacent), parse(separated)) ? adjacent : separated;
}

function parse(text: string): unknown {
  const root = readJsonc(text);
  return root === undefined ? undefined : (getNodeValue(root) as unknown);
}

/** True when a name on the path occurs twice, so that programs differ in which of the two they read. */
export function isAmbiguous(text: string, path: JsonPath): boolean {
  let node = readJsonc(text);
  for (const key of path) {
    const properties = (node?.children ?? []).filter(
      ({ children }) => children?.[0]?.value === key,
    );
    if (properties.length > 1) return true;
    node = properties[0]?.children?.[1];
  }
  return false;
}

/** A new document that holds a value. */
export function newDocument(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function nodeAt(text: string, path: JsonPath): Node | undefined {
  const root = readJsonc(text);
  return root === undefined ? undefined : findNodeAtLocation(root, [...path]);
}

/** How the document ends its lines and indents them. */
function formattingOf(text: string): { readonly line: string; readonly unit: string } {
  const line = /\r\n|\n/.exec(text)?.[0] ?? '\n';
  const units = [...text.matchAll(/\n([ \t]+)["[{]/g)].map(([, unit = '']) => unit);
  const [shortest = '  '] = units.sort((left, right) => left.length - right.length);
  return { line, unit: shortest.startsWith('\t') ? '\t' : shortest };
}

interface Formatting {
  readonly line: string;
  readonly unit: string;
  readonly depth: number;
}

function serialize({ name, value }: Insertion, { line, unit, depth }: Formatting): string {
  const json = JSON.stringify(value, undefined, unit).replaceAll('\n', line + unit.repeat(depth));
  return name === undefined ? json : `${JSON.stringify(name)}: ${json}`;
}

function endOfPrecedingText(text: string, offset: number): number {
  let end = offset;
  while (end > 0 && /\s/.test(text[end - 1] ?? '')) end -= 1;
  return end;
}

/** The comma that follows a value, past blanks and comments. */
function nextComma(text: string, offset: number): number | undefined {
  const between = /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*,/.exec(text.slice(offset));
  return between === null ? undefined : offset + between[0].length - 1;
}
