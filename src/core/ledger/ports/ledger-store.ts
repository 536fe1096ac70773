import type { Batch, Discussion } from '../discussion.ts';
import type { ItemState, ItemText } from '../item.ts';
import type { LedgerReader } from './ledger-reader.ts';
import type { Citations, ItemChange, LedgerRecord, RecordedMessage, Stored } from './record.ts';

/** What has to be loaded before a batch can be decided on; its size depends on the batch, not on the discussion. */
export interface BatchQuery {
  readonly discussion: string;
  readonly context: string;
  readonly requestId: string;
  /** Items that the batch names. They come with all the questions above them. */
  readonly items: readonly string[];
  /** Those whose content or position changes: with what they cite, and what depends on them or on their parents. */
  readonly changed: readonly string[];
  /** Questions that get a new item: with what depends on them. */
  readonly parents: readonly string[];
  /** Host message ids that new items or reports of delivery carry. */
  readonly messages: readonly string[];
  /** Whether the discussion is to be closed: with every item that may block that. */
  readonly blockers: boolean;
}

/** A fresh summary that becomes stale when the base changes. */
export interface Dependency {
  readonly summary: string;
  /** An item that the summary cites, or a question above one. */
  readonly base: string;
}

/** What a batch's query has loaded, all of one moment. */
export interface LoadedState {
  readonly discussion: Discussion | undefined;
  /** The accepted batch that carried the same request id. */
  readonly previous: Pick<Batch, 'revision' | 'input'> | undefined;
  /** The active discussion that the input's context is bound to. */
  readonly boundTo: string | undefined;
  /** Includes what the changed summaries cite, and the summaries that depend on what changes. */
  readonly items: readonly ItemState[];
  /** What the changed summaries cite. */
  readonly refs: ReadonlyMap<string, readonly string[]>;
  /** What depends on what changes, directly or through other summaries. */
  readonly dependencies: readonly Dependency[];
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
  readonly inserted: readonly (ItemState & Omit<ItemText, 'refs'>)[];
  readonly updated: readonly ItemState[];
  /** New texts of items that were there before the batch. */
  readonly texts: ReadonlyMap<string, string>;
  /** Summaries that cite something else than before. */
  readonly citations: readonly Citations[];
  /** Summaries that have become stale and cite what they cited. */
  readonly invalidated: readonly string[];
  readonly messages: readonly RecordedMessage[];
  readonly history: readonly ItemChange[];
}

/** A whole record that takes the place of what is there. */
export interface LedgerReplacement extends LedgerRecord {
  /** The revision that must still be the current one; 0 when the discussion must not be there yet. */
  readonly expectedRevision: number;
}

/** Stores discussions. Each call sees one moment and leaves no transaction open. */
export interface LedgerStore extends LedgerReader {
  load(query: BatchQuery): Stored<LoadedState>;
  /**
   * Writes an accepted batch. `conflict` when the expected revision is not the current one, or the context has
   * become bound to another discussion: nothing is written; load and decide again.
   */
  commit(changes: LedgerChanges): Stored<'committed' | 'conflict'>;
  /** Writes a record in place of the discussion of that id, or of none, under the same condition. */
  replace(record: LedgerReplacement): Stored<'committed' | 'conflict'>;
  close(): void;
}
