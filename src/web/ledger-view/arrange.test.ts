import { describe, expect, it } from 'vitest';
import type { ItemView } from '../../core/ledger/views.ts';
import { arrange, type LedgerView } from './arrange.ts';

function item(id: string, kind: ItemView['kind'], more: Partial<ItemView> = {}): ItemView {
  return {
    id,
    kind,
    original: id,
    text: `text of ${id}`,
    parent: null,
    refs: [],
    stale: false,
    ordinal: 0,
    revision: 1,
    confirmed: false,
    withdrawn: false,
    message_id: null,
    delivery: 'prepared',
    via: null,
    ...more,
  };
}

function view(items: readonly ItemView[], pending: readonly string[]): LedgerView {
  const head = { id: 'd', title: 'T', description: '', revision: 1, updated_at: '' };
  return { ...head, state: 'active', items, pending };
}

const discussion = view(
  [
    item('q1', 'question'),
    item('a1', 'answer', { parent: 'q1', via: 'picked' }),
    item('o1', 'option', { parent: 'q1' }),
    item('q2', 'question'),
    item('q3', 'question'),
    item('s1', 'summary', { refs: ['q1'] }),
    item('g1', 'gap', { withdrawn: true }),
    item('o2', 'option', { parent: 'q2', withdrawn: true }),
  ],
  ['q3', 'q2'],
);

function ids(query?: string) {
  return arrange(discussion, query).map(({ name, entries }) => [
    name,
    ...entries.map(({ item, below }) => [item.id, ...below.map(({ id }) => id)].join('>')),
  ]);
}

describe('the arrangement of a discussion', () => {
  it('puts what waits first, in asking order, and what is out of play last', () => {
    expect(ids()).toEqual([
      ['pending', 'q3', 'q2'],
      ['summaries', 's1'],
      ['answered', 'q1>o1>a1'],
      ['withdrawn', 'g1', 'o2'],
    ]);
  });

  it('finds items by their words and by those below them', () => {
    expect(ids('TEXT OF a1')).toEqual([['answered', 'q1>o1>a1']]);
    expect(ids('nothing')).toEqual([]);
  });
});
