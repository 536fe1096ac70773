import { cutBefore } from '../text/whole-characters.ts';
import type { Batch, Discussion } from './discussion.ts';
import type { Item } from './item.ts';
import type {
  ItemHistoryEntry,
  LedgerHit,
  ListPage,
  Overview,
  PageRequest,
  WithDiscussion,
} from './ports/ledger-reader.ts';

/** How many open questions and replies `current` names, and how many questions it quotes. */
export const overviewLimits = { ids: 20, quoted: 3, characters: 500 } as const;

/** What is current in a discussion, short however long the discussion is. */
export function currentView(discussion: Discussion, overview: Overview) {
  const { last } = overview;
  return {
    id: discussion.id,
    title: shorten(discussion.title),
    description: shorten(discussion.description),
    revision: discussion.revision,
    state: discussion.state,
    pending: overview.pending.map((question) => question.id),
    pending_total: discussion.openQuestions,
    pending_questions: overview.pending
      .slice(0, overviewLimits.quoted)
      .map(({ id, text }) => ({ id, text: shorten(text) })),
    last_item:
      last === undefined ? null : { id: last.id, kind: last.kind, text: shorten(last.text) },
    unassigned: discussion.unassigned,
    unassigned_ids: overview.unassigned,
    capture: 'agent_submitted_with_optional_host_reply' as const,
  };
}

/** An item with its contract's fields; what is derived stays inside. */
export function itemView(item: Item) {
  return {
    id: item.id,
    kind: item.kind,
    original: item.original,
    text: item.text,
    parent: item.parent,
    refs: item.refs,
    stale: item.stale,
    ordinal: item.ordinal,
    revision: item.revision,
    confirmed: item.confirmed,
    withdrawn: item.withdrawn,
    message_id: item.messageId,
    delivery: item.delivery,
    via: item.via,
  };
}

export type ItemView = ReturnType<typeof itemView>;

/** A discussion with a page of its items. */
export function showView(discussion: Discussion, items: readonly Item[], page: PageRequest) {
  return {
    ...headView(discussion),
    items: byId(items.map(itemView)),
    item_order: items.map((item) => item.id),
    total: discussion.items,
    ...page,
  };
}

/** The head of a discussion. */
export function headView(discussion: Discussion) {
  return {
    id: discussion.id,
    title: discussion.title,
    description: discussion.description,
    context: discussion.context,
    state: discussion.state,
    revision: discussion.revision,
    created_at: discussion.createdAt,
    updated_at: discussion.updatedAt,
  };
}

/** A page of the accepted batches. */
export function historyView(discussion: Discussion, batches: readonly Batch[], page: PageRequest) {
  return {
    id: discussion.id,
    revisions: batches.map(({ revision, input, createdAt }) => ({
      revision,
      input,
      created_at: createdAt,
    })),
    total: discussion.batches,
    ...page,
  };
}

/** What happened to one item: each operation about it as it was sent, and what made it stale. */
export function itemHistoryView(
  { discussion, value }: WithDiscussion<ListPage<ItemHistoryEntry>>,
  item: string,
  page: PageRequest,
) {
  return {
    id: discussion.id,
    revision: discussion.revision,
    item,
    changes: value.entries.map((entry) => ({
      revision: entry.revision,
      created_at: entry.createdAt,
      effect: entry.effect,
      operation: operationAt(entry),
    })),
    total: value.total,
    ...page,
  };
}

/** Only batches of operations have changes, and every kept input has been checked. */
function operationAt({ input, operation }: ItemHistoryEntry): SentOperation | null {
  const { operations } = JSON.parse(input) as { operations?: readonly SentOperation[] };
  return operations?.[operation] ?? null;
}

/** An operation with the fields that it was sent with. */
export interface SentOperation {
  readonly op: string;
  readonly [field: string]: unknown;
}

/** A page of search results. */
export function searchView(hits: ListPage<LedgerHit>, page: PageRequest) {
  return {
    hits: hits.entries.map(({ discussion: { id, title, state }, item }) => ({
      discussion: { id, title, state },
      item: itemView(item),
    })),
    total: hits.total,
    ...page,
  };
}

/** A page of the list of discussions. */
export function listView(discussions: ListPage<Discussion>, page: PageRequest) {
  return {
    discussions: discussions.entries.map(({ id, title, state, revision, context }) => ({
      id,
      title,
      state,
      revision,
      unbound: context === '',
    })),
    total: discussions.total,
    ...page,
  };
}

/** Entries of an object keyed by id; any id is an own key, `__proto__` too. */
export function byId<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
): Record<string, Entry> {
  return Object.fromEntries(entries.map((entry) => [entry.id, entry]));
}

/** At most as many UTF-16 units as `current` shows, whole characters. */
function shorten(text: string): string {
  return text.slice(0, cutBefore(text, overviewLimits.characters));
}
