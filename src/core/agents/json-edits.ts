import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser';
import { sameJson } from '../same-json.ts';

/** The place of a value in a document of JSON: names of properties and positions in lists. */
export type JsonPath = readonly (string | number)[];

/** Reads JSON that may hold comments and trailing commas; undefined when it is broken or empty. */
export function readJsonc(text: string): Node | undefined {
  const errors: ParseError[] = [];
  // A byte order mark keeps its place.
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  return errors.length === 0 ? root : undefined;
}

/** A value that is put into a container: into an object under its name. */
export interface Insertion {
  readonly name?: string;
  readonly value: unknown;
}

/**
 * Puts a value first into the object or list at a path. Nothing else changes, and `takeOut` finds from the text alone
 * what was there before: a container that was empty keeps a mark, blanks at the end of a line.
 */
export function putIn(text: string, path: JsonPath, insertion: Insertion): string {
  const container = nodeAt(text, path);
  if (container === undefined) throw new Error(`no value at ${path.join('.')}`);
  const { line, unit } = manner(text);
  const outer = unit.repeat(path.length);
  const own = `${line}${outer}${unit}${written(insertion, { line, unit, depth: path.length + 1 })}`;
  const open = container.offset + 1;
  const rest = text.slice(open);
  if ((container.children ?? []).length > 0) return `${text.slice(0, open)}${own},${rest}`;
  const isBare = rest[0] === '}' || rest[0] === ']';
  return `${text.slice(0, open)}${own}${isBare ? `\t${line}${outer}` : ' '}${rest}`;
}

/**
 * Takes a value out again; undefined when the document was nothing but it. A container that stood for it alone goes with
 * it, unless somebody has written a comment there.
 */
export function takeOut(text: string, path: JsonPath): string | undefined {
  const value = nodeAt(text, path);
  if (path.length === 0) return undefined;
  const entry = value?.parent?.type === 'property' ? value.parent : value;
  const container = entry?.parent;
  if (entry === undefined || container === undefined) return text;
  const end = entry.offset + entry.length;
  const start = afterLastWord(text, entry.offset);
  const comma = nextComma(text, end);
  if (comma !== undefined) return joined(text.slice(0, start), text.slice(comma + 1));
  const siblings = container.children ?? [];
  const before = siblings[siblings.indexOf(entry) - 1];
  if (before !== undefined) {
    const from = before.offset + before.length;
    const last = nextComma(text, from) ?? from - 1;
    return joined(`${text.slice(0, last)}${text.slice(last + 1, start)}`, text.slice(end));
  }
  const close = container.offset + container.length - 1;
  const tail = text.slice(end, close);
  const whole = (inner: string) => joined(text.slice(0, start), `${inner}${text.slice(close)}`);
  if (tail.startsWith('\t')) return whole('');
  if (tail.startsWith(' ')) return whole(tail.slice(1));
  const around = [text.slice(container.offset + 1, entry.offset), tail];
  if (path.length === 1) around.push(text.slice(0, container.offset), text.slice(close + 1));
  return around.every((words) => words.trim() === '')
    ? takeOut(text, path.slice(0, -1))
    : whole(tail);
}

/** Two pieces of a document; a comment at the end of the first does not swallow what begins the second. */
function joined(first: string, second: string): string {
  const apart = `${first}${/\r\n|\n/.exec(first)?.[0] ?? '\n'}${second}`;
  const together = first + second;
  return sameJson(contentOf(together), contentOf(apart)) ? together : apart;
}

function contentOf(text: string): unknown {
  const root = readJsonc(text);
  return root === undefined ? undefined : (getNodeValue(root) as unknown);
}

/** Whether a name on the way to a place is there twice, so that programs differ in which of the two they read. */
export function isAmbiguous(text: string, path: JsonPath): boolean {
  let node = readJsonc(text);
  for (const key of path) {
    const named = (node?.children ?? []).filter(({ children }) => children?.[0]?.value === key);
    if (named.length > 1) return true;
    node = named[0]?.children?.[1];
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
function manner(text: string): { readonly line: string; readonly unit: string } {
  const line = /\r\n|\n/.exec(text)?.[0] ?? '\n';
  const units = [...text.matchAll(/\n([ \t]+)["[{]/g)].map(([, unit = '']) => unit);
  const [shortest = '  '] = units.sort((left, right) => left.length - right.length);
  return { line, unit: shortest.startsWith('\t') ? '\t' : shortest };
}

interface Manner {
  readonly line: string;
  readonly unit: string;
  readonly depth: number;
}

function written({ name, value }: Insertion, { line, unit, depth }: Manner): string {
  const json = JSON.stringify(value, undefined, unit).replaceAll('\n', line + unit.repeat(depth));
  return name === undefined ? json : `${JSON.stringify(name)}: ${json}`;
}

function afterLastWord(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && /\s/.test(text[at - 1] ?? '')) at -= 1;
  return at;
}

/** The comma that follows a value, past blanks and comments. */
function nextComma(text: string, offset: number): number | undefined {
  const between = /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*,/.exec(text.slice(offset));
  return between === null ? undefined : offset + between[0].length - 1;
}
