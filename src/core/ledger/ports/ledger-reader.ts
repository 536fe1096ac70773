import type { Batch, Discussion } from '../discussion.ts';
import type { Item } from '../item.ts';
import type { ItemChange, LedgerRecord, Stored } from './record.ts';

/** Which part of a longer list. */
export interface PageRequest {
  readonly offset: number;
  readonly limit: number;
}

/** A part of a longer list, with the length of the whole. */
export interface ListPage<Entry> {
  readonly entries: readonly Entry[];
  readonly total: number;
}

/** Something of a discussion, and the discussion at the same moment. */
export interface WithDiscussion<Value> {
  readonly discussion: Discussion;
  readonly value: Value;
}

/** What is current, bounded however long the discussion is. */
export interface Overview {
  /** The first open questions in asking order. */
  readonly pending: readonly Pick<Item, 'id' | 'text'>[];
  /** The first active replies in asking order. */
  readonly unassigned: readonly string[];
  /** The item that was recorded last. */
  readonly last: Pick<Item, 'id' | 'kind' | 'text'> | undefined;
}

/** One change of an item with the batch that it came in. */
export interface ItemHistoryEntry extends Batch, Omit<ItemChange, 'item'> {}

/** A search for words in the items of discussions. */
export interface LedgerSearch extends PageRequest {
  /** Runs of words, as `searchPhrases` gives them; an item must hold them all. */
  readonly phrases: readonly (readonly string[])[];
  /** Only discussions of this context and unbound ones. */
  readonly context?: string | undefined;
  /** Only this discussion. */
  readonly discussion?: string | undefined;
}

/** An item that holds the words looked for. */
export interface LedgerHit {
  readonly discussion: Discussion;
  readonly item: Item;
}

/** Reads discussions. Each call sees one moment; `undefined` stands for a discussion that is not there. */
export interface LedgerReader {
  head(id: string): Stored<Discussion | undefined>;
  /** The overview of a discussion, or of the active one that a context is bound to. */
  overview(
    selector: { id: string } | { context: string },
  ): Stored<WithDiscussion<Overview> | undefined>;
  /** Items in order of ordinal, then id; their number is in the head. */
  items(id: string, page: PageRequest): Stored<WithDiscussion<readonly Item[]> | undefined>;
  item(id: string, item: string): Stored<WithDiscussion<Item | undefined> | undefined>;
  /** What happened to one item, oldest first. */
  itemHistory(
    selector: { readonly id: string; readonly item: string },
    page: PageRequest,
  ): Stored<WithDiscussion<ListPage<ItemHistoryEntry>> | undefined>;
  /** Accepted batches, oldest first; their number is in the head. */
  batches(id: string, page: PageRequest): Stored<WithDiscussion<readonly Batch[]> | undefined>;
  /** Discussions of a context and unbound ones, or all without a context, in order of creation. */
  list(context: string | undefined, page: PageRequest): Stored<ListPage<Discussion>>;
  record(id: string): Stored<LedgerRecord | undefined>;
  /** Faults of the store itself that reading does not show, as text for people; none when it is sound. */
  faults(): Stored<readonly string[]>;
  /** Best matches first. */
  search(search: LedgerSearch): Stored<ListPage<LedgerHit>>;
}
