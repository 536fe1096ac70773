import { byOrdinalThenId } from '../../core/ledger/archive.ts';
import { mayBlock } from '../../core/ledger/close-gate.ts';
import type { Batch, Discussion } from '../../core/ledger/discussion.ts';
import {
  byAskingOrder,
  type Item,
  type ItemState,
  isOpenQuestion,
  isUnassigned,
} from '../../core/ledger/item.ts';
import type {
  ItemHistoryEntry,
  LedgerSearch,
  PageRequest,
  WithDiscussion,
} from '../../core/ledger/ports/ledger-reader.ts';
import type {
  BatchQuery,
  Dependency,
  LedgerChanges,
  LedgerReplacement,
  LedgerStore,
  LoadedState,
} from '../../core/ledger/ports/ledger-store.ts';
import type { DatedChange } from '../../core/ledger/ports/record.ts';
import { searchWords } from '../../core/ledger/search-words.ts';
import { overviewLimits } from '../../core/ledger/views.ts';

/** A discussion with everything that belongs to it; items in order of insertion. */
interface StoredDiscussion {
  readonly discussion: Discussion;
  readonly items: ReadonlyMap<string, Item>;
  readonly dependencies: ReadonlyMap<string, readonly string[]>;
  readonly batches: readonly Batch[];
  readonly messages: ReadonlyMap<string, string>;
  readonly changes: readonly DatedChange[];
}

/** Keeps discussions in memory, each state a value of its own; for tests and trials. */
export function memoryLedgerStore(): LedgerStore {
  const discussions = new Map<string, StoredDiscussion>();
  const readFrom = <Value>(
    id: string,
    read: (stored: StoredDiscussion) => Value,
  ): WithDiscussion<Value> | undefined => {
    const stored = discussions.get(id);
    return stored && { discussion: stored.discussion, value: read(stored) };
  };
  const bound = (context: string) =>
    [...discussions.values()].find(
      ({ discussion }) => discussion.state === 'active' && discussion.context === context,
    );
  const isWritable = (discussion: Discussion, expectedRevision: number): boolean => {
    const revision = discussions.get(discussion.id)?.discussion.revision ?? 0;
    const boundId = bound(discussion.context)?.discussion.id ?? discussion.id;
    const isFree = discussion.state !== 'active' || boundId === discussion.id;
    return revision === expectedRevision && isFree;
  };
  return {
    async load(query) {
      const boundTo = bound(query.context)?.discussion.id;
      return loadState(discussions.get(query.discussion), query, boundTo);
    },
    async commit(changes) {
      const { discussion } = changes;
      if (!isWritable(discussion, changes.expectedRevision)) return 'conflict';
      discussions.set(discussion.id, applyChanges(discussions.get(discussion.id), changes));
      return 'committed';
    },
    async replace(record) {
      const { discussion } = record;
      if (!isWritable(discussion, record.expectedRevision)) return 'conflict';
      discussions.set(discussion.id, fromRecord(record));
      return 'committed';
    },
    async head(id) {
      return discussions.get(id)?.discussion;
    },
    async overview(selector) {
      const id = 'id' in selector ? selector.id : bound(selector.context)?.discussion.id;
      return id === undefined ? undefined : readFrom(id, overviewOf);
    },
    async items(id, page) {
      return readFrom(id, ({ items }) => pageOf([...items.values()].sort(byOrdinalThenId), page));
    },
    async item(id, item) {
      return readFrom(id, ({ items }) => items.get(item));
    },
    async itemHistory({ id, item }, page) {
      return readFrom(id, (stored) => {
        const entries = historyOf(stored, item);
        return { entries: pageOf(entries, page), total: entries.length };
      });
    },
    async batches(id, page) {
      return readFrom(id, ({ batches }) => pageOf(batches, page));
    },
    async list(context, page) {
      const visible = [...discussions.values()]
        .map(({ discussion }) => discussion)
        .filter((discussion) => isVisible(discussion, context));
      return { entries: pageOf(visible, page), total: visible.length };
    },
    async record(id) {
      const stored = discussions.get(id);
      if (stored === undefined) return undefined;
      const messages = [...stored.messages].map(([message, item]) => ({ id: message, item }));
      const items = [...stored.items.values()];
      const citations = items
        .filter((item) => item.kind === 'summary')
        .map((item) => ({
          summary: item.id,
          refs: item.refs,
          dependencies: [...(stored.dependencies.get(item.id) ?? [])].sort(),
        }));
      return { ...stored, items, messages, citations };
    },
    async faults() {
      return [];
    },
    async search(search) {
      const hits = [...discussions.values()]
        .filter(({ discussion }) => isVisible(discussion, search.context))
        .filter(({ discussion: { id } }) => id === (search.discussion ?? id))
        .flatMap(({ discussion, items }) =>
          [...items.values()]
            .filter((item) => containsPhrases(item.text, search.phrases))
            .map((item) => ({ discussion, item })),
        );
      return { entries: pageOf(hits, search), total: hits.length };
    },
    close: () => undefined,
  };
}

