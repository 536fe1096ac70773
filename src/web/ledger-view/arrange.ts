import type { ItemView } from '../../core/ledger/views.ts';
import type { Via } from '../../core/question/provenance.ts';

/** A discussion as the server tells it. */
export interface LedgerView {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly state: 'active' | 'paused' | 'closed';
  readonly revision: number;
  readonly updated_at: string;
  /** Open questions in asking order. */
  readonly pending: readonly string[];
  readonly items: readonly ItemView[];
}

/** An item with the options and answers that stand under it. */
export interface ArrangedItem {
  readonly item: ItemView;
  readonly below: readonly ItemView[];
}

/** A stretch of the page. */
export interface Part {
  readonly name: 'pending' | 'replies' | 'summaries' | 'answered' | 'gaps' | 'withdrawn';
  readonly title: string;
  readonly entries: readonly ArrangedItem[];
}

/** The discussion in the order in which a person wants it: what waits, what was concluded, what is settled. */
export function arrange({ items, pending }: LedgerView, query = ''): readonly Part[] {
  const below = childrenByParent(items);
  const entryOf = (item: ItemView): ArrangedItem => ({ item, below: below.get(item.id) ?? [] });
  const positions = new Map(pending.map((id, position) => [id, position]));
  const active = (kind: ItemView['kind']) => (item: ItemView) =>
    item.kind === kind && !item.withdrawn;
  const pick = (fits: (item: ItemView) => boolean) =>
    items
      .filter(fits)
      .map(entryOf)
      .filter((entry) => holds(entry, query));
  const waiting = pick(({ id }) => positions.has(id)).sort(
    (left, right) => (positions.get(left.item.id) ?? 0) - (positions.get(right.item.id) ?? 0),
  );
  const parts: readonly Part[] = [
    { name: 'pending', title: 'Waiting for an answer', entries: waiting },
    { name: 'replies', title: 'Replies without a question', entries: pick(active('reply')) },
    { name: 'summaries', title: 'Conclusions', entries: pick(active('summary')) },
    {
      name: 'answered',
      title: 'Answered',
      entries: pick((item) => active('question')(item) && !positions.has(item.id)),
    },
    { name: 'gaps', title: 'Gaps', entries: pick(active('gap')) },
    { name: 'withdrawn', title: 'Withdrawn', entries: pick(({ withdrawn }) => withdrawn) },
  ];
  return parts.filter(({ entries }) => entries.length > 0);
}

/** Active options and answers by the question that they stand under, options first. */
function childrenByParent(items: readonly ItemView[]): ReadonlyMap<string, readonly ItemView[]> {
  const children = new Map<string, ItemView[]>();
  for (const kind of ['option', 'answer'] as const) {
    for (const item of items) {
      if (item.kind !== kind || item.parent === null || item.withdrawn) continue;
      children.set(item.parent, [...(children.get(item.parent) ?? []), item]);
    }
  }
  return children;
}

function holds({ item, below }: ArrangedItem, query: string): boolean {
  const searchText = query.trim().toLowerCase();
  return (
    searchText === '' ||
    [item, ...below].some(({ id, text }) => `${id}\n${text}`.toLowerCase().includes(searchText))
  );
}

/** How an answer came, in words. */
export function viaLabel(via: Via): string {
  switch (via) {
    case 'typed':
      return 'typed';
    case 'picked':
      return 'picked';
    case 'picked_other':
      return 'picked “other”';
    case 'elicited':
      return 'asked for';
    case 'timed_out':
      return 'timed out: nobody answered';
    case 'assumed':
      return 'assumed: nobody answered';
  }
}
