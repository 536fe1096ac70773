import { isAnswerOfPerson } from '../question/provenance.ts';
import type { Discussion } from './discussion.ts';
import {
  type Item,
  isActiveSummary,
  isOpenQuestion,
  isUnassigned,
  withQuestionsAbove,
} from './item.ts';
import type { Citations } from './ports/record.ts';

/** A discussion's items with everything that is derived from them computed anew. */
export interface DerivedRecord {
  readonly items: readonly Item[];
  readonly counts: Pick<
    Discussion,
    'items' | 'openQuestions' | 'unassigned' | 'activeSummaries' | 'reordered'
  >;
  readonly citations: readonly Citations[];
}

/**
 * Computes the derived counts of items and head, and what each fresh summary depends on, from the items alone, in
 * order of insertion. Parents and references must exist and be free of cycles.
 */
export function deriveRecord(items: readonly Item[]): DerivedRecord {
  const byId = new Map(items.map((item) => [item.id, item]));
  const cited = countIds(items.filter(isActiveSummary).flatMap((summary) => summary.refs));
  const parentOf = (item: Item) => (item.parent === null ? [] : [item.parent]);
  const parent = (id: string) => byId.get(id)?.parent ?? null;
  const citedBelow = countIds(
    items.flatMap((item) =>
      parentOf(item).flatMap((id) => Array(cited.get(item.id) ?? 0).fill(id)),
    ),
  );
  const answers = countIds(
    items
      .filter((item) => item.kind === 'answer' && !item.withdrawn && isAnswerOfPerson(item.via))
      .flatMap(parentOf),
  );
  const derived = items.map((item, position) => ({
    ...item,
    position,
    answers: answers.get(item.id) ?? 0,
    cited: cited.get(item.id) ?? 0,
    citedBelow: citedBelow.get(item.id) ?? 0,
  }));
  const summaries = items.filter((item) => item.kind === 'summary');
  return {
    items: derived,
    counts: {
      items: items.length,
      openQuestions: derived.filter(isOpenQuestion).length,
      unassigned: derived.filter(isUnassigned).length,
      activeSummaries: derived.filter(isActiveSummary).length,
      reordered: derived.some(({ ordinal, position }) => ordinal !== position),
    },
    citations: summaries.map(({ id, refs, stale }) => ({
      summary: id,
      refs,
      dependencies: stale
        ? []
        : [...new Set(refs.flatMap((ref) => withQuestionsAbove(ref, parent)))],
    })),
  };
}

function countIds(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
