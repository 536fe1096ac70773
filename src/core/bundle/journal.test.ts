import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSafePath,
  planWrite,
  possibleRecoveries,
  readJournal,
  recoveredTexts,
  writeJournal,
} from './journal.ts';

const about = { trackerId: 't', at: '2026-11-30T09:00:00+01:00' };
const texts = (entries: Record<string, string>) => new Map(Object.entries(entries));
const before = texts({ 'index.md': 'i0', 'a.md': 'a0', 'b.md': 'b0' });
const after = texts({ 'index.md': 'i1', 'a.md': 'a1', 'b.md': 'b0', 'c/d.md': 'd1' });

describe('the journal of a write (bundle contract 3)', () => {
  it('holds the files that differ, index.md last', () => {
    expect(planWrite(before, after, about).files).toEqual([
      { path: 'a.md', before: 'a0', after: 'a1' },
      { path: 'c/d.md', before: null, after: 'd1' },
      { path: 'index.md', before: 'i0', after: 'i1' },
    ]);
  });

  it('is read back as it was written, and never from a part of it', () => {
    const journal = planWrite(before, after, about);
    const written = writeJournal(journal);
    expect(readJournal(written)).toEqual(journal);
    for (let length = 0; length < written.length - 2; length += 1) {
      expect(readJournal(written.slice(0, length))).toBeUndefined();
    }
    expect(readJournal('{"version":2}')).toBeUndefined();
    expect(readJournal('null')).toBeUndefined();
  });

  it('names no file outside the root', () => {
    const unsafe = [
      '../x.md',
      '/x.md',
      'a/../x.md',
      'a//x.md',
      './x.md',
      'C:x.md',
      'a\\x.md',
      'x.txt',
      '',
      'a\n.md',
    ];
    for (const path of unsafe) {
      expect([path, isSafePath(path)]).toEqual([path, false]);
      const files = [{ path, before: null, after: 'x' }];
      expect(readJournal(JSON.stringify({ version: 1, ...about, files }))).toBeUndefined();
    }
    expect(isSafePath('phases/P01-a.md')).toBe(true);
  });

  it('leads from every state between the two to either of them', () => {
    const journal = planWrite(before, after, about);
    const subsets = fc.subarray(journal.files.map(({ path }) => path));
    fc.assert(
      fc.property(subsets, (written) => {
        const onDisk = new Map(before);
        for (const path of written) onDisk.set(path, after.get(path) ?? '');
        const [finish, rollBack] = possibleRecoveries(journal, onDisk);
        if (finish === undefined || rollBack === undefined) throw new Error('two ways');
        expect(new Map([...recoveredTexts(onDisk, finish)].sort())).toEqual(
          new Map([...after].sort()),
        );
        expect(new Map([...recoveredTexts(onDisk, rollBack)].sort())).toEqual(
          new Map([...before].sort()),
        );
      }),
    );
  });

  it('never overwrites what another hand has changed since', () => {
    const journal = planWrite(before, after, about);
    const onDisk = texts({ 'index.md': 'i0', 'a.md': 'by hand', 'b.md': 'b0', 'c/d.md': 'd1' });
    const [finish, rollBack] = possibleRecoveries(journal, onDisk);
    expect(finish).toMatchObject({ method: 'finish', kept: ['a.md'] });
    expect([...(finish?.writes ?? [])]).toEqual([['index.md', 'i1']]);
    expect(rollBack).toMatchObject({ method: 'roll back', kept: ['a.md'] });
    expect([...(rollBack?.writes ?? [])]).toEqual([['c/d.md', null]]);
  });
});
