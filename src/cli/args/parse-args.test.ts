import { describe, expect, it } from 'vitest';
import { makeTestTerminal } from '../../../test/support/test-terminal.ts';
import type { CommandArgs } from './command-args.ts';
import { parseArgs } from './parse-args.ts';
import { readSources } from './read-sources.ts';

const command: CommandArgs = {
  positionals: [
    { name: 'THREAD', field: 'threadId', summary: 'The thread' },
    { name: 'TEXT', field: 'text', summary: 'What is said', reads: 'text', optional: true },
  ],
  options: {
    'anchor-line': { type: 'integer', summary: 'Its line' },
    feedback: { type: 'string', field: 'verdict.feedback', summary: 'Why' },
    verdict: { type: 'string', field: 'verdict.id', summary: 'Which', value: 'ID' },
    tag: { type: 'string', multiple: true, summary: 'A tag' },
    quiet: { type: 'boolean', short: 'q', summary: 'Say nothing' },
    patch: { type: 'string', reads: 'json', field: 'verdict.patch', summary: 'A change' },
  },
};
const parse = (...args: string[]) => parseArgs(command, args);

describe('the arguments of a command', () => {
  it('fill the fields that the command declares', () => {
    expect(
      parse('u-1', '--anchor-line=7', '-q', '--verdict', 'a', '--feedback', '', '--', '-x'),
    ).toEqual({
      input: {
        threadId: 'u-1',
        text: '-x',
        anchorLine: 7,
        quiet: true,
        verdict: { id: 'a', feedback: '' },
      },
    });
  });

  it('may repeat an option: all its values count, or the last one', () => {
    expect(parse('u-1', '--tag', 'a', '--verdict', 'a', '--tag=b=c', '--verdict', 'b')).toEqual({
      input: { threadId: 'u-1', tag: ['a', 'b=c'], verdict: { id: 'b' } },
    });
  });

  it.each([
    [[], 'THREAD is missing: The thread', undefined],
    [['a', 'b', 'c'], 'unexpected argument "c"', undefined],
    [['a', '--quite'], 'unknown option "--quite"', 'did you mean --quiet?'],
    [['a', '--colour'], 'unknown option "--colour"', undefined],
    [
      ['a', '- no, wait'],
      'unknown option "- no, wait"',
      'a text that begins with a dash: give - and send it on standard input',
    ],
    [['a', '--quiet=1'], '--quiet takes no value, got "--quiet=1"', undefined],
    [['a', '--verdict'], '--verdict needs ID, got nothing', undefined],
    [['a', '--feedback', '--quiet'], '--feedback needs a text, got "--quiet"', undefined],
    [['a', '--anchor-line', '-3'], '--anchor-line needs a whole number, got "-3"', undefined],
    [['a', '--anchor-line', 'x'], '--anchor-line takes a whole number, got "x"', undefined],
  ])('%j cannot be understood', (args, message, next) => {
    const hint = next === undefined ? {} : { next };
    expect(parse(...args)).toEqual({ refused: true, code: 'usage', message, ...hint });
  });

  it('are read from standard input and as JSON where that is declared', async () => {
    const terminal = makeTestTerminal('/', { readInput: async () => 'Well.\n' });
    const read = (...args: string[]) => {
      const parsed = parse(...args);
      return 'input' in parsed ? readSources(command, parsed, terminal) : parsed;
    };
    expect(await read('u-1', '-', '--verdict=a', '--patch', '{"x":[1]}')).toEqual({
      threadId: 'u-1',
      text: 'Well.',
      verdict: { id: 'a', patch: { x: [1] } },
    });
    expect(await read('u-1', '--patch', '{x')).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/^--patch is not JSON/),
    });
    expect(await read('u-1', '--patch', '@/nowhere.json')).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/nowhere\.json cannot be read/),
    });
  });
});
