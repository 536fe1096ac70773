import { describe, expect, it } from 'vitest';
import { describeChanges, type SentChange } from './describe-changes.ts';

function change(revision: number, operation: SentChange['operation']): SentChange {
  return { revision, created_at: 't', effect: 'named', operation };
}

describe('the history of an item in words', () => {
  it('shows which words a revision changed, and why', () => {
    const described = describeChanges([
      change(1, { op: 'summary', text: 'We use Redis.' }),
      change(2, { op: 'confirm', confirmed: true, reason: 'yes' }),
      { ...change(3, { op: 'answer', text: 'no' }), effect: 'staled' },
      change(4, { op: 'revise', text: 'We use SQLite.', reason: 'simpler' }),
    ]);
    expect(described.map(({ what, reason }) => [what, reason])).toEqual([
      ['Recorded', undefined],
      ['Confirmed', 'yes'],
      ['Became stale', undefined],
      ['Revised', 'simpler'],
    ]);
    expect(described[3]?.pieces).toEqual([
      { kind: 'same', text: 'We use ' },
      { kind: 'removed', text: 'Redis' },
      { kind: 'added', text: 'SQLite' },
      { kind: 'same', text: '.' },
    ]);
  });
});
