import { it } from 'vitest';
import { fuzzReview } from '../support/fuzz-room.ts';

it('safety 10: generated bodies never reach an unexpected failure of a review', () =>
  fuzzReview(6, 7));
