import type { Refusal } from '../refusal.ts';
import { fromOneLine } from '../text/inert-text.ts';
import { locationFault, splice } from './edit.ts';
import { type EntryKind, kindOfId } from './entry-id.ts';
import { type Field, type FieldChange, readFields, replaceField } from './field.ts';
import { lastNonBlank, type MarkdownFile, type Region, regionBelow } from './markdown-file.ts';

/** How an entry is written: below a heading of its own, as an item of a list, or as a row of a table. */
export type EntryForm = 'heading' | 'item' | 'row';

/** Something recorded under an id, as read from its file. */
export interface Entry {
  readonly id: string;
  readonly kind: EntryKind;
  /** The random key that distinguishes it from an entry of another branch with the same id; none when somebody else wrote it. */
  readonly key?: string;
  /** Further pairs of the key's comment, such as the digest of the options as they were shown. */
  readonly marks: Readonly<Record<string, string>>;
  readonly path: string;
  readonly form: EntryForm;
  /** The text behind the id on its line. */
  readonly title: string;
  readonly fields: readonly Field[];
  /** The entry's lines, the one with the id first. */
  readonly region: Region;
  /** Span of the id in the file's text. */
  readonly idSpan: { readonly start: number; readonly end: number };
  /** Span of the comment with the key; empty, and where it belongs, when there is none. */
  readonly keySpan: { readonly start: number; readonly end: number };
}

