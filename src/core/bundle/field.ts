import type { Refusal } from '../refusal.ts';
import { asOneLine, asQuote, fromOneLine, fromQuote, withPlainBreaks } from '../text/inert-text.ts';
import { locationFault, splice } from './edit.ts';
import type { MarkdownFile, Region } from './markdown-file.ts';

/** A line of the form `Key: value` or `- Key: value`, with the lines that continue its value. */
export interface Field {
  readonly key: string;
  /** The value as its writer gave it, without the forms of Markdown. */
  readonly value: string;
  /** Number of the line with the key. */
  readonly line: number;
  /** Number of the line after the value's last line. */
  readonly after: number;
  /** Span of the value in the file's text: from behind the colon to the end of its last line. */
  readonly start: number;
  readonly end: number;
}

const fieldLine =
  /^ {0,3}(?:[-*+] +)?(?:\*\*)?([A-Za-z][A-Za-z /-]{0,40}?)(?:\*\*)?:(?:\*\*)?(?:[ \t]+(.*))?$/;

/** All fields of a region, in order. */
export function readFields(file: MarkdownFile, region: Region): Field[] {
  const fields: Field[] = [];
  for (let line = region.from; line < region.to; line += 1) {
    const field = readField(file, line, region.to);
    if (field === undefined) continue;
    fields.push(field);
    line = field.after - 1;
  }
  return fields;
}

function readField(file: MarkdownFile, number: number, limit: number): Field | undefined {
  const line = file.lines[number];
  const match = line === undefined || line.inert ? null : fieldLine.exec(line.text);
  if (line === undefined || match === null) return undefined;
  const first = (match[2] ?? '').trim();
  const colon = line.start + line.text.length - (match[2] ?? '').length;
  const after = afterValue(file, number + 1, { limit, quoted: first === '' });
  const rest = file.lines.slice(number + 1, after).map(({ text }) => text);
  const value =
    first === ''
      ? fromQuote(rest)
      : fromOneLine([first, ...rest.map((text) => text.trim())].join(' '));
  const start = match[2] === undefined ? line.end : startOfValue(file.text, colon);
  return {
    key: match[1] ?? '',
    value,
    line: number,
    after,
    start,
    end: file.lines[after - 1]?.end ?? line.end,
  };
}

/** A value begins right behind the colon, so that replacing it replaces the space too. */
function startOfValue(text: string, offset: number): number {
  let start = offset;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start -= 1;
  return start;
}

function afterValue(
  file: MarkdownFile,
  from: number,
  { limit, quoted }: { limit: number; quoted: boolean },
): number {
  let line = from;
  while (line < limit && continues(file, line, quoted)) line += 1;
  return line;
}

/** A value goes on in quoted lines when its first line is empty, else in the lines of its paragraph. */
function continues(file: MarkdownFile, number: number, quoted: boolean): boolean {
  const line = file.lines[number];
  if (line === undefined || line.inert || line.heading !== undefined) return false;
  if (quoted) return /^\s*>/.test(line.text);
  return (
    line.text.trim() !== '' &&
    !/^\s*(?:[-*+>|]|\d+[.)])(?:\s|$)|^\s*(?:<!--|\||>)/.test(line.text) &&
    !fieldLine.test(line.text)
  );
}

/** A value as written behind the colon of its key: on the line, or as a quote below it. */
export function writeValue(value: string, lineEnd: string): string {
  const plain = withPlainBreaks(value);
  if (!plain.includes('\n')) return ` ${asOneLine(plain)}`.trimEnd();
  return ['', ...asQuote(plain).map((line) => `  ${line}`)].join(lineEnd);
}

/** The lines of a listed field of a new entry. */
export function writeField(key: string, text: string): string[] {
  return `- ${key}:${writeValue(text, '\n')}`.split('\n');
}

/** The lines of a listed field whose text is kept verbatim, as a quote. */
export function writeQuotedField(key: string, text: string): string[] {
  return [`- ${key}:`, ...asQuote(text).map((line) => `  ${line}`)];
}

/** A change of one field. */
export interface FieldChange {
  readonly key: string;
  readonly value: string;
}

/** The text of a file with the value of the one field `key` in a region replaced; `location` names the region. */
export function replaceField(
  file: MarkdownFile,
  region: Region,
  { key, value, location }: FieldChange & { readonly location: string },
): string | Refusal {
  const matches = readFields(file, region).filter((field) => field.key === key);
  const [field] = matches;
  if (field === undefined || matches.length > 1) {
    return locationFault(file.path, `\`${key}:\` in ${location}`, matches.length);
  }
  return splice(file.text, field, writeValue(value, file.lineEnd));
}
