import { describe, expect, it } from 'vitest';
import type { EntryLine } from '../../core/bundle/overview.ts';
import { groupEntries, titleOf } from './record.ts';

const entry = (id: string, kind: EntryLine['kind'], status: string): EntryLine => ({
  id,
  kind,
  status,
  title: id,
  path: 'decisions.md',
});
const record = (goal: string) => ({ goal }) as never;

describe('the page of a record', () => {
  it('is about the goal, and about the folder where none is stated', () => {
    const root = '/work/discussion/2026-11-30-no2-parser-fix';
    expect(titleOf({ root, record: record('A right parser') })).toBe('A right parser');
    expect(titleOf({ root, record: record('Unknown') })).toBe('Parser fix');
    expect(titleOf({ root, record: null })).toBe('Parser fix');
    expect(titleOf({ root: '/work/moved', record: null })).toBe('Moved');
  });

  it('tells entries by what they are, replaced ones last', () => {
    const entries = [
      entry('D001', 'decision', 'Superseded'),
      entry('D002', 'decision', 'Accepted'),
      entry('Q001', 'question', 'Answered'),
    ];
    const grouped = groupEntries(entries).map(({ title, entries: own }) => [
      title,
      own.map(({ id }) => id),
    ]);
    expect(grouped).toEqual([
      ['Questions', ['Q001']],
      ['Decisions', ['D002', 'D001']],
    ]);
  });
});
