import type { Batch, Discussion } from '../discussion.ts';
import type { ItemState, ItemWords } from '../item.ts';
import type { LedgerReader } from './ledger-reader.ts';
import type { Citations, ItemChange, LedgerRecord, RecordedMessage, Stored } from './record.ts';

/** What has to be known before a batch can be admitted; the amount is set by the batch, not by the discussion. */
export interface BatchNeeds {
  readonly discussion: string;
  readonly context: string;
  readonly requestId: string;
  /** Items that the batch names. They come with all the questions above them. */
  readonly items: readonly string[];
  /** Those whose content or place changes: with what they cite, and what rests on them or on their parents. */
  readonly changed: readonly string[];
  /** Questions that are given something new: with what rests on them. */
  readonly parents: readonly string[];
  /** Host message ids that new items or reports of delivery carry. */
  readonly messages: readonly string[];
  /** Whether the discussion is to be closed: with every item that may stand in the way. */
  readonly blockers: boolean;
}

/** A fresh summary that has to be read again when the base changes. */
export interface Resting {
  readonly summary: string;
  /** An item that the summary cites, or a question above one. */
  readonly base: string;
}

/** What a batch needs, as it was at one moment. */
export interface BatchBasis {
  readonly discussion: Discussion | undefined;
  /** The accepted batch that carried the same request id. */
  readonly earlier: Pick<Batch, 'revision' | 'input'> | undefined;
  /** The active discussion that the input's context is bound to. */
  readonly boundTo: string | undefined;
  /** Includes what the changed summaries cite, and the summaries that rest on what changes. */
  readonly items: readonly ItemState[];
  /** What the changed summaries cite. */
  readonly refs: ReadonlyMap<string, readonly string[]>;
  /** Who rests on what changes, and who rests on those in turn, to the end. */
  readonly resting: readonly Resting[];
  /** Those of the message ids that are recorded already. */
  readonly recorded: ReadonlySet<string>;
}

/** What an accepted batch writes; all of it in one transaction. */
export interface LedgerChanges {
  /** The head as it is after the batch. */
  readonly discussion: Discussion;
  /** The revision that must still be the current one; 0 when the discussion must not be there yet. */
  readonly expectedRevision: number;
  readonly batch: Batch;
  readonly inserted: readonly (ItemState & Omit<ItemWords, 'refs'>)[];
  readonly updated: readonly ItemState[];
  /** New words of items that were there before the batch. */
  readonly texts: ReadonlyMap<string, string>;
  /** Summaries that cite something else than before. */
  readonly citations: readonly Citations[];
  /** Summaries that have become stale and cite what they cited. */
  readonly unrested: readonly string[];
  readonly messages: readonly RecordedMessage[];
  readonly history: readonly ItemChange[];
}

/** A whole record that takes the place of what is there. */
export interface LedgerReplacement extends LedgerRecord {
  /** The revision that must still be the current one; 0 when the discussion must not be there yet. */
  readonly expectedRevision: number;
}

/** Where discussions are kept. Each call sees one moment and leaves no transaction open. */
export interface LedgerStore extends LedgerReader {
  load(ports: BatchNeeds): Stored<BatchBasis>;
  /**
   * Writes an accepted batch. `conflict` when the expected revision is not the current one, or the context has
   * become bound to another discussion: nothing is written; load and admit again.
   */
  commit(changes: LedgerChanges): Stored<'committed' | 'conflict'>;
  /** Writes a record in place of the discussion of that id, or of none, under the same condition. */
  replace(record: LedgerReplacement): Stored<'committed' | 'conflict'>;
  close(): void;
}
