import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import {
  type Entry,
  extendEntry,
  fieldOf,
  readEntries,
  replaceEntryField,
  replaceMarks,
} from './entry.ts';
import { kindOfId, nextId, readId, readReferences, writeReference } from './entry-id.ts';
import { readMarkdown } from './markdown-file.ts';

const read = (text: string): Entry[] =>
  readEntries(readMarkdown('decisions.md', text), 'decision', {
    forms: ['heading', 'item', 'row'],
  });
const only = (text: string): Entry => {
  const [entry] = read(text);
  if (entry === undefined) throw new Error('no entry');
  return entry;
};

describe('an entry', () => {
  it.each([
    ['### D001 — Keep it <!-- key:ab12cd34 -->', 'heading', 'Keep it', 'ab12cd34'],
    ['### D001: Keep it', 'heading', 'Keep it', undefined],
    ['#### D001. Keep it ##', 'heading', 'Keep it', undefined],
    ['### **D001** - Keep it', 'heading', 'Keep it', undefined],
    ['### D001', 'heading', '', undefined],
    ['- D001 <!-- key:ab12cd34 --> — Keep it', 'item', 'Keep it', 'ab12cd34'],
    ['* **D001**: Keep it', 'item', 'Keep it', undefined],
    ['| D001 <!-- key:ab12cd34 --> | Keep it | so |', 'row', 'Keep it | so', 'ab12cd34'],
  ])('is read from %j, with or without a key (bundle contract 2)', (text, ...expected) => {
    const { id, form, title, key } = only(text);
    expect([form, title, key]).toEqual(expected);
    expect(id).toBe('D001');
  });

  it.each([
    '### D01 — short',
    'D001 — prose',
    '### D0012x',
    '### The D001',
    '```\n### D001\n```',
    '### Q001 — a question',
  ])('is not read from %j', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('ends at the next heading of its level, and as an item at the next line that is not its own', () => {
    const [first, second] = read('### D001\n#### Why\nx\n### D002\n');
    expect(first?.region).toEqual({ from: 0, to: 3 });
    expect(second?.region).toEqual({ from: 3, to: 4 });
    expect(read('- D001 — a\n  - Status: Accepted\n\n  more\n- other\n')[0]?.region).toEqual({
      from: 0,
      to: 4,
    });
  });

  it('gets its key, its fields and further lines without another byte changing', () => {
    const text =
      'intro\r\n### D001 — Keep  it \r\n\r\n- status: Proposed\r\n\r\nprose\r\n\r\n### D002\r\n';
    const file = readMarkdown('decisions.md', text);
    expect(replaceMarks(file, only(text), { key: 'ab12cd34' })).toBe(
      text.replace('Keep  it', 'Keep  it <!-- key:ab12cd34 -->'),
    );
    expect(replaceEntryField(file, only(text), { key: 'Status', value: 'Accepted' })).toBe(
      text.replace('Proposed', 'Accepted'),
    );
    expect(extendEntry(file, only(text), ['- Accepted: now'])).toBe(
      text.replace('prose\r\n', 'prose\r\n\r\n- Accepted: now\r\n'),
    );
  });

  it('keeps its other marks when it is keyed anew', () => {
    const text = '### D001 — a <!-- key:ab12cd34 shown:99 -->';
    const file = readMarkdown('decisions.md', text);
    expect(only(text).marks).toEqual({ key: 'ab12cd34', shown: '99' });
    expect(replaceMarks(file, only(text), { key: 'zz', shown: '99' })).toBe(
      '### D001 — a <!-- key:zz shown:99 -->',
    );
  });

  it('is refused a field that it does not have once', () => {
    const text = '### D001\n- Status: a\n- Status: b\n';
    const refusal = replaceEntryField(readMarkdown('decisions.md', text), only(text), {
      key: 'Status',
      value: 'x',
    });
    expect(isRefusal(refusal) && refusal.message).toContain('`Status:` in the entry D001');
    expect(fieldOf(only(text), 'Status')).toBe('a');
  });

  it('in a row has no room for more', () => {
    const text = '| D001 | a |';
    expect(isRefusal(extendEntry(readMarkdown('d.md', text), only(text), ['- x']))).toBe(true);
  });
});

describe('ids (bundle contract 2)', () => {
  it('are read as people write them', () => {
    expect(readId('q1')).toEqual({ id: 'Q001' });
    expect(readId('ACT-7')).toEqual({ id: 'ACT-007' });
    expect(readId('p3')).toEqual({ id: 'P03' });
    expect(readId('D0012~AB12')).toEqual({ id: 'D012', key: 'ab12' });
    expect(readId('D1000')).toEqual({ id: 'D1000' });
    expect(readId('X001')).toBeUndefined();
    expect(readId('')).toBeUndefined();
    expect(kindOfId('ACT-001')).toBe('action');
    expect(kindOfId('A001')).toBe('assumption');
    expect(kindOfId('A01')).toBeUndefined();
  });

  it('go on from the greatest, also of what was deleted', () => {
    expect(nextId('decision', [], [])).toBe('D001');
    expect(nextId('decision', ['D001', 'Q009', 'D003'], [])).toBe('D004');
    expect(nextId('decision', ['D001'], ['Recorded D007<!--ab12cd34-->'])).toBe('D008');
    expect(nextId('action', ['ACT-002'], [])).toBe('ACT-003');
    expect(nextId('phase', ['P01'], [])).toBe('P02');
    expect(nextId('decision', ['D999'], [])).toBe('D1000');
  });

  it('do not count words of prose that look like one', () => {
    expect(nextId('log', ['E002'], ['flake8 says E501, and D900~abcd'])).toBe('E003');
  });

  it('are found in a line with their keys', () => {
    const line = `Rests on: D007<!--ab12cd34-->, Q001~zz99, R003 and ACT-001; not XD001, D001-b or SD0012`;
    expect(readReferences(line).map(({ id, key }) => [id, key])).toEqual([
      ['D007', 'ab12cd34'],
      ['Q001', 'zz99'],
      ['R003', undefined],
      ['ACT-001', undefined],
    ]);
    expect(writeReference({ id: 'D007', key: 'ab12' })).toBe('D007<!--ab12-->');
  });
});
