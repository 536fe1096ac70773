import { describe, expect, it } from 'vitest';
import { parseArgs } from '../args/parse-args.ts';
import { viewLedger } from './view-ledger.ts';

const parse = (args: readonly string[]) => parseArgs(viewLedger.args, args);

describe('the arguments of discuss ledger view', () => {
  it('name a discussion', () => {
    expect(parse(['d'])).toEqual({ input: { id: 'd' } });
    expect(parse(['--port', '8001', '--no-open', '--store', 'a.db', '--', '-d'])).toEqual({
      input: { id: '-d', port: 8001, flags: { autoOpen: false }, store: 'a.db' },
    });
  });

  it.each([
    [[], /ID is missing/],
    [['d', 'e'], /unexpected argument "e"/],
    [['d', '--port', '65536'], /--port must be .*"65536"/],
    [['d', '--port', 'x'], /--port must be/],
    [['d', '--prot'], /unknown option "--prot"/],
  ])('%j cannot be understood', (args, message) => {
    expect(parse(args)).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(message),
    });
  });
});
