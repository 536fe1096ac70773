import { type Entry, fieldOf } from './entry.ts';
import { type Reference, readReferences } from './entry-id.ts';

/** The status of a decision, an assumption or a requirement. */
type DecisionStatus = 'Proposed' | 'Accepted' | 'Superseded';

/** A decision; assumptions and requirements have the same fields and are `Accepted` unless marked. */
export interface DecisionEntry {
  readonly entry: Entry;
  readonly id: string;
  readonly key?: string;
  readonly title: string;
  readonly status: DecisionStatus;
  /** The entries that it depends on. */
  readonly dependsOn: readonly Reference[];
  readonly supersedes: readonly Reference[];
}

/** Reads a decision, an assumption or a requirement as this program or somebody else wrote it. */
export function readDecision(entry: Entry): DecisionEntry {
  return {
    entry,
    id: entry.id,
    ...(entry.key === undefined ? {} : { key: entry.key }),
    title: entry.title,
    status: parseStatus(entry),
    dependsOn: readReferences(fieldOf(entry, 'Rests on', 'Depends on', 'Based on') ?? ''),
    supersedes: readReferences(fieldOf(entry, 'Supersedes') ?? ''),
  };
}

/** A decision that says nothing of its status is no more than proposed; other entries hold until marked. */
function parseStatus(entry: Entry): DecisionStatus {
  const text = fieldOf(entry, 'Status') ?? entry.title;
  if (/\b(?:superseded|withdrawn|rejected)\b/i.test(text)) return 'Superseded';
  if (entry.kind !== 'decision') return 'Accepted';
  return /\baccepted\b/i.test(text) ? 'Accepted' : 'Proposed';
}