function loadState(
  discussion: StoredDiscussion | undefined,
  query: BatchQuery,
  boundTo: string | undefined,
): LoadedState {
  const items: readonly Item[] = [...(discussion?.items.values() ?? [])];
  const refs = new Map(
    query.changed.flatMap((id) => {
      const item = discussion?.items.get(id);
      return item === undefined ? [] : [[id, item.refs] as const];
    }),
  );
  const named = withQuestionsAbove(discussion, [...query.items, ...[...refs.values()].flat()]);
  const changed = new Set(query.changed);
  const parents = items.flatMap(({ id, parent }) => (changed.has(id) ? [parent] : []));
  const dependencies = dependenciesOn(discussion, [...query.changed, ...query.parents, ...parents]);
  const summaries = new Set(dependencies.map(({ summary }) => summary));
  return {
    discussion: discussion?.discussion,
    previous: discussion?.batches.find(({ requestId }) => requestId === query.requestId),
    boundTo,
    items: items.filter(
      (item) => named.has(item.id) || summaries.has(item.id) || (query.blockers && mayBlock(item)),
    ),
    refs,
    dependencies,
    recorded: new Set(query.messages.filter((id) => discussion?.messages.has(id))),
  };
}

function withQuestionsAbove(
  discussion: StoredDiscussion | undefined,
  ids: readonly string[],
): Set<string> {
  const reached = new Set(ids);
  for (const id of reached) {
    const parent = discussion?.items.get(id)?.parent;
    if (typeof parent === 'string') reached.add(parent);
  }
  return reached;
}

function dependenciesOn(
  discussion: StoredDiscussion | undefined,
  changed: readonly (string | null)[],
): Dependency[] {
  const invalidated = new Set(changed);
  const candidate: Dependency[] = [];
  for (const base of invalidated) {
    for (const [summary, dependencies] of discussion?.dependencies ?? []) {
      if (base === null || !dependencies.includes(base)) continue;
      candidate.push({ base, summary });
      invalidated.add(summary);
    }
  }
  return candidate;
}

function applyChanges(
  before: StoredDiscussion | undefined,
  changes: LedgerChanges,
): StoredDiscussion {
  const items = new Map(before?.items);
  for (const item of changes.inserted) {
    items.set(item.id, { ...item, refs: [] });
  }
  for (const item of changes.updated)
    items.set(item.id, { ...existingItem(items, item.id), ...item });
  for (const [id, text] of changes.texts) items.set(id, { ...existingItem(items, id), text });
  const dependencyMap = new Map(before?.dependencies);
  for (const summary of changes.invalidated) dependencyMap.delete(summary);
  for (const { summary, refs, dependencies } of changes.citations) {
    items.set(summary, { ...existingItem(items, summary), refs });
    dependencyMap.set(summary, dependencies);
  }
  const { revision } = changes.discussion;
  return {
    discussion: changes.discussion,
    items,
    dependencies: dependencyMap,
    batches: [...(before?.batches ?? []), changes.batch],
    messages: new Map([
      ...(before?.messages ?? []),
      ...changes.messages.map(({ id, item }) => [id, item] as const),
    ]),
    changes: [
      ...(before?.changes ?? []),
      ...changes.history.map((change) => ({ ...change, revision })),
    ],
  };
}

function fromRecord(record: LedgerReplacement): StoredDiscussion {
  return {
    discussion: record.discussion,
    items: new Map(record.items.map((item) => [item.id, item])),
    dependencies: new Map(
      record.citations.map(({ summary, dependencies }) => [summary, dependencies]),
    ),
    batches: record.batches,
    messages: new Map(record.messages.map(({ id, item }) => [id, item])),
    changes: record.changes,
  };
}

function existingItem(items: ReadonlyMap<string, Item>, id: string): Item {
  const item = items.get(id);
  if (item === undefined) throw new Error('a change of an item that is not there');
  return item;
}

function overviewOf({ items }: StoredDiscussion) {
  const inOrder = [...items.values()].sort(byAskingOrder);
  const first = (accept: (item: ItemState) => boolean) =>
    inOrder.filter(accept).slice(0, overviewLimits.ids);
  return {
    pending: first(isOpenQuestion).map(({ id, text }) => ({ id, text })),
    unassigned: first(isUnassigned).map(({ id }) => id),
    last: [...items.values()].at(-1),
  };
}

function historyOf({ changes, batches }: StoredDiscussion, item: string): ItemHistoryEntry[] {
  return changes
    .filter((change) => change.item === item)
    .flatMap(({ revision, operation, effect }) => {
      const batch = batches.find((candidate) => candidate.revision === revision);
      return batch === undefined ? [] : [{ ...batch, operation, effect }];
    });
}

function isVisible(discussion: Discussion, context: string | undefined): boolean {
  return context === undefined || discussion.context === context || discussion.context === '';
}

function containsPhrases(text: string, phrases: LedgerSearch['phrases']): boolean {
  const words = searchWords(text);
  return (
    phrases.length > 0 &&
    phrases.every((phrase, index) => containsRun(words, phrase, index === phrases.length - 1))
  );
}

function containsRun(words: readonly string[], run: readonly string[], prefix: boolean): boolean {
  return words.some((_, start) =>
    run.every((word, index) => {
      const candidate = words[start + index];
      const isLast = prefix && index === run.length - 1;
      return isLast ? candidate?.startsWith(word) : candidate === word;
    }),
  );
}

function pageOf<Entry>(entries: readonly Entry[], { offset, limit }: PageRequest): Entry[] {
  return entries.slice(offset, offset + limit);
}
