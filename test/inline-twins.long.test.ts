import { describe, it } from 'vitest';
import { checkTwins } from './support/inline-twins.ts';

describe('inline 7: equal comments on a page and in a file that both change, many times', () => {
  it.each(Array.from({ length: 40 }, (_value, batch) => batch))(
    'keep their places, words and threads, batch %i',
    (batch) => {
      for (let seed = 0; seed < 50; seed++) checkTwins(1000 + batch * 50 + seed, 20);
    },
  );
});
