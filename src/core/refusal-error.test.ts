import { describe, expect, it } from 'vitest';
import { refuse } from './refusal.ts';
import { refusalError, refusalOf } from './refusal-error.ts';

describe('a refusal that is carried by an error', () => {
  const refusal = refuse('store_error', 'the disk is full');

  it('comes back whole, with the words for whoever reads the error alone', () => {
    const error = refusalError(refusal, new Error('SQLITE_FULL'));
    expect(refusalOf(error)).toBe(refusal);
    expect(error).toMatchObject({ message: 'the disk is full', cause: { message: 'SQLITE_FULL' } });
  });

  it('is found below other errors', () => {
    const error = new Error('the log cannot be read', { cause: refusalError(refusal) });
    expect(refusalOf(error)).toBe(refusal);
  });

  it('is in no other error', () => {
    expect(refusalOf(new Error('a bug', { cause: new TypeError('why') }))).toBeUndefined();
    expect(refusalOf('text')).toBeUndefined();
  });
});
