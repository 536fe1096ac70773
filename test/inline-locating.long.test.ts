import { describe, expect, it } from 'vitest';
import { allAtOnce, happenings, locateIn, realDocuments } from './support/locating-suite.ts';

const documents = realDocuments(40);
const seed = Number(process.env['DISCUSS_SEED'] ?? 41);

describe(`locating in all documents of the installed packages, seed ${seed} (inline contract 4)`, () => {
  it.each([...Object.entries(happenings), ['all at once', allAtOnce] as const])(
    'finds no wrong thread after: %s',
    (_, happen) => {
      const { wrong, right, missed } = locateIn(documents, happen, { remarks: 'distinct', seed });
      expect(wrong).toEqual([]);
      expect(right / (right + missed)).toBeGreaterThanOrEqual(0.5);
    },
  );
});
