import { describe, expect, it } from 'vitest';
import { allMutations, locateIn, mutations, realDocuments } from './support/locating-suite.ts';

const documents = realDocuments(40);
const seed = Number(process.env['DISCUSS_SEED'] ?? 41);

describe(`locating in all documents of the installed packages, seed ${seed} (inline contract 4)`, () => {
  it.each([...Object.entries(mutations), ['all at once', allMutations] as const])(
    'locates no wrong thread after: %s',
    (_, mutate) => {
      const { wrong, right, missed } = locateIn(documents, mutate, { messages: 'distinct', seed });
      expect(wrong).toEqual([]);
      expect(right / (right + missed)).toBeGreaterThanOrEqual(0.5);
    },
  );
});
