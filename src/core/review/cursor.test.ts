import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCursor, writeCursor } from './cursor.ts';

const reviewId = '01936f2b-7c3e-7a10-9f00-0123456789ab';

describe('a cursor', () => {
  it('comes back as it was, and is one word that a shell leaves alone', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(), (id, position) => {
        const word = writeCursor({ reviewId: id, position });
        expect(word).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(readCursor(word)).toEqual({ reviewId: id, position });
      }),
    );
  });

  it('is refused in every part of itself, so that a cut one never repeats or loses an event', () => {
    const word = writeCursor({ reviewId, position: 120 });
    for (let length = 0; length < word.length; length++) {
      expect(readCursor(word.slice(0, length))).toMatchObject({ code: 'invalid_cursor' });
    }
  });

  it.each(['', 'u-1', '12', '%%%', btoa('2 1 x'), btoa(`1 -3 ${reviewId}`)])(
    'is not %j',
    (word) => {
      expect(readCursor(word)).toMatchObject({ code: 'invalid_cursor', field: 'since' });
    },
  );
});
