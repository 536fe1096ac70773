import { describe, it } from 'vitest';
import { checkTwins } from './support/inline-twins.ts';

describe('inline 7: equal comments on a page and in a file that both change', () => {
  it.each(Array.from({ length: 24 }, (_value, seed) => seed))(
    'keep their places, words and threads, seed %i',
    (seed) => checkTwins(seed, 10),
  );
});
