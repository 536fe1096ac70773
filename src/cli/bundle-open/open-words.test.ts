import { describe, expect, it } from 'vitest';
import { parseOpenWords } from './open-words.ts';

describe('the words of discuss bundle open', () => {
  it('may name a bundle, and take a free port unless one is said', () => {
    expect(parseOpenWords([])).toEqual({ port: 0, autoOpen: undefined, isPrivate: false });
    expect(
      parseOpenWords(['here', '--port', '8001', '--no-open', '--private', '--context', 'c']),
    ).toEqual({ root: 'here', context: 'c', port: 8001, autoOpen: false, isPrivate: true });
    expect(parseOpenWords(['--root', 'there'])).toMatchObject({ root: 'there' });
  });

  it.each([
    [['a', 'b'], /unexpected "b"/],
    [['--port', '65536'], /--port must be .*"65536"/],
    [['--prot'], /--prot/],
  ])('%j cannot be understood', (words, message) => {
    expect(parseOpenWords(words)).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(message),
    });
  });
});
