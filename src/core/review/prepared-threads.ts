import type { BlockLines } from '../anchor/anchor.ts';
import type { Author } from '../author.ts';
import { refuseParticipant } from '../inline/participant.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findHalf } from '../text/half-character.ts';
import { shortened } from '../text/whole-characters.ts';
import type { Intent } from './wire.ts';

/** A thread that an agent has prepared before the review began. */
export interface PreparedThread {
  readonly fileId: string;
  /** First and last block; absent when the snippet has to be found. */
  readonly anchorStart?: number;
  readonly anchorEnd?: number;
  readonly snippet?: string;
  readonly lineRange?: BlockLines;
  readonly text: string;
  readonly author: Author;
  readonly intent?: Intent;
  readonly replacement?: string;
}

/** A file that a prepared thread may stand in. */
export interface PreparedFile {
  readonly id: string;
  readonly path: string;
}

/** One fault: where it is, such as `[2].lineRange.start`, and what was expected. */
interface Fault {
  readonly field: string;
  readonly message: string;
}

type Entry = Readonly<Record<string, unknown>>;

const fields = [
  ...['fileId', 'path', 'anchorStart', 'anchorEnd', 'snippet', 'lineRange'],
  ...['text', 'author', 'intent', 'replacement'],
];
const intents: readonly unknown[] = ['comment', 'question', 'change', 'suggestion'];

/**
 * Reads the JSON of `--threads`: an array of
 * `{fileId|path?, anchorStart, anchorEnd?, snippet?, text, lineRange?, author?, intent?, replacement?}`, where a
 * snippet may stand without an anchor. A refusal has the code `bad_threads`, names entry and field of the first fault
 * and lists all in its details.
 */
export function parsePreparedThreads(
  json: string,
  files: readonly PreparedFile[],
): readonly PreparedThread[] | Refusal {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json.replace(/^\ufeff/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse('bad_threads', `the prepared threads are not JSON: ${reason}`);
  }
  if (!Array.isArray(parsed)) {
    return refuse('bad_threads', `the prepared threads must be an array, got ${show(parsed)}`);
  }
  const read = parsed.map((entry: unknown, index) => readEntry(entry, index, files));
  const faults = read.flatMap(({ faults: own }) => own);
  const [first] = faults;
  if (first === undefined) return read.flatMap(({ thread }) => thread ?? []);
  const others = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return refuse('bad_threads', `prepared threads, ${first.message}${others}`, {
    field: first.field,
    details: faults,
  });
}

interface ReadEntry {
  readonly faults: readonly Fault[];
  readonly thread?: PreparedThread;
}

function readEntry(value: unknown, index: number, files: readonly PreparedFile[]): ReadEntry {
  const faultAt = (field: string, message: string): Fault => ({
    field: field === '' ? `[${index}]` : `[${index}].${field}`,
    message: `entry ${index + 1}: ${message}`,
  });
  if (findHalf(value) !== undefined) {
    return { faults: [faultAt('', 'must be well-formed Unicode; it holds half a character')] };
  }
  if (!isObject(value)) return { faults: [faultAt('', `must be an object, got ${show(value)}`)] };
  const file = findFile(value, files);
  const problems = [
    ...findUnknown(value),
    ...(typeof file === 'string' ? [] : [file]),
    ...checkPlace(value),
    ...checkWords(value),
  ];
  if (problems.length > 0 || typeof file !== 'string') {
    return { faults: problems.map(({ field, message }) => faultAt(field, message)) };
  }
  return { faults: [], thread: threadOf(value, file) };
}

function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findUnknown(entry: Entry): readonly Fault[] {
  return Object.keys(entry)
    .filter((name) => !fields.includes(name))
    .map((name) => ({
      field: name,
      message: `unknown field "${name}"; the fields are ${fields.join(', ')}`,
    }));
}

/** The file's id, or what is wrong with how it is named. */
function findFile(entry: Entry, files: readonly PreparedFile[]): string | Fault {
  const { fileId, path } = entry;
  const choices = files.map(({ id, path: own }) => `${id} (${own})`).join(', ');
  if (fileId !== undefined && path !== undefined) {
    return { field: 'path', message: 'fileId and path exclude each other' };
  }
  if (fileId !== undefined) {
    const file = files.find(({ id }) => id === fileId);
    const message = `fileId must be one of ${choices}, got ${show(fileId)}`;
    return file?.id ?? { field: 'fileId', message };
  }
  const [only] = files;
  if (path === undefined && files.length === 1 && only !== undefined) return only.id;
  const matches = files.filter((file) => plainPath(file.path) === plainPath(path));
  const [match] = matches;
  if (match !== undefined && matches.length === 1) return match.id;
  const got = path === undefined ? 'nothing' : show(path);
  const which =
    matches.length > 1 ? 'several files have this path; use fileId of' : 'path must be of';
  return { field: 'path', message: `${which} ${choices}, got ${got}` };
}

