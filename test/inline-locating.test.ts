import { describe, expect, it } from 'vitest';
import {
  allAtOnce,
  type Happening,
  happenings,
  type Located,
  locateIn,
  type Remarks,
  realDocuments,
} from './support/locating-suite.ts';

const documents = realDocuments(80).slice(0, 12);
const run = (happen: Happening, remarks: Remarks): Located =>
  locateIn(documents, happen, { remarks, seed: 7 });

/** Share of the threads that are still there and must be found again; with repeated remarks more stays in doubt. */
const shares: readonly (readonly [
  keyof typeof happenings,
  { distinct: number; repeated?: number },
])[] = [
  ['sections reordered', { distinct: 0.98, repeated: 0.9 }],
  ['text edited', { distinct: 0.98, repeated: 0.9 }],
  ['lines added', { distinct: 0.98, repeated: 0.9 }],
  ['threads added', { distinct: 0.98, repeated: 0.8 }],
  ['roots edited', { distinct: 0.7, repeated: 0.5 }],
  // A twin of a thread that is gone is all that is left of it.
  ['threads deleted', { distinct: 0.98 }],
  ['CRLF', { distinct: 1, repeated: 1 }],
  ['reflowed to 80 columns', { distinct: 0.98, repeated: 0.9 }],
];

describe('locating in documents that people wrote (inline contract 4)', () => {
  it.each(shares)('finds no wrong thread after: %s', (name, { distinct, repeated }) => {
    const own = run(happenings[name], 'distinct');
    expect(own.wrong).toEqual([]);
    expect(own.right / (own.right + own.missed)).toBeGreaterThanOrEqual(distinct);
    if (repeated === undefined) return;
    const twins = run(happenings[name], 'repeated');
    expect(twins.wrong).toEqual([]);
    expect(twins.right / (twins.right + twins.missed)).toBeGreaterThanOrEqual(repeated);
  });

  it('finds no wrong thread after all of it at once', () => {
    const { wrong, right, missed } = run(allAtOnce, 'distinct');
    expect(wrong).toEqual([]);
    expect(right / (right + missed)).toBeGreaterThanOrEqual(0.5);
  });
});
