import { sameJson } from '../same-json.ts';
import { archiveOf } from './archive.ts';
import { checkArchive } from './check-archive.ts';
import { deriveRecord } from './derive-record.ts';
import type { LedgerReplacement } from './ports/ledger-store.ts';
import type { LedgerRecord } from './ports/record.ts';
import type { InputProblem } from './refusals.ts';

/** What an examination of a discussion found, as text for people. */
export interface Examination {
  /** Derived counts and rows that do not follow from the items; computing them anew repairs it. */
  readonly wrong: readonly string[];
  /** Items and batches that do not fit together; nothing can be computed from them. */
  readonly broken: readonly string[];
}

/** Compares what is kept with a discussion's items to what follows from them. */
export function examineRecord(record: LedgerRecord): Examination {
  const refusal = checkArchive(archiveOf(record));
  if (refusal !== undefined) {
    const problems = refusal.details as readonly InputProblem[];
    return { wrong: [], broken: problems.map(({ path, expected }) => `${path}: not ${expected}`) };
  }
  return {
    wrong: [...wrongCounts(record), ...wrongItems(record), ...wrongDependencies(record)],
    broken: [],
  };
}

/** The record with everything derived computed anew, to be written at the same revision. */
export function repairedRecord(record: LedgerRecord): LedgerReplacement {
  const { items, counts, citations } = deriveRecord(record.items);
  const batches = record.batches.length;
  return {
    ...record,
    expectedRevision: record.discussion.revision,
    discussion: { ...record.discussion, ...counts, batches },
    items,
    citations,
  };
}

function wrongCounts({ discussion, items, batches }: LedgerRecord): string[] {
  const { reordered, ...counts } = deriveRecord(items).counts;
  const expected = { ...counts, batches: batches.length };
  const wrong = Object.entries(expected)
    .filter(([name, count]) => discussion[name as keyof typeof expected] !== count)
    .map(([name, count]) => `${name}: ${discussion[name as keyof typeof expected]}, not ${count}`);
  const isUnmarked = reordered && !discussion.reordered;
  return isUnmarked ? [...wrong, 'reordered: false, but items were moved'] : wrong;
}

function wrongItems({ items }: LedgerRecord): string[] {
  const derived = deriveRecord(items).items;
  return items.flatMap((item, index) => {
    const expected = derived[index];
    if (expected === undefined) return [];
    const names = ['position', 'answers', 'cited', 'citedBelow'] as const;
    return names
      .filter((name) => item[name] !== expected[name])
      .map((name) => `${name} of ${JSON.stringify(item.id)}: ${item[name]}, not ${expected[name]}`);
  });
}

function wrongDependencies({ items, citations }: LedgerRecord): string[] {
  const stored = new Map(
    citations.map(({ summary, dependencies }) => [summary, [...dependencies].sort()]),
  );
  return deriveRecord(items)
    .citations.filter(
      ({ summary, dependencies }) => !sameJson(stored.get(summary) ?? [], [...dependencies].sort()),
    )
    .map(({ summary }) => `what ${JSON.stringify(summary)} rests on is not what it cites`);
}
