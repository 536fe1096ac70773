import type { Refusal } from '../../refusal.ts';
import { asOneLine, withPlainBreaks } from '../../text/inert-text.ts';
import { beginningOf } from '../../text/whole-characters.ts';
import { type Bundle, entriesOf } from '../bundle.ts';
import { type Edit, editFile, locationFault } from '../edit.ts';
import {
  type Entry,
  extendEntry,
  readEntries,
  replaceEntryField,
  replaceMarks,
  writeKey,
} from '../entry.ts';
import { type EntryKind, nextId, writeReference } from '../entry-id.ts';
import { type FieldChange, writeQuotedField } from '../field.ts';
import type { MarkdownFile } from '../markdown-file.ts';
import { appendToSection } from '../section.ts';
import type { Circumstances } from '../transition.ts';

/** What identifies an entry. */
export interface Identity {
  readonly id: string;
  readonly key: string;
}

/** The next free id of a kind and a fresh key. */
export function newIdentity(bundle: Bundle, kind: EntryKind, { newKey }: Circumstances): Identity {
  const taken = [
    ...entriesOf(bundle).map(({ id }) => id),
    ...bundle.phases.map(({ id }) => id ?? ''),
  ];
  return { id: nextId(kind, taken, bundle.texts.values()), key: newKey() };
}

/** The heading of an entry, and, for a text that is long or has several lines, the field with the whole text. */
export function headingAndBody(
  { id, key }: Identity,
  text: string,
  { level, field }: { readonly level: 2 | 3; readonly field: string },
): { readonly heading: string; readonly words: readonly string[] } {
  const plain = withPlainBreaks(text);
  const line = asOneLine(plain.split('\n', 1)[0] ?? '');
  const short = shortenTo(line, 100);
  const whole = short === asOneLine(plain) && !plain.includes('\n');
  const mark = short === line ? '' : '…';
  return {
    heading: `${'#'.repeat(level)} ${id} — ${short}${mark}${writeKey({ key })}`,
    words: whole ? [] : writeQuotedField(field, plain),
  };
}

function shortenTo(line: string, limit: number): string {
  const cut = beginningOf(line, limit);
  if (cut === line) return line;
  const space = cut.lastIndexOf(' ');
  return space > limit / 2 ? cut.slice(0, space) : cut;
}

/** Adds an entry to the section of its kind. */
export function addEntry(path: string, section: string, block: readonly string[]): Edit {
  return editFile(path, (file) => appendToSection(file, section, { block }));
}

/** A change of an existing entry: fields set and lines added at its end. */
export interface EntryChange {
  readonly fields?: readonly FieldChange[];
  readonly lines?: readonly string[];
}

/** Changes an entry in its file, and gives it a key if it has none. */
export function changeEntry(entry: Entry, change: EntryChange, { newKey }: Circumstances): Edit[] {
  const { fields = [], lines = [] } = change;
  const key = entry.key ?? newKey();
  const hasKey = (candidate: Entry): boolean => candidate.key === key;
  const edits: Edit[] = [];
  if (entry.key === undefined) {
    const isUnkeyed = (candidate: Entry): boolean =>
      candidate.id === entry.id && candidate.key === undefined;
    edits.push(
      editEntry(entry, isUnkeyed, (file, current) =>
        replaceMarks(file, current, { key, ...current.marks }),
      ),
    );
  }
  for (const field of fields) {
    edits.push(
      editEntry(entry, hasKey, (file, current) => replaceEntryField(file, current, field)),
    );
  }
  if (lines.length > 0) {
    edits.push(editEntry(entry, hasKey, (file, current) => extendEntry(file, current, lines)));
  }
  return edits;
}

/** Sets the status of an entry, or adds it where a person has written none, and lines at the entry's end. */
export function changeStatus(
  entry: Entry,
  { status, lines = [] }: { readonly status: string; readonly lines?: readonly string[] },
  circumstances: Circumstances,
): Edit[] {
  const hasStatus = entry.fields.some(({ key }) => key.toLowerCase() === 'status');
  const change = hasStatus
    ? { fields: [{ key: 'Status', value: status }], lines }
    : { lines: [`- Status: ${status}`, ...lines] };
  return changeEntry(entry, change, circumstances);
}

/** Marks entries as superseded; they stay where they are. */
export function supersede(
  entries: readonly Entry[],
  successor: { readonly id: string; readonly key?: string },
  circumstances: Circumstances,
): Edit[] {
  const lines = [`- Superseded by: ${writeReference(successor)}`];
  return entries.flatMap((entry) =>
    changeStatus(entry, { status: 'Superseded', lines }, circumstances),
  );
}

/** An edit of the one target entry of a kind and form, wherever its lines are by then. */
function editEntry(
  { path, kind, form, id }: Entry,
  isTarget: (entry: Entry) => boolean,
  change: (file: MarkdownFile, entry: Entry) => string | Refusal,
): Edit {
  return editFile(path, (file) => {
    const matches = readEntries(file, kind, { forms: [form] }).filter(isTarget);
    const [entry] = matches;
    if (entry === undefined || matches.length > 1)
      return locationFault(path, `the entry ${id}`, matches.length);
    return change(file, entry);
  });
}