const idPattern = String.raw`(?:\*\*)?([ADRQSE]\d{3,6}|ACT-\d{3,6}|P\d{2,6})(?:\*\*)?(?![\w-])`;
const opening: Readonly<Record<EntryForm, RegExp>> = {
  heading: new RegExp(`^( {0,3}#{1,6}[ \\t]+)${idPattern}(.*)$`),
  item: new RegExp(`^( {0,1}[-*+] +)${idPattern}(.*)$`),
  row: new RegExp(`^( {0,3}\\|[ \\t]*)${idPattern}([^|]*)\\|`),
};
/** Rejects most lines by their first characters. */
const possibleEntry = /^ {0,3}[#|*+-][^0-9]*\d/;
const keyComment = /[ \t]*<!--\s*((?:[a-z]+:[0-9a-z]+\s*)+)-->/;

/** The entries of a kind in a region, in order, that have one of the forms. */
export function readEntries(
  file: MarkdownFile,
  kind: EntryKind,
  {
    region = { from: 0, to: file.lines.length },
    forms,
  }: { region?: Region; forms: readonly EntryForm[] },
): Entry[] {
  const entries: Entry[] = [];
  for (let line = region.from; line < region.to; line += 1) {
    const entry = readEntry(file, line, forms);
    if (entry?.kind === kind) entries.push(entry);
  }
  return entries;
}

function readEntry(
  file: MarkdownFile,
  number: number,
  forms: readonly EntryForm[],
): Entry | undefined {
  const line = file.lines[number];
  if (line === undefined || line.inert || !possibleEntry.test(line.text)) return undefined;
  for (const form of forms) {
    const match = opening[form].exec(line.text);
    const kind = match === null ? undefined : kindOfId(match[2] ?? '');
    if (match === null || kind === undefined) continue;
    const [, before = '', id = '', rest = ''] = match;
    const idStart = line.start + line.text.indexOf(id, before.length);
    const tail = line.start + (match[0].length - (form === 'row' ? 1 : 0)) - rest.length;
    const region = { from: number, to: endOfEntry(file, number, form) };
    const comment = keyComment.exec(rest);
    const text = comment === null ? rest : rest.replace(comment[0], '');
    const marks = readMarks(comment?.[1] ?? '');
    return {
      id,
      kind,
      ...(marks['key'] === undefined ? {} : { key: marks['key'] }),
      marks,
      path: file.path,
      form,
      title: titleOf(form === 'row' ? cellsAfterId(line.text) : text),
      fields: form === 'row' ? [] : readFields(file, { from: number + 1, to: region.to }),
      region,
      idSpan: { start: idStart, end: idStart + id.length },
      keySpan: keySpanIn({ tail, rest, comment, form }),
    };
  }
  return undefined;
}

function titleOf(text: string): string {
  return fromOneLine(text.replace(/^[\s:.—–-]+/u, '').replace(/[ \t]+#+[ \t]*$/, ''));
}

/** The cells of a row behind the one with the id. */
function cellsAfterId(row: string): string {
  const [, ...cells] = row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/);
  return cells.map((cell) => cell.trim()).join(' | ');
}

function keySpanIn(head: {
  tail: number;
  rest: string;
  comment: RegExpExecArray | null;
  form: EntryForm;
}): { start: number; end: number } {
  const { tail, rest, comment, form } = head;
  if (comment !== null) {
    return { start: tail + comment.index, end: tail + comment.index + comment[0].length };
  }
  const offset = tail + (form === 'heading' ? rest.trimEnd().length : 0);
  return { start: offset, end: offset };
}

function readMarks(comment: string): Record<string, string> {
  return Object.fromEntries(
    [...comment.matchAll(/([a-z]+):([0-9a-z]+)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

function endOfEntry(file: MarkdownFile, start: number, form: EntryForm): number {
  if (form === 'row') return start + 1;
  if (form === 'heading') return regionBelow(file, start).to;
  let end = start + 1;
  while (end < file.lines.length && belongsToItem(file, end)) end += 1;
  return (lastNonBlank(file, { from: start, to: end }) ?? start) + 1;
}

function belongsToItem(file: MarkdownFile, number: number): boolean {
  const line = file.lines[number];
  if (line === undefined || line.heading !== undefined) return false;
  return line.text.trim() === '' || /^(?: {2}|\t)/.test(line.text);
}

/** The value of an entry's field, or undefined when there is none; the first of several. */
export function fieldOf(entry: Entry, ...keys: readonly string[]): string | undefined {
  return entry.fields.find(({ key }) =>
    keys.some((name) => name.toLowerCase() === key.toLowerCase()),
  )?.value;
}

/** The location of an entry, which differs even from that of another entry with the same id. */
export function entryLocation({ path, region }: Entry): string {
  return `${path}:${region.from}`;
}

/** The lines of an entry below the one with the id. */
export function bodyOf(file: MarkdownFile, entry: Entry): readonly string[] {
  return file.lines.slice(entry.region.from + 1, entry.region.to).map(({ text }) => text);
}

/** The file's text with a field of the entry replaced, refused unless it occurs there once. */
export function replaceEntryField(
  file: MarkdownFile,
  entry: Entry,
  change: FieldChange,
): string | Refusal {
  const region = { from: entry.region.from + 1, to: entry.region.to };
  const existing = entry.fields.find(({ key }) => key.toLowerCase() === change.key.toLowerCase());
  return replaceField(file, region, {
    ...change,
    key: existing?.key ?? change.key,
    location: `the entry ${entry.id}`,
  });
}

/** The file's text with lines added at the end of an entry. */
export function extendEntry(
  file: MarkdownFile,
  entry: Entry,
  lines: readonly string[],
): string | Refusal {
  if (entry.form === 'row')
    return locationFault(file.path, `room for more in the entry ${entry.id}`, 0);
  const last = lastNonBlank(file, entry.region) ?? entry.region.from;
  const end = file.lines[last]?.end ?? file.text.length;
  const indent = entry.form === 'item' ? '  ' : '';
  const lastIsField = entry.fields.some(({ after }) => after === last + 1);
  const gap =
    last === entry.region.from || !lastIsField
      ? file.lineEnd.repeat(entry.form === 'item' ? 1 : 2)
      : file.lineEnd;
  const block = lines.map((line) => indent + line).join(file.lineEnd);
  return splice(file.text, { start: end, end }, gap + block);
}

/** The comment that carries an entry's key and marks. */
export function writeKey(marks: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(marks).map(([name, value]) => `${name}:${value}`);
  return ` <!-- ${pairs.join(' ')} -->`;
}

/** The file's text with an entry's key and marks set. */
export function replaceMarks(
  file: MarkdownFile,
  entry: Entry,
  marks: Readonly<Record<string, string>>,
): string {
  return splice(file.text, entry.keySpan, writeKey(marks));
}
