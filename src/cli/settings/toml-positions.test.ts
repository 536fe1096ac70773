import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { findTomlPositions } from './toml-positions.ts';

function find(toml: string) {
  return findTomlPositions(toml, (quoted) => Object.keys(parse(`${quoted} = 0`))[0] ?? quoted);
}

describe('the positions of a TOML document', () => {
  it('are those of keys, values and elements', () => {
    const toml = [
      '# port = 1',
      '  port = 7777 # = "x"',
      '"no_save"=true',
      "speakers = ['a', # ]",
      '  "b"]',
      '[server.one]',
      'auto_open = false',
    ].join('\n');
    expect(Object.fromEntries(find(toml))).toEqual({
      port: { key: { line: 2, column: 3 }, value: { line: 2, column: 10 }, items: [] },
      no_save: { key: { line: 3, column: 1 }, value: { line: 3, column: 11 }, items: [] },
      speakers: {
        key: { line: 4, column: 1 },
        value: { line: 4, column: 12 },
        items: [
          { line: 4, column: 13 },
          { line: 5, column: 3 },
        ],
      },
      server: { key: { line: 6, column: 2 }, value: { line: 6, column: 2 }, items: [] },
    });
  });

  it('count a carriage return as part of its line end', () => {
    expect(find('a = 1\r\n\r\nb = 2\r\n').get('b')?.key).toEqual({ line: 3, column: 1 });
  });

  it('belong to the name that a quoted key stands for', () => {
    expect(find('"po\\u0072t" = 1').has('port')).toBe(true);
    expect(find('"a = b".c = 1').get('a = b')?.value).toEqual({ line: 1, column: 13 });
  });

  it('are not misled by what strings, comments and nested values hold', () => {
    const value = fc.constantFrom(
      '1',
      '-4.5e7',
      'true',
      '2026-11-30T10:00:00Z',
      '"# no comment ] } = \\" \\\\"',
      "'C:\\'",
      '""" a\n[b]\nc = "d" \\" """"',
      "'''\nx = 1 ''' # '''",
      '[1, 2,\n 3] # ]',
      '[[], ["]"], [{ a = "}" }]]',
      '{ a = 1, b = { c = "[x]" } }',
      '[ # = [\n "#", \'"\' ]',
    );
    const key = fc.constantFrom('key', '"key"', "'ke y'", 'ke-y.sub', '"a.b" . c', '1_2');
    const blank = fc.constantFrom('', '\n', '  ', '\t', '# "x" = [\n', '\r\n');
    fc.assert(
      fc.property(fc.array(fc.tuple(blank, key, value), { maxLength: 8 }), (entries) => {
        let toml = '';
        const expected: [string, number, number][] = [];
        for (const [index, [before, name, written]] of entries.entries()) {
          toml += `${before.replace(/^#/, '\n#')}`;
          const unique = name.replace(/(\w)(["']?)(?=$|\.|\s\.)/, `$1${index}$2`);
          expected.push([unique, toml.length, toml.length + unique.length + 3]);
          toml += `${unique} = ${written}\n`;
        }
        parse(toml);
        const found = find(toml);
        const placed = [...found.values()].map(({ key: at, value: of }) => [at, of]);
        const offset = (position: number) => {
          const lines = toml.slice(0, position).split('\n');
          return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
        };
        expect(placed).toEqual(expected.map(([, at, of]) => [offset(at), offset(of)]));
        expect([...found.keys()]).toEqual(Object.keys(parse(toml)));
      }),
      { numRuns: 300 },
    );
  });
});