function plainPath(path: unknown): unknown {
  return typeof path === 'string' ? path.replace(/^(?:\.\/)+/, '') : path;
}

function checkPlace(entry: Entry): readonly Fault[] {
  const { anchorStart, anchorEnd, snippet, lineRange } = entry;
  if (anchorStart === undefined) {
    if (anchorEnd !== undefined) {
      return [{ field: 'anchorStart', message: 'anchorStart is missing' }];
    }
    if (!isWords(snippet)) {
      const got = snippet === undefined ? '' : `, got ${show(snippet)}`;
      return [{ field: 'snippet', message: `anchorStart or a snippet is needed${got}` }];
    }
    return checkLineRange(lineRange);
  }
  const end = anchorEnd ?? anchorStart;
  return [
    ...(isCount(anchorStart) ? [] : [mustBe('anchorStart', 'a whole number from 1', anchorStart)]),
    ...(isCount(end) && (!isCount(anchorStart) || end >= anchorStart)
      ? []
      : [mustBe('anchorEnd', 'a whole number, anchorStart or more', end)]),
    ...(snippet === undefined || typeof snippet === 'string'
      ? []
      : [mustBe('snippet', 'a text', snippet)]),
    ...(lineRange !== undefined && end !== anchorStart
      ? [{ field: 'lineRange', message: 'lineRange needs a single block' }]
      : checkLineRange(lineRange)),
  ];
}

function checkLineRange(lineRange: unknown): readonly Fault[] {
  if (lineRange === undefined) return [];
  if (!isObject(lineRange)) return [mustBe('lineRange', '{start, end}', lineRange)];
  const { start, end, ...rest } = lineRange;
  const [extra] = Object.keys(rest);
  if (extra !== undefined) {
    return [{ field: `lineRange.${extra}`, message: `unknown field "lineRange.${extra}"` }];
  }
  if (!isCount(start)) return [mustBe('lineRange.start', 'a whole number from 1', start)];
  if (isCount(end) && end >= start) return [];
  return [mustBe('lineRange.end', 'a whole number, start or more', end)];
}

function checkWords(entry: Entry): readonly Fault[] {
  const { text, author, intent, replacement } = entry;
  const isSuggestion = intent === 'suggestion';
  return [
    ...(isWords(text) ? [] : [mustBe('text', 'a text that is not blank', text)]),
    ...(author === undefined || readAuthor(author) !== undefined
      ? []
      : [mustBe('author', 'a name or {name, kind: "person" or "agent"}', author)]),
    ...(intent === undefined || intents.includes(intent)
      ? []
      : [mustBe('intent', `one of ${intents.join(', ')}`, intent)]),
    ...(replacement === undefined || typeof replacement === 'string'
      ? []
      : [mustBe('replacement', 'a text', replacement)]),
    ...(isSuggestion && replacement === undefined
      ? [{ field: 'replacement', message: 'a suggestion needs a replacement' }]
      : []),
    ...(!isSuggestion && replacement !== undefined
      ? [{ field: 'replacement', message: 'a replacement needs the intent "suggestion"' }]
      : []),
  ];
}

/** A name alone is an agent's, since agents prepare threads. */
function readAuthor(value: unknown): Author | undefined {
  if (isName(value)) return { name: value.trim(), kind: 'agent' };
  if (!isObject(value)) return undefined;
  const { name, kind = 'agent', ...rest } = value;
  if (!isName(name) || Object.keys(rest).length > 0) return undefined;
  return kind === 'agent' || kind === 'person' ? { name: name.trim(), kind } : undefined;
}

/** An entry that has been checked. */
function threadOf(entry: Entry, fileId: string): PreparedThread {
  const { anchorStart, anchorEnd = anchorStart, author } = entry;
  const { snippet, lineRange, text, intent, replacement } = entry as Partial<PreparedThread>;
  return {
    fileId,
    ...(anchorStart === undefined
      ? {}
      : { anchorStart: anchorStart as number, anchorEnd: anchorEnd as number }),
    ...omitUndefined({ snippet, lineRange }),
    text: text ?? '',
    author: readAuthor(author) ?? { name: 'Agent', kind: 'agent' },
    ...omitUndefined({ intent, replacement }),
  };
}

function isWords(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && refuseParticipant(value, 'author') === undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

function mustBe(field: string, expected: string, value: unknown): Fault {
  return { field, message: `${field} must be ${expected}, got ${show(value)}` };
}

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return shortened(text, 80);
}
