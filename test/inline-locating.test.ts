import { describe, expect, it } from 'vitest';
import {
  allMutations,
  type LocatingResult,
  locateIn,
  type MessageVariety,
  type Mutation,
  mutations,
  realDocuments,
} from './support/locating-suite.ts';

const documents = realDocuments(80).slice(0, 12);
const run = (mutate: Mutation, messages: MessageVariety): LocatingResult =>
  locateIn(documents, mutate, { messages, seed: 7 });

/** Least share of the existing threads that must be located; with repeated messages more is ambiguous. */
const shares: readonly (readonly [
  keyof typeof mutations,
  { distinct: number; repeated?: number },
])[] = [
  ['sections reordered', { distinct: 0.98, repeated: 0.9 }],
  ['text edited', { distinct: 0.98, repeated: 0.9 }],
  ['lines added', { distinct: 0.98, repeated: 0.9 }],
  ['threads added', { distinct: 0.98, repeated: 0.8 }],
  ['roots edited', { distinct: 0.7, repeated: 0.5 }],
  // Only a duplicate of a deleted thread is left of it.
  ['threads deleted', { distinct: 0.98 }],
  ['CRLF', { distinct: 1, repeated: 1 }],
  ['reflowed to 80 columns', { distinct: 0.98, repeated: 0.9 }],
];

describe('locating threads in real documents (inline contract 4)', () => {
  it.each(shares)('locates no wrong thread after: %s', (name, { distinct, repeated }) => {
    const distinctResult = run(mutations[name], 'distinct');
    expect(distinctResult.wrong).toEqual([]);
    expect(
      distinctResult.right / (distinctResult.right + distinctResult.missed),
    ).toBeGreaterThanOrEqual(distinct);
    if (repeated === undefined) return;
    const repeatedResult = run(mutations[name], 'repeated');
    expect(repeatedResult.wrong).toEqual([]);
    expect(
      repeatedResult.right / (repeatedResult.right + repeatedResult.missed),
    ).toBeGreaterThanOrEqual(repeated);
  });

  it('locates no wrong thread after all mutations at once', () => {
    const { wrong, right, missed } = run(allMutations, 'distinct');
    expect(wrong).toEqual([]);
    expect(right / (right + missed)).toBeGreaterThanOrEqual(0.5);
  });
});
