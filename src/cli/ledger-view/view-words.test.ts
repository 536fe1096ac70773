import { describe, expect, it } from 'vitest';
import { parseViewWords } from './view-words.ts';

describe('the words of discuss ledger view', () => {
  it('name a discussion, and take a free port unless one is said', () => {
    expect(parseViewWords(['d'])).toEqual({
      id: 'd',
      port: 0,
      autoOpen: undefined,
      store: undefined,
    });
    expect(parseViewWords(['--port', '8001', '--no-open', '--store', 'a.db', '--', '-d'])).toEqual({
      id: '-d',
      port: 8001,
      autoOpen: false,
      store: 'a.db',
    });
  });

  it.each([
    [[], /ID is missing/],
    [['d', 'e'], /unexpected "e"/],
    [['d', '--port', '65536'], /--port must be .*"65536"/],
    [['d', '--port', 'x'], /--port must be/],
    [['d', '--prot'], /--prot/],
  ])('%j cannot be understood', (words, message) => {
    expect(parseViewWords(words)).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(message),
    });
  });
});
