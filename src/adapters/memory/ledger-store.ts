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
  Of,
  PageRequest,
} from '../../core/ledger/ports/ledger-reader.ts';
import type {
  BatchBasis,
  BatchNeeds,
  LedgerChanges,
  LedgerReplacement,
  LedgerStore,
  Resting,
} from '../../core/ledger/ports/ledger-store.ts';
import type { DatedChange } from '../../core/ledger/ports/record.ts';
import { searchWords } from '../../core/ledger/search-words.ts';
import { overviewLimits } from '../../core/ledger/views.ts';

/** A discussion with everything that belongs to it; items in order of insertion. */
interface Kept {
  readonly discussion: Discussion;
  readonly items: ReadonlyMap<string, Item>;
  readonly bases: ReadonlyMap<string, readonly string[]>;
  readonly batches: readonly Batch[];
  readonly messages: ReadonlyMap<string, string>;
  readonly changes: readonly DatedChange[];
}

/** Keeps discussions in memory, each state a value of its own; for tests and trials. */
export function memoryLedgerStore(): LedgerStore {
  const kept = new Map<string, Kept>();
  const of = <Value>(id: string, read: (found: Kept) => Value): Of<Value> | undefined => {
    const found = kept.get(id);
    return found && { discussion: found.discussion, value: read(found) };
  };
  const bound = (context: string) =>
    [...kept.values()].find(
      ({ discussion }) => discussion.state === 'active' && discussion.context === context,
    );
  const isWritable = (discussion: Discussion, expectedRevision: number): boolean => {
    const revision = kept.get(discussion.id)?.discussion.revision ?? 0;
    const other = bound(discussion.context)?.discussion.id ?? discussion.id;
    const isFree = discussion.state !== 'active' || other === discussion.id;
    return revision === expectedRevision && isFree;
  };
  return {
    async load(ports) {
      const boundTo = bound(ports.context)?.discussion.id;
      return basisOf(kept.get(ports.discussion), ports, boundTo);
    },
    async commit(changes) {
      const { discussion } = changes;
      if (!isWritable(discussion, changes.expectedRevision)) return 'conflict';
      kept.set(discussion.id, after(kept.get(discussion.id), changes));
      return 'committed';
    },
    async replace(record) {
      const { discussion } = record;
      if (!isWritable(discussion, record.expectedRevision)) return 'conflict';
      kept.set(discussion.id, fromRecord(record));
      return 'committed';
    },
    async head(id) {
      return kept.get(id)?.discussion;
    },
    async overview(wanted) {
      const id = 'id' in wanted ? wanted.id : bound(wanted.context)?.discussion.id;
      return id === undefined ? undefined : of(id, overviewOf);
    },
    async items(id, page) {
      return of(id, ({ items }) => stretch([...items.values()].sort(byOrdinalThenId), page));
    },
    async item(id, item) {
      return of(id, ({ items }) => items.get(item));
    },
    async itemHistory({ id, item }, page) {
      return of(id, (found) => {
        const entries = historyOf(found, item);
        return { entries: stretch(entries, page), total: entries.length };
      });
    },
    async batches(id, page) {
      return of(id, ({ batches }) => stretch(batches, page));
    },
    async list(context, page) {
      const all = [...kept.values()].map(({ discussion }) => discussion);
      const found = all.filter((discussion) => isVisible(discussion, context));
      return { entries: stretch(found, page), total: found.length };
    },
    async record(id) {
      const found = kept.get(id);
      if (found === undefined) return undefined;
      const messages = [...found.messages].map(([message, item]) => ({ id: message, item }));
      const items = [...found.items.values()];
      const citations = items
        .filter((item) => item.kind === 'summary')
        .map((item) => ({
          summary: item.id,
          refs: item.refs,
          bases: [...(found.bases.get(item.id) ?? [])].sort(),
        }));
      return { ...found, items, messages, citations };
    },
    async faults() {
      return [];
    },
    async search(search) {
      const hits = [...kept.values()]
        .filter(({ discussion }) => isVisible(discussion, search.context))
        .filter(({ discussion: { id } }) => id === (search.discussion ?? id))
        .flatMap(({ discussion, items }) =>
          [...items.values()]
            .filter((item) => holds(item.text, search.phrases))
            .map((item) => ({ discussion, item })),
        );
      return { entries: stretch(hits, search), total: hits.length };
    },
    close: () => undefined,
  };
}

