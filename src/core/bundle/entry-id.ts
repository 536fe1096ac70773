/** What an entry of a bundle is; each kind has ids of its own. */
export type EntryKind =
  | 'assumption'
  | 'decision'
  | 'requirement'
  | 'question'
  | 'action'
  | 'source'
  | 'log'
  | 'phase';

const prefixes: Readonly<Record<EntryKind, string>> = {
  assumption: 'A',
  decision: 'D',
  requirement: 'R',
  question: 'Q',
  action: 'ACT-',
  source: 'S',
  log: 'E',
  phase: 'P',
};

const idPattern = String.raw`(?:[ADRQSE]\d{3,6}|ACT-\d{3,6}|P\d{2,6})`;

const wholeId = new RegExp(`^${idPattern}$`);
const reference = new RegExp(
  `(?<![\\w-])(${idPattern})(?![\\w-])(?:~([0-9a-z]{4,})|<!--\\s*([0-9a-z]{4,})\\s*-->)?`,
  'g',
);
const keyedReference = new RegExp(`(?<![\\w-])(${idPattern})<!--\\s*[0-9a-z]{4,}\\s*-->`, 'g');

/** A reference to an entry: its id and, where one was written, the key that distinguishes it from others with that id. */
export interface Reference {
  readonly id: string;
  readonly key?: string;
  /** Span of the whole reference in the text it was read from. */
  readonly start: number;
  readonly end: number;
}

/** The kind that an id belongs to, or undefined for a text that is no id. */
export function kindOfId(id: string): EntryKind | undefined {
  if (!wholeId.test(id)) return undefined;
  const prefix = id.replace(/\d+$/, '');
  return (Object.keys(prefixes) as EntryKind[]).find((kind) => prefixes[kind] === prefix);
}

/** An id as people write it (`q1`, `Q001~ab12cd34`, `act-1`), in full; undefined for a text that is none. */
export function readId(text: string): { readonly id: string; readonly key?: string } | undefined {
  const match = /^(ACT-|[ADRQSEP])0*(\d{1,6})(?:~([0-9a-z]+))?$/i.exec(text.trim());
  if (match === null) return undefined;
  const [, prefix = '', digits = '', key] = match;
  const width = prefix.toUpperCase() === 'P' ? 2 : 3;
  const id = prefix.toUpperCase() + digits.padStart(width, '0');
  return key === undefined ? { id } : { id, key: key.toLowerCase() };
}

/** All references in a text, in order: `Q001`, `Q001~key`, and the written form with its key in a comment. */
export function readReferences(text: string): Reference[] {
  return [...text.matchAll(reference)].map((match) => {
    const key = match[2] ?? match[3];
    const span = { start: match.index, end: match.index + match[0].length };
    return { id: match[1] ?? '', ...(key === undefined ? {} : { key }), ...span };
  });
}

/** A reference as it is written into Markdown: readable, with the key in a comment. */
export function writeReference({ id, key }: { id: string; key?: string | undefined }): string {
  return key === undefined ? id : `${id}<!--${key}-->`;
}

/**
 * The id after the greatest of its kind. Counted are `taken` and every reference with its key in `texts`, so that
 * the id of an entry that somebody deleted is not given again; a word of prose such as `E501` is not counted.
 */
export function nextId(kind: EntryKind, taken: Iterable<string>, texts: Iterable<string>): string {
  const prefix = prefixes[kind];
  let greatest = 0;
  const count = (id: string): void => {
    if (id.startsWith(prefix)) greatest = Math.max(greatest, Number(id.slice(prefix.length)) || 0);
  };
  for (const id of taken) count(id);
  for (const text of texts) {
    for (const [, id = ''] of text.matchAll(keyedReference)) count(id);
  }
  return prefix + String(greatest + 1).padStart(kind === 'phase' ? 2 : 3, '0');
}

/** Ids as a line of a record: `D001, D004`, or `None`. */
export function writeIds(ids: readonly string[]): string {
  return ids.length === 0 ? 'None' : ids.join(', ');
}
