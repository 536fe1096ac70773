import { isRefusal, type Refusal } from '../refusal.ts';
import { readMarkers } from './action-entry.ts';
import { type Bundle, entriesOf, evidencePath, readBundle } from './bundle.ts';
import { splice, type Texts, withText } from './edit.ts';
import { type Entry, fieldOf, readEntries, replaceMarks } from './entry.ts';
import { nextId, readReferences, writeReference } from './entry-id.ts';
import { readMarkdown } from './markdown-file.ts';

/** An entry that got an id or a key of its own. */
export interface Renumbered {
  readonly from: string;
  readonly to: string;
  readonly key: string;
}

/**
 * Gives each entry that shares its id with an earlier one the next free id, and every reference that carries its key
 * follows; an entry that shares its key gets one of its own. References without a key stay with the earlier entry.
 */
export function separateClashes(
  texts: Texts,
  newKey: () => string,
): { readonly texts: Texts; readonly renumbered: readonly Renumbered[] } | Refusal {
  const renumbered: Renumbered[] = [];
  let current = texts;
  for (;;) {
    const bundle = readBundle(current);
    if (isRefusal(bundle)) return bundle;
    const clash = laterOfClash(bundle);
    if (clash === undefined) return { texts: current, renumbered };
    const { entry, sharesKey } = clash;
    const usedIds = entriesOf(bundle).map(({ id }) => id);
    const to = clash.sharesId ? nextId(entry.kind, usedIds, current.values()) : entry.id;
    const key = sharesKey || entry.key === undefined ? newKey() : entry.key;
    current = rename(current, entry, { to, key, follow: !sharesKey && entry.key !== undefined });
    renumbered.push({ from: entry.id, to, key });
  }
}

interface Clash {
  readonly entry: Entry;
  readonly sharesId: boolean;
  readonly sharesKey: boolean;
}

function laterOfClash(bundle: Bundle): Clash | undefined {
  const entries = entriesOf(bundle);
  for (const entry of entries) {
    const others = entries.filter((candidate) => candidate !== entry);
    const sameId = others.filter(({ id }) => id === entry.id);
    const sameKey = others.filter(({ key }) => key !== undefined && key === entry.key);
    const clashing = [...sameId, ...sameKey];
    if (clashing.length > 0 && clashing.every((rival) => isLater(entry, rival, entries))) {
      return { entry, sharesId: sameId.length > 0, sharesKey: sameKey.length > 0 };
    }
  }
  return undefined;
}

/** By the recorded times; entries without one, or of the same time, by their order. */
function isLater(entry: Entry, rival: Entry, order: readonly Entry[]): boolean {
  const [first, second] = [momentOf(entry), momentOf(rival)];
  if (first !== undefined && second !== undefined && first !== second) return first > second;
  return order.indexOf(entry) > order.indexOf(rival);
}

function momentOf(entry: Entry): number | undefined {
  const time =
    fieldOf(entry, 'Recorded', 'Authorized') ?? /^\d{4}-\d\d-\d\dT\S+/.exec(entry.title)?.[0];
  const moment = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(moment) ? undefined : moment;
}

function rename(
  texts: Texts,
  entry: Entry,
  { to, key, follow }: { to: string; key: string; follow: boolean },
): Texts {
  const file = readMarkdown(entry.path, texts.get(entry.path) ?? '');
  const renamed = splice(file.text, entry.idSpan, to);
  const renamedFile = readMarkdown(entry.path, renamed);
  const renumberedEntry = readEntries(renamedFile, entry.kind, { forms: [entry.form] }).find(
    ({ region }) => region.from === entry.region.from,
  );
  const marked =
    renumberedEntry === undefined
      ? renamed
      : replaceMarks(renamedFile, renumberedEntry, { ...renumberedEntry.marks, key });
  const withEntry = withText(texts, entry.path, marked);
  return follow ? followReferences(withEntry, { ...entry, key }, to) : withEntry;
}

/** Rewrites the references that carry the entry's key, and its marker. */
function followReferences(texts: Texts, { id, key }: Entry & { key: string }, to: string): Texts {
  const next = new Map<string, string>();
  for (const [path, text] of texts) {
    const matches = readReferences(text).filter(
      (reference) => reference.id === id && reference.key === key,
    );
    next.set(
      path,
      matches.reduceRight((current, reference) => {
        const written = current.slice(reference.start, reference.end);
        const replacement = written.includes('~')
          ? `${to}~${key}`
          : writeReference({ id: to, key });
        return splice(current, reference, replacement);
      }, text),
    );
  }
  return renameMarker(next, { id, key }, to);
}

function renameMarker(texts: Texts, { id, key }: { id: string; key: string }, to: string): Texts {
  const file = readMarkdown(evidencePath, texts.get(evidencePath) ?? '');
  const marker = readMarkers(file).find(
    (candidate) => candidate.id === id && candidate.key === key,
  );
  const line = file.lines[marker?.line ?? -1];
  if (line === undefined) return texts;
  const renamed = line.text.replace(`workflow-action:${id} `, `workflow-action:${to} `);
  return withText(texts, evidencePath, splice(file.text, line, renamed));
}
