import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import { sameJson } from '../same-json.ts';
import type { JsonEntry, JsonFile, SetupHost } from './host-setup.ts';
import { ownHook } from './host-setup.ts';
import { type JsonPath, newDocument, putIn, readJsonc, takeOut } from './json-edits.ts';

/** What became of a text: the new one, none when nothing is left of it, and what was left alone. */
export interface Edited {
  readonly text: string | undefined;
  readonly notes: readonly string[];
}

/** Puts our entries into a file; a text of ours from before gives way. An entry of somebody else's stays. */
export function addEntries(text: string | undefined, file: JsonFile, host: SetupHost): Edited {
  if (text === undefined) return { text: wholeDocument(file), notes: [] };
  const notes: string[] = [];
  let edited = text;
  for (const entry of file.entries) {
    const known = find(edited, entry, host);
    if (known === 'foreign') {
      notes.push(`${[...entry.path, entry.name].join('.')} is set by somebody else and stays`);
      continue;
    }
    const [first, ...others] = known;
    if (first !== undefined && others.length === 0 && isPresent(edited, first, entry)) {
      continue;
    }
    const cleared = removeAll(edited, entry, host);
    edited =
      cleared === undefined ? wholeDocument({ ...file, entries: [entry] }) : put(cleared, entry);
  }
  return { text: edited, notes };
}

/** Takes our entries out of a file, and the file away when it was made for nothing else. */
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

/** The places of our entry in a text; `foreign` when another value has its name. */
function find(
  text: string,
  { path, name, value }: JsonEntry,
  host: SetupHost,
): (string | number)[][] | 'foreign' {
  const container = valueAt(text, path);
  // A container that is not there yet is made; any other value is somebody else's.
  const outer = path.map((_, index) => valueAt(text, path.slice(0, index)));
  if (outer.some((one) => one !== undefined && !isObject(one))) return 'foreign';
  if (name !== undefined) {
    if (container !== undefined && !isObject(container)) return 'foreign';
    const known = (container as Record<string, unknown> | undefined)?.[name];
    if (known === undefined) return [];
    return sameJson(known, value) || isOwnServer(known) ? [[...path, name]] : 'foreign';
  }
  if (container === undefined) return [];
  if (!Array.isArray(container)) return 'foreign';
  return container.flatMap((one, index) => placesIn(one, [...path, index], host));
}

/** A group of hooks in which somebody has put hooks of theirs beside ours is not ours; ours in it are. */
function placesIn(
  group: unknown,
  path: readonly (string | number)[],
  host: SetupHost,
): (string | number)[][] {
  const isOwn = (one: unknown) => JSON.stringify(one).includes(ownHook(host));
  if (!isOwn(group)) return [];
  const inner = isObject(group) ? (group as Record<string, unknown>)['hooks'] : undefined;
  const hooks: readonly unknown[] = Array.isArray(inner) ? inner : [];
  if (hooks.every(isOwn)) return [[...path]];
  return hooks.flatMap((one, index) => (isOwn(one) ? [[...path, 'hooks', index]] : []));
}

/** Whether what stands at a place is what we would put there; a server may say more, as its user has set it. */
function isPresent(text: string, place: JsonPath, { path, name, value }: JsonEntry): boolean {
  const found = valueAt(text, place);
  if (name !== undefined && isObject(found))
    return sameJson(found, { ...(found as object), ...(value as object) });
  if (place.length === path.length + 1) return sameJson(found, value);
  const group = valueAt(text, place.slice(0, path.length + 1)) as object;
  return sameJson({ ...group, hooks: [found] }, value);
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
    const found = find(edited, entry, host);
    const [place] = found === 'foreign' ? [] : found;
    if (place === undefined) return edited;
    edited = takeOut(edited, place);
    if (edited === undefined) return undefined;
  }
}

/** Puts an entry in, with the containers that are missing around it. */
function put(text: string, { path, name, value }: JsonEntry): string {
  const depth = path.findIndex((_, index) => valueAt(text, path.slice(0, index + 1)) === undefined);
  if (depth === -1) return putIn(text, path, { value, ...(name === undefined ? {} : { name }) });
  const inner = name === undefined ? [value] : { [name]: value };
  const nested = path
    .slice(depth + 1)
    .reduceRight<unknown>((held, key) => ({ [key]: held }), inner);
  return putIn(text, path.slice(0, depth), { name: String(path[depth]), value: nested });
}

function wholeDocument({ skeleton = {}, entries: [first, ...others] }: JsonFile): string {
  const begun = { ...skeleton, ...(first === undefined ? {} : (nest(first) as object)) };
  return others.reduce((text, entry) => append(text, entry), newDocument(begun));
}

function nest({ path, name, value }: JsonEntry): unknown {
  const inner = name === undefined ? [value] : { [name]: value };
  return path.reduceRight<unknown>((held, key) => ({ [key]: held }), inner);
}

function append(text: string, entry: JsonEntry): string {
  const content = valueAt(text, []) as Record<string, unknown>;
  return newDocument(merge(content, nest(entry) as Record<string, unknown>));
}

function merge(
  into: Record<string, unknown>,
  more: Record<string, unknown>,
): Record<string, unknown> {
  const merged = { ...into };
  for (const [key, value] of Object.entries(more)) {
    const known = merged[key];
    const isInner = typeof known === 'object' && known !== null && !Array.isArray(known);
    merged[key] = isInner
      ? merge(known as Record<string, unknown>, value as Record<string, unknown>)
      : value;
  }
  return merged;
}

function valueAt(text: string, path: readonly (string | number)[]): unknown {
  const root = readJsonc(text);
  const node = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
  return node === undefined ? undefined : (getNodeValue(node) as unknown);
}
