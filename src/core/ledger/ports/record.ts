import type { Refusal } from '../../refusal.ts';
import type { Batch, Discussion } from '../discussion.ts';
import type { Item } from '../item.ts';

/** The value that was read, or `store_busy` or `store_error`. */
export type Stored<Value> = Promise<Value | Refusal>;

/** One operation's effect on one item, for the item's history. */
export interface ItemChange {
  readonly item: string;
  /** Index of the operation in the batch. */
  readonly operation: number;
  /** `named`: the operation was about it; `staled`: a conclusion became stale by it. */
  readonly effect: 'named' | 'staled';
}

/** What a summary cites, and what it depends on; it depends on nothing while it is stale. */
export interface Citations {
  readonly summary: string;
  readonly refs: readonly string[];
  /** The cited items and all the questions above them. */
  readonly dependencies: readonly string[];
}

/** A host message id and the first item that carried it. */
export interface RecordedMessage {
  readonly id: string;
  readonly item: string;
}

/** A change of an item, with the revision that it came in. */
export interface DatedChange extends ItemChange {
  readonly revision: number;
}

/** The whole record of a discussion: items in order of insertion, batches and changes oldest first. */
export interface LedgerRecord {
  readonly discussion: Discussion;
  readonly items: readonly Item[];
  readonly batches: readonly Batch[];
  readonly changes: readonly DatedChange[];
  readonly messages: readonly RecordedMessage[];
  /** What each summary cites and depends on. */
  readonly citations: readonly Citations[];
}
