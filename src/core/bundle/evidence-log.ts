import { asOneLine, asQuote, withPlainBreaks } from '../text/inert-text.ts';
import { type Bundle, evidencePath } from './bundle.ts';
import { type Edit, editFile, type Texts } from './edit.ts';
import { type Entry, fieldOf, writeKey } from './entry.ts';
import { nextId, readReferences } from './entry-id.ts';
import { readMarkdown } from './markdown-file.ts';
import { appendToSection } from './section.ts';
import type { Circumstances } from './transition.ts';

/** What a line of the log records; the first word of its text. */
export const logPhrases = {
  started: 'Session started',
  resumed: 'Session resumed',
  asked: 'Asked',
  answered: 'Answered',
  authorized: 'Authorized',
  exited: 'Exited',
} as const;

/**
 * Appends a line to the log, with the time and an id of its own: a phrase and the text that it ends with, or has as a
 * quotation below when it has several lines.
 */
export function appendLog(phrase: string, text: string, { at, newKey }: Circumstances): Edit {
  return (texts) =>
    editFile(evidencePath, (file) => {
      const plain = withPlainBreaks(text);
      const quoted = plain.includes('\n');
      const words = quoted || plain === '' ? phrase : `${phrase}: ${asOneLine(plain)}`;
      const line = `- ${nextLogId(texts)}${writeKey({ key: newKey() })} ${at} — ${words}`;
      const quote = quoted ? asQuote(plain).map((row) => `  ${row}`) : [];
      return appendToSection(file, 'Log', { block: [line, ...quote], separation: 'list' });
    })(texts);
}

/** The id that the next line of the log gets. */
export function nextLogId(texts: Texts): string {
  // An id that stands at the beginning of a line as an example is skipped, which does no harm.
  const matches = (texts.get(evidencePath) ?? '').matchAll(/^[\s#|*+-]*(E\d{3,6})(?!\w)/gm);
  const taken = [...matches].map(([, id = '']) => id);
  return nextId('log', taken, texts.values());
}

/** A line of the log as it was read. */
export interface EvidenceLine {
  readonly id: string;
  readonly at: string;
  /** The text behind the time, with references as they are written. */
  readonly text: string;
}

/** The log's lines, oldest first. */
export function readLog(bundle: Bundle): EvidenceLine[] {
  const file = readMarkdown(evidencePath, bundle.texts.get(evidencePath) ?? '');
  return bundle.log.map((entry) => readLogEntry(entry, file.lines[entry.region.from]?.text ?? ''));
}

function readLogEntry(entry: Entry, line: string): EvidenceLine {
  const match = /(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d))\s*(?:—|-|:)?\s*(.*)$/u.exec(line);
  return { id: entry.id, at: match?.[1] ?? '', text: match?.[2] ?? entry.title };
}

/**
 * Whether something was answered or authorised before the present session began. A session begins when the record is
 * made and whenever it is resumed; what an earlier one allowed allows nothing after it. What a person has written
 * without a line in the log is judged by its own time.
 */
export function isOfEarlierSession(bundle: Bundle, phrase: string, entry: Entry): boolean {
  const log = readLog(bundle);
  const start = log.findLastIndex(
    ({ text }) => text.startsWith(logPhrases.started) || text.startsWith(logPhrases.resumed),
  );
  const recorded = log.findLastIndex(({ text }) => {
    const [reference] = text.startsWith(phrase) ? readReferences(text) : [];
    return entry.key === undefined ? reference?.id === entry.id : reference?.key === entry.key;
  });
  if (recorded >= 0 || start < 0) return recorded < start;
  const moment = Date.parse(fieldOf(entry, 'Answered', 'Authorized') ?? '');
  return !(moment >= Date.parse(log[start]?.at ?? ''));
}
