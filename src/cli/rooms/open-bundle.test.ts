import { describe, expect, it } from 'vitest';
import { parseArgs } from '../args/parse-args.ts';
import { openBundle } from './open-bundle.ts';

const parse = (args: readonly string[]) => parseArgs(openBundle.args, args);

describe('the arguments of discuss bundle open', () => {
  it('may name a bundle', () => {
    expect(parse([])).toEqual({ input: {} });
    expect(parse(['here', '--port', '8001', '--no-open', '--private', '--context', 'c'])).toEqual({
      input: {
        root: 'here',
        context: 'c',
        port: 8001,
        flags: { autoOpen: false },
        private: true,
      },
    });
    expect(parse(['--root', 'there'])).toEqual({ input: { root: 'there' } });
    expect(parse(['--root', 'there', 'here'])).toEqual({ input: { root: 'here' } });
  });

  it.each([
    [['a', 'b'], /unexpected argument "b"/],
    [['--port', '65536'], /--port must be .*"65536"/],
    [['--prot'], /unknown option "--prot"/],
  ])('%j cannot be understood', (args, message) => {
    expect(parse(args)).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(message),
    });
  });
});
