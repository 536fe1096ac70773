import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type Bundle, entriesOf } from './bundle.ts';
import type { Entry } from './entry.ts';
import { type EntryKind, type Reference, readId, writeReference } from './entry-id.ts';
import type { QuestionEntry } from './question-entry.ts';

/** What an entry may rest on or be about. */
export const citableKinds = [
  'assumption',
  'decision',
  'requirement',
  'question',
  'action',
  'source',
  'log',
] as const satisfies readonly EntryKind[];

/** Resolves a reference: the entry with its key, else the first with its id. */
export function resolveReference(
  bundle: Bundle,
  reference: Pick<Reference, 'id' | 'key'>,
): Entry | undefined {
  const entries = entriesOf(bundle);
  const byKey = entries.find(({ key }) => key !== undefined && key === reference.key);
  return byKey ?? entries.find(({ id }) => id === reference.id);
}

/** The entry that a person or agent names, of one of the kinds; refused with `not_found`, or when two have the id. */
export function findEntry(
  bundle: Bundle,
  name: string,
  kinds: readonly EntryKind[],
): Entry | Refusal {
  const parsed = readId(name);
  const candidates = entriesOf(bundle).filter(({ kind }) => kinds.includes(kind));
  if (parsed === undefined) return unknownEntry(name, candidates);
  const byKey = candidates.filter(({ key }) => key !== undefined && key === parsed.key);
  const byId = candidates.filter(({ id }) => id === parsed.id);
  const matches = byKey.length > 0 ? byKey : byId;
  const [entry] = matches;
  if (entry === undefined) return unknownEntry(name, candidates);
  if (matches.length > 1) {
    const forms = matches.map(({ id, key }) => (key === undefined ? id : `${id}~${key}`));
    return refuse('not_found', `${parsed.id} is the id of ${matches.length} entries`, {
      details: { candidates: forms },
      next: `name one of ${forms.join(', ')}, or run discuss bundle doctor --repair`,
    });
  }
  return entry;
}

function unknownEntry(name: string, candidates: readonly Entry[]): Refusal {
  const ids = candidates.map(({ id }) => id);
  return refuse('not_found', `no entry "${name}" is in the record`, {
    details: { named: name, known: ids },
    next:
      ids.length === 0 ? 'nothing of that kind is recorded yet' : `use one of ${ids.join(', ')}`,
  });
}

/** The question that a person or agent names; refused as `findEntry` does. */
export function findQuestion(bundle: Bundle, name: string): QuestionEntry | Refusal {
  const entry = findEntry(bundle, name, ['question']);
  if (isRefusal(entry)) return entry;
  return bundle.questions.find((question) => question.entry === entry) ?? unknownEntry(name, []);
}

/** The entries named, in order; the first that is unknown refuses. */
export function findEntries(
  bundle: Bundle,
  names: readonly string[],
  kinds: readonly EntryKind[],
): Entry[] | Refusal {
  const entries: Entry[] = [];
  for (const name of names) {
    const entry = findEntry(bundle, name, kinds);
    if (isRefusal(entry)) return entry;
    entries.push(entry);
  }
  return entries;
}

/** References to entries as they stand in a field: `D001<!--key-->, Q002<!--key-->`, or `None`. */
export function writeReferences(entries: readonly Pick<Entry, 'id' | 'key'>[]): string {
  return entries.length === 0 ? 'None' : entries.map(writeReference).join(', ');
}

/** How another record or page refers to an entry of this one: `bundle:<tracker-id>#Q001~<key>`. */
export function externalReference(
  { index }: Bundle,
  { id, key }: { id: string; key?: string },
): string {
  return `bundle:${index.trackerId}#${key === undefined ? id : `${id}~${key}`}`;
}
