import { describe, expect, it } from 'vitest';
import { carriedRefusal, carryRefusal } from './carried-refusal.ts';
import { refuse } from './refusal.ts';

describe('a refusal that is carried by an error', () => {
  const refusal = refuse('store_error', 'the disk is full');

  it('comes back whole, with the words for whoever reads the error alone', () => {
    const error = carryRefusal(refusal, new Error('SQLITE_FULL'));
    expect(carriedRefusal(error)).toBe(refusal);
    expect(error).toMatchObject({ message: 'the disk is full', cause: { message: 'SQLITE_FULL' } });
  });

  it('is found below other errors', () => {
    const error = new Error('the log cannot be read', { cause: carryRefusal(refusal) });
    expect(carriedRefusal(error)).toBe(refusal);
  });

  it('is in no other error', () => {
    expect(carriedRefusal(new Error('a bug', { cause: new TypeError('why') }))).toBeUndefined();
    expect(carriedRefusal('text')).toBeUndefined();
  });
});
