import type { Texts } from './edit.ts';

/**
 * The name of the journal in the bundle's root. It appears whole before the first file of a write is replaced and goes
 * away after the last, so that its presence says that a write was interrupted.
 */
export const journalName = '.discuss-journal.json';

/** An intended write: each file's text before, none for a new file, and after. */
export interface Journal {
  readonly version: 1;
  readonly trackerId: string;
  readonly at: string;
  readonly files: readonly JournalFile[];
}

interface JournalFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
}

/** The journal of a write from one state of the files to another; only files that differ are in it. */
export function planWrite(
  before: Texts,
  after: Texts,
  header: { readonly trackerId: string; readonly at: string },
): Journal {
  const files = [...after]
    .filter(([path, text]) => before.get(path) !== text)
    .map(([path, text]) => ({ path, before: before.get(path) ?? null, after: text }));
  return { version: 1, ...header, files: inWritingOrder(files) };
}

/** `index.md` is replaced last, so that it never names what is not written yet. */
function inWritingOrder(files: readonly JournalFile[]): JournalFile[] {
  const isIndex = ({ path }: JournalFile): boolean => path === 'index.md';
  return [...files.filter((file) => !isIndex(file)), ...files.filter(isIndex)];
}

/** Serialises a journal for its file. */
export function writeJournal(journal: Journal): string {
  return `${JSON.stringify(journal)}\n`;
}

/** Reads a journal; undefined for what is none, such as the rest of one that was never finished. */
export function readJournal(text: string): Journal | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isJournal(value) ? value : undefined;
}

function isJournal(value: unknown): value is Journal {
  if (typeof value !== 'object' || value === null) return false;
  const journal = value as Partial<Record<keyof Journal, unknown>>;
  return (
    journal.version === 1 &&
    typeof journal.trackerId === 'string' &&
    typeof journal.at === 'string' &&
    Array.isArray(journal.files) &&
    journal.files.every(isJournalFile)
  );
}

function isJournalFile(value: unknown): value is JournalFile {
  if (typeof value !== 'object' || value === null) return false;
  const { path, before, after } = value as Partial<Record<keyof JournalFile, unknown>>;
  return (
    typeof path === 'string' &&
    isSafePath(path) &&
    (before === null || typeof before === 'string') &&
    typeof after === 'string'
  );
}

/** Whether a path of a manifest or journal stays below the root it is relative to. */
export function isSafePath(path: string): boolean {
  return (
    /^[^/\\]/.test(path) &&
    !/^[A-Za-z]:|[\\\u0000-\u001f]/.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..') &&
    path.endsWith('.md')
  );
}

/** Which text of an interrupted write a file has. */
type FileState = 'before' | 'after' | 'foreign';

/** What has to be done about an interrupted write. */
export interface Recovery {
  /** `finish` writes what was intended, `roll back` what was there before. */
  readonly method: 'finish' | 'roll back';
  /** The files to write; `null` removes a file that the write had added. */
  readonly writes: ReadonlyMap<string, string | null>;
  /** Files that somebody changed after the interruption; they are kept as they are. */
  readonly kept: readonly string[];
}

/**
 * Returns the possible recoveries of an interrupted write, the better one first. A file that is neither as before nor
 * as intended was changed by somebody else and is never overwritten; the caller finds out which leads to a valid bundle.
 */
export function possibleRecoveries(journal: Journal, onDisk: Texts): Recovery[] {
  const states = journal.files.map((file) => ({ file, state: stateOf(file, onDisk) }));
  const kept = states.filter(({ state }) => state === 'foreign').map(({ file }) => file.path);
  const own = states.filter(({ state }) => state !== 'foreign');
  const finish: Recovery = {
    method: 'finish',
    kept,
    writes: new Map(
      own.filter(({ state }) => state === 'before').map(({ file }) => [file.path, file.after]),
    ),
  };
  const rollBack: Recovery = {
    method: 'roll back',
    kept,
    writes: new Map(
      own.filter(({ state }) => state === 'after').map(({ file }) => [file.path, file.before]),
    ),
  };
  return [finish, rollBack];
}

function stateOf({ path, before, after }: JournalFile, onDisk: Texts): FileState {
  const text = onDisk.get(path) ?? null;
  if (text === after) return 'after';
  return text === before ? 'before' : 'foreign';
}

/** The texts after a recovery. */
export function recoveredTexts(onDisk: Texts, { writes }: Pick<Recovery, 'writes'>): Texts {
  const texts = new Map(onDisk);
  for (const [path, text] of writes) {
    if (text === null) texts.delete(path);
    else texts.set(path, text);
  }
  return texts;
}
