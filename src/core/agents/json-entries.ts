import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import { sameJson } from '../same-json.ts';
import type { JsonEntry, JsonFile, SetupHost } from './host-setup.ts';
import { ownHook } from './host-setup.ts';
import { insertValue, type JsonPath, newDocument, readJsonc, removeValue } from './json-edits.ts';

/** The edited text, undefined when nothing is left of it, and notes on what was left unchanged. */
export interface EditedText {
  readonly text: string | undefined;
  readonly notes: readonly string[];
}

/** Adds our entries to a file in place of earlier ones of ours. An entry of somebody else's stays. */
export function addEntries(text: string | undefined, file: JsonFile, host: SetupHost): EditedText {
  if (text === undefined) return { text: wholeDocument(file), notes: [] };
  const notes: string[] = [];
  let edited = text;
  for (const entry of file.entries) {
    const existing = findEntry(edited, entry, host);
    if (existing === 'foreign') {
      notes.push(`${[...entry.path, entry.name].join('.')} is set by somebody else and stays`);
      continue;
    }
    const [first, ...others] = existing;
    if (first !== undefined && others.length === 0 && isPresent(edited, first, entry)) {
      continue;
    }
    const cleared = removeAll(edited, entry, host);
    edited =
      cleared === undefined
        ? wholeDocument({ ...file, entries: [entry] })
        : insertEntry(cleared, entry);
  }
  return { text: edited, notes };
}

/** Removes our entries from a file; undefined when the file was made for nothing else. */
export function removeEntries(text: string, file: JsonFile, host: SetupHost): string | undefined {
  let edited: string | undefined = text;
  for (const entry of file.entries) {
    if (edited === undefined) return undefined;
    edited = removeAll(edited, entry, host);
  }
  const isBare = file.skeleton !== undefined && edited === newDocument(file.skeleton);
  return isBare && edited !== text && beginsWithSkeleton(text, file) ? undefined : edited;
}

/** In a file that we have made, what it must hold comes first; in another file ours does. */
function beginsWithSkeleton(text: string, { skeleton = {} }: JsonFile): boolean {
  const content = valueAt(text, []);
  return Object.keys(content as object)[0] === Object.keys(skeleton)[0];
}

/** The paths of our entry in a text; `foreign` when another value has its name. */
function findEntry(
  text: string,
  { path, name, value }: JsonEntry,
  host: SetupHost,
): (string | number)[][] | 'foreign' {
  const container = valueAt(text, path);
  // A container that is not there yet is made; any other value is somebody else's.
  const outer = path.map((_, index) => valueAt(text, path.slice(0, index)));
  if (outer.some((ancestor) => ancestor !== undefined && !isObject(ancestor))) return 'foreign';
  if (name !== undefined) {
    if (container !== undefined && !isObject(container)) return 'foreign';
    const existing = (container as Record<string, unknown> | undefined)?.[name];
    if (existing === undefined) return [];
    return sameJson(existing, value) || isOwnServer(existing) ? [[...path, name]] : 'foreign';
  }
  if (container === undefined) return [];
  if (!Array.isArray(container)) return 'foreign';
  return container.flatMap((element, index) => pathsIn(element, [...path, index], host));
}

/** A group of hooks in which somebody has put hooks of theirs beside ours is not ours; ours in it are. */
function pathsIn(
  group: unknown,
  path: readonly (string | number)[],
  host: SetupHost,
): (string | number)[][] {
  const isOwn = (value: unknown) => JSON.stringify(value).includes(ownHook(host));
  if (!isOwn(group)) return [];
  const inner = isObject(group) ? (group as Record<string, unknown>)['hooks'] : undefined;
  const hooks: readonly unknown[] = Array.isArray(inner) ? inner : [];
  if (hooks.every(isOwn)) return [[...path]];
  return hooks.flatMap((value, index) => (isOwn(value) ? [[...path, 'hooks', index]] : []));
}

/** Whether the value at a location is the one that we would write; a server may hold further settings of its user. */
function isPresent(text: string, location: JsonPath, { path, name, value }: JsonEntry): boolean {
  const existing = valueAt(text, location);
  if (name !== undefined && isObject(existing))
    return sameJson(existing, { ...(existing as object), ...(value as object) });
  if (location.length === path.length + 1) return sameJson(existing, value);
  const group = valueAt(text, location.slice(0, path.length + 1)) as object;
  return sameJson({ ...group, hooks: [existing] }, value);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOwnServer(value: unknown): boolean {
  const { command, args = [] } = (value ?? {}) as { command?: unknown; args?: unknown };
  return JSON.stringify([command, args].flat()) === '["discuss","mcp"]';
}

function removeAll(text: string, entry: JsonEntry, host: SetupHost): string | undefined {
  let edited: string | undefined = text;
  for (;;) {
    const existing = findEntry(edited, entry, host);
    const [path] = existing === 'foreign' ? [] : existing;
    if (path === undefined) return edited;
    edited = removeValue(edited, path);
    if (edited === undefined) return undefined;
  }
}

/** Inserts an entry, with the containers that are missing around it. */
function insertEntry(text: string, { path, name, value }: JsonEntry): string {
  const depth = path.findIndex((_, index) => valueAt(text, path.slice(0, index + 1)) === undefined);
  const named = name === undefined ? {} : { name };
  if (depth === -1) return insertValue(text, path, { value, ...named });
  const missing = nest({ path: path.slice(depth + 1), value, ...named });
  return insertValue(text, path.slice(0, depth), { name: String(path[depth]), value: missing });
}

function wholeDocument({ skeleton = {}, entries: [first, ...others] }: JsonFile): string {
  const initial = { ...skeleton, ...(first === undefined ? {} : (nest(first) as object)) };
  return others.reduce((text, entry) => append(text, entry), newDocument(initial));
}

function nest({ path, name, value }: JsonEntry): unknown {
  const inner = name === undefined ? [value] : { [name]: value };
  return path.reduceRight<unknown>((nested, key) => ({ [key]: nested }), inner);
}

function append(text: string, entry: JsonEntry): string {
  const content = valueAt(text, []) as Record<string, unknown>;
  return newDocument(merge(content, nest(entry) as Record<string, unknown>));
}

function merge(
  base: Record<string, unknown>,
  additions: Record<string, unknown>,
): Record<string, unknown> {
  const merged = { ...base };
  for (const [key, value] of Object.entries(additions)) {
    const existing = merged[key];
    const isInner = typeof existing === 'object' && existing !== null && !Array.isArray(existing);
    merged[key] = isInner
      ? merge(existing as Record<string, unknown>, value as Record<string, unknown>)
      : value;
  }
  return merged;
}

function valueAt(text: string, path: readonly (string | number)[]): unknown {
  const root = readJsonc(text);
  const node = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
  return node === undefined ? undefined : (getNodeValue(node) as unknown);
}
