import { describe, expect, it } from 'vitest';
import { isAnswerOfPerson, isVia, vias } from './provenance.ts';

describe('how an answer came (ledger contract 2, bundle contract 4)', () => {
  it('is one of six words', () => {
    expect(vias).toEqual(['typed', 'picked', 'picked_other', 'elicited', 'timed_out', 'assumed']);
    expect(isVia('typed')).toBe(true);
    expect(isVia('guessed')).toBe(false);
  });

  it('counts as an answer only when a person gave it (ledger contract 10)', () => {
    expect(vias.filter((via) => !isAnswerOfPerson(via))).toEqual(['timed_out', 'assumed']);
  });
});
