import { asOneLine, asQuote, withPlainBreaks } from '../text/inert-text.ts';
import { type Bundle, evidencePath } from './bundle.ts';
import { type Edit, editFile, type Texts } from './edit.ts';
import { type Entry, fieldOf, writeKey } from './entry.ts';
import { nextId, readReferences } from './entry-id.ts';
import { readMarkdown } from './markdown-file.ts';
import { appendToSection } from './section.ts';
import type { Circumstances } from './transition.ts';

/** What a line of the log records; the first word of its text. */
export const logWords = {
  started: 'Session started',
  resumed: 'Session resumed',
  asked: 'Asked',
  answered: 'Answered',
  authorized: 'Authorized',
  exited: 'Exited',
} as const;

/** A line for the log: one line of Markdown that the program wrote, and words of somebody to stand below it. */
export interface LogLine {
  readonly text: string;
  readonly words?: string;
}

/** Appends a line to the log, with the time and an id of its own. */
export function appendLog({ text, words }: LogLine, { at, newKey }: Circumstances): Edit {
  return (texts) =>
    editFile(evidencePath, (file) => {
      const id = nextLogId(texts);
      const line = `- ${id}${writeKey({ key: newKey() })} ${at} — ${text}`;
      return appendToSection(file, 'Log', { block: [line, ...wordsBelow(words)], joining: 'list' });
    })(texts);
}

/** The id that the next line of the log gets. */
export function nextLogId(texts: Texts): string {
  // An id that stands at the beginning of a line as an example is skipped, which does no harm.
  const beginnings = (texts.get(evidencePath) ?? '').matchAll(/^[\s#|*+-]*(E\d{3,6})(?!\w)/gm);
  const taken = [...beginnings].map(([, id = '']) => id);
  return nextId('log', taken, texts.values());
}

/** Words for the end of a log line, or as a quote below it when they have lines of their own. */
export function logText(phrase: string, words: string): LogLine {
  const plain = withPlainBreaks(words);
  if (plain === '') return { text: phrase };
  return plain.includes('\n')
    ? { text: phrase, words: plain }
    : { text: `${phrase}: ${asOneLine(plain)}` };
}

function wordsBelow(words: string | undefined): string[] {
  return words === undefined ? [] : asQuote(words).map((line) => `  ${line}`);
}

/** A line of the log as it was read. */
export interface LogEntry {
  readonly id: string;
  readonly at: string;
  /** What stands behind the time, with references as they are written. */
  readonly text: string;
}

/** The log's lines, oldest first. */
export function readLog(bundle: Bundle): LogEntry[] {
  const file = readMarkdown(evidencePath, bundle.texts.get(evidencePath) ?? '');
  return bundle.log.map((entry) => readLogEntry(entry, file.lines[entry.region.from]?.text ?? ''));
}

function readLogEntry(entry: Entry, line: string): LogEntry {
  const match = /(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d))\s*(?:—|-|:)?\s*(.*)$/u.exec(line);
  return { id: entry.id, at: match?.[1] ?? '', text: match?.[2] ?? entry.title };
}

/**
 * Whether something was answered or authorised before the present session began. A session begins when the record is
 * made and whenever it is resumed; what an earlier one allowed allows nothing after it. What a person has written
 * without a line in the log is judged by its own time.
 */
export function isOfEarlierSession(bundle: Bundle, word: string, entry: Entry): boolean {
  const log = readLog(bundle);
  const start = log.findLastIndex(
    ({ text }) => text.startsWith(logWords.started) || text.startsWith(logWords.resumed),
  );
  const recorded = log.findLastIndex(({ text }) => {
    const [named] = text.startsWith(word) ? readReferences(text) : [];
    return entry.key === undefined ? named?.id === entry.id : named?.key === entry.key;
  });
  if (recorded >= 0 || start < 0) return recorded < start;
  const moment = Date.parse(fieldOf(entry, 'Answered', 'Authorized') ?? '');
  return !(moment >= Date.parse(log[start]?.at ?? ''));
}