function basisOf(
  found: Kept | undefined,
  ports: BatchNeeds,
  boundTo: string | undefined,
): BatchBasis {
  const all: readonly Item[] = [...(found?.items.values() ?? [])];
  const refs = new Map(
    ports.changed.flatMap((id) => {
      const item = found?.items.get(id);
      return item === undefined ? [] : [[id, item.refs] as const];
    }),
  );
  const named = withQuestionsAbove(found, [...ports.items, ...[...refs.values()].flat()]);
  const changed = new Set(ports.changed);
  const parents = all.flatMap(({ id, parent }) => (changed.has(id) ? [parent] : []));
  const resting = restingOn(found, [...ports.changed, ...ports.parents, ...parents]);
  const summaries = new Set(resting.map(({ summary }) => summary));
  return {
    discussion: found?.discussion,
    earlier: found?.batches.find(({ requestId }) => requestId === ports.requestId),
    boundTo,
    items: all.filter(
      (item) => named.has(item.id) || summaries.has(item.id) || (ports.blockers && mayBlock(item)),
    ),
    refs,
    resting,
    recorded: new Set(ports.messages.filter((id) => found?.messages.has(id))),
  };
}

function withQuestionsAbove(found: Kept | undefined, ids: readonly string[]): Set<string> {
  const wanted = new Set(ids);
  for (const id of wanted) {
    const parent = found?.items.get(id)?.parent;
    if (typeof parent === 'string') wanted.add(parent);
  }
  return wanted;
}

function restingOn(found: Kept | undefined, touched: readonly (string | null)[]): Resting[] {
  const bases = new Set(touched);
  const resting: Resting[] = [];
  for (const base of bases) {
    for (const [summary, restsOn] of found?.bases ?? []) {
      if (base === null || !restsOn.includes(base)) continue;
      resting.push({ base, summary });
      bases.add(summary);
    }
  }
  return resting;
}

function after(found: Kept | undefined, changes: LedgerChanges): Kept {
  const items = new Map(found?.items);
  for (const item of changes.inserted) {
    items.set(item.id, { ...item, refs: [] });
  }
  for (const item of changes.updated) items.set(item.id, { ...known(items, item.id), ...item });
  for (const [id, text] of changes.texts) items.set(id, { ...known(items, id), text });
  const bases = new Map(found?.bases);
  for (const summary of changes.unrested) bases.delete(summary);
  for (const { summary, refs, bases: restsOn } of changes.citations) {
    items.set(summary, { ...known(items, summary), refs });
    bases.set(summary, restsOn);
  }
  const { revision } = changes.discussion;
  return {
    discussion: changes.discussion,
    items,
    bases,
    batches: [...(found?.batches ?? []), changes.batch],
    messages: new Map([
      ...(found?.messages ?? []),
      ...changes.messages.map(({ id, item }) => [id, item] as const),
    ]),
    changes: [
      ...(found?.changes ?? []),
      ...changes.history.map((change) => ({ ...change, revision })),
    ],
  };
}

function fromRecord(record: LedgerReplacement): Kept {
  return {
    discussion: record.discussion,
    items: new Map(record.items.map((item) => [item.id, item])),
    bases: new Map(record.citations.map(({ summary, bases }) => [summary, bases])),
    batches: record.batches,
    messages: new Map(record.messages.map(({ id, item }) => [id, item])),
    changes: record.changes,
  };
}

function known(items: ReadonlyMap<string, Item>, id: string): Item {
  const item = items.get(id);
  if (item === undefined) throw new Error('a change of an item that is not there');
  return item;
}

function overviewOf({ items }: Kept) {
  const inOrder = [...items.values()].sort(byAskingOrder);
  const first = (accept: (item: ItemState) => boolean) =>
    inOrder.filter(accept).slice(0, overviewLimits.ids);
  return {
    pending: first(isOpenQuestion).map(({ id, text }) => ({ id, text })),
    unassigned: first(isUnassigned).map(({ id }) => id),
    last: [...items.values()].at(-1),
  };
}

function historyOf({ changes, batches }: Kept, item: string): ItemHistoryEntry[] {
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

function holds(text: string, phrases: LedgerSearch['phrases']): boolean {
  const words = searchWords(text);
  return (
    phrases.length > 0 &&
    phrases.every((phrase, index) => holdsRun(words, phrase, index === phrases.length - 1))
  );
}

function holdsRun(words: readonly string[], run: readonly string[], prefix: boolean): boolean {
  return words.some((_, start) =>
    run.every((word, index) => {
      const found = words[start + index];
      const isLast = prefix && index === run.length - 1;
      return isLast ? found?.startsWith(word) : found === word;
    }),
  );
}

function stretch<Entry>(entries: readonly Entry[], { offset, limit }: PageRequest): Entry[] {
  return entries.slice(offset, offset + limit);
}
