import type { BatchDraft } from './draft.ts';
import {
  byAskingOrder,
  type ItemState,
  isActiveSummary,
  isOpenQuestion,
  isUnassigned,
  isUncited,
} from './item.ts';

/** Why a discussion cannot be closed yet. */
export interface Blocker {
  readonly rule:
    | 'unanswered_question'
    | 'unassigned_reply'
    | 'no_summary'
    | 'stale_summary'
    | 'uncited_item';
  /** The items in the way, in asking order; none for `no_summary`. */
  readonly ids: readonly string[];
}

const rules: readonly (readonly [Blocker['rule'], (item: ItemState) => boolean])[] = [
  ['unanswered_question', isOpenQuestion],
  ['unassigned_reply', isUnassigned],
  ['stale_summary', (item) => isActiveSummary(item) && item.stale],
  ['uncited_item', isUncited],
];

/** True for an item that may stand in the way of closing; a store loads these when a batch closes. */
export function mayBlock(item: ItemState): boolean {
  return rules.some(([, blocks]) => blocks(item));
}

/** Everything in the way of closing; empty when the discussion may close. */
export function closeBlockers(draft: BatchDraft): readonly Blocker[] {
  const items = [...draft.items()].sort(byAskingOrder);
  const blockers: Blocker[] = rules.map(([rule, blocks]) => ({
    rule,
    ids: items.filter(blocks).map((item) => item.id),
  }));
  const blocking = blockers.filter((blocker) => blocker.ids.length > 0);
  return draft.discussion.activeSummaries === 0
    ? [...blocking, { rule: 'no_summary', ids: [] }]
    : blocking;
}
