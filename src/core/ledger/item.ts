import type { Via } from '../question/provenance.ts';

/** What an item of a discussion is. */
export const itemKinds = ['question', 'option', 'answer', 'reply', 'gap', 'summary'] as const;
type ItemKind = (typeof itemKinds)[number];

/** Whether a question is known to have been shown. */
type Delivery = 'prepared' | 'reported_delivered';

/**
 * What the rules need to know of an item: all but its texts. The last three are derived from other items and
 * kept with the row, so that no rule has to look through the discussion.
 */
export interface ItemState {
  readonly id: string;
  readonly kind: ItemKind;
  /** The question that the item stands under. */
  readonly parent: string | null;
  /** Its order among the items; smaller comes first. */
  readonly ordinal: number;
  /** How many items were there before it: unique, in order of insertion. */
  readonly position: number;
  /** The discussion's revision in which anything of the item last changed. */
  readonly revision: number;
  /** For a summary: something it depends on has changed since it was written. */
  readonly stale: boolean;
  /** For a summary: the user has confirmed it. */
  readonly confirmed: boolean;
  readonly withdrawn: boolean;
  readonly messageId: string | null;
  readonly delivery: Delivery;
  /** For answers and replies; null for the other kinds. */
  readonly via: Via | null;
  /** Active answers below it that a person gave. */
  readonly answers: number;
  /** Active summaries that cite it. */
  readonly cited: number;
  /** The same, added up over the items directly below it. */
  readonly citedBelow: number;
}

/** The texts of an item. */
export interface ItemText {
  /** As first recorded. */
  readonly original: string;
  readonly text: string;
  /** For a summary: the items that it cites, each once; empty for the other kinds. */
  readonly refs: readonly string[];
}

export type Item = ItemState & ItemText;

/** An active question that no person has answered yet. */
export function isOpenQuestion(item: ItemState): boolean {
  return item.kind === 'question' && !item.withdrawn && item.answers === 0;
}

/** An active reply: an answer whose question is not known yet. */
export function isUnassigned(item: ItemState): boolean {
  return item.kind === 'reply' && !item.withdrawn;
}

export function isActiveSummary(item: ItemState): boolean {
  return item.kind === 'summary' && !item.withdrawn;
}

/** An active question or gap that no active summary cites, directly or through an item below it. */
export function isUncited(item: ItemState): boolean {
  const needsCitation = item.kind === 'question' || item.kind === 'gap';
  return needsCitation && !item.withdrawn && item.cited + item.citedBelow === 0;
}

/** Asking order: by ordinal, then in order of insertion. */
export function byAskingOrder(first: ItemState, second: ItemState): number {
  return first.ordinal - second.ordinal || first.position - second.position;
}

/** An item and the questions above it, the nearest first. */
export function withQuestionsAbove(id: string, parentOf: (id: string) => string | null): string[] {
  const ids: string[] = [];
  let ancestor: string | null = id;
  for (; ancestor !== null; ancestor = parentOf(ancestor)) ids.push(ancestor);
  return ids;
}
