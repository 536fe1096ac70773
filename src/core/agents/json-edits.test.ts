import fc from 'fast-check';
import { getNodeValue } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import {
  insertValue,
  isAmbiguous,
  type JsonPath,
  newDocument,
  readJsonc,
  removeValue,
} from './json-edits.ts';

const value = { hooks: [{ type: 'command', command: 'discuss hook' }] };

/** Documents as people write them: any blanks, comments, trailing commas, line ends and indentation. */
const blank = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\n  ',
  '\n\t',
  ' // a, note {\n',
  '/* , } */',
  '\n\n',
);
const scalar = fc.constantFrom('1', 'true', 'null', '"x, // y"', '"discuss"', '[]', '{}', '[1, 2]');

function container(open: string, close: string, entry: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const separated = fc.array(fc.tuple(blank, entry, blank), { maxLength: 3 });
  return fc.tuple(separated, blank, fc.boolean()).map(([entries, inner, trailing]) => {
    if (entries.length === 0) return `${open}${inner}${close}`;
    const body = entries.map((parts) => parts.join('')).join(',');
    return `${open}${body}${trailing ? ',' : ''}${inner}${close}`;
  });
}

const list = container('[', ']', scalar);
const groups = container(
  '{',
  '}',
  fc.constantFrom('a', 'b').chain((name) => list.map((l) => `"${name}": ${l}`)),
);
const document = fc
  .tuple(blank, blank, groups, blank, fc.constantFrom('', '\n', ' // end\n'), fc.boolean())
  .map(([before, inner, hooks, after, end, isWindows]) => {
    const text = `${before}{${inner}"theme": "dark",${inner}"hooks": ${hooks}${after}}${end}`;
    return isWindows ? text.replaceAll('\n', '\r\n') : text;
  })
  .filter((text) => readJsonc(text) !== undefined);

const contentOf = (text: string): unknown => {
  const root = readJsonc(text);
  return root === undefined ? undefined : getNodeValue(root);
};

describe('an edit of a configuration file', () => {
  const places: fc.Arbitrary<readonly [JsonPath, string | undefined]> = fc.constantFrom(
    [[], 'mcpServers'],
    [['hooks'], 'SessionStart'],
  );

  it('puts in what is wanted and nothing else, and takes it out byte for byte', () => {
    fc.assert(
      fc.property(document, places, (text, [path, name]) => {
        const edited = insertValue(text, path, { value, ...(name === undefined ? {} : { name }) });
        expect(contentOf(edited)).toBeDefined();
        expect(removeValue(edited, [...path, name ?? 0])).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('does the same in a list', () => {
    fc.assert(
      fc.property(
        list.filter((text) => readJsonc(text) !== undefined),
        (text) => {
          const edited = insertValue(`{"a": ${text}}`, ['a'], { value });
          expect((contentOf(edited) as { a: unknown[] }).a[0]).toEqual(value);
          expect(removeValue(edited, ['a', 0])).toBe(`{"a": ${text}}`);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('takes out exactly its own when others have edited the rest meanwhile', () => {
    const edits: readonly ((text: string) => string)[] = [
      (text) => text.replace('"dark"', '"light"'),
      (text) => text.replace('"theme"', '"font": {"size": 12}, "theme"'),
      (text) => `${text}// later\n`,
      (text) => text.replace('"theme"', '/* mine */ "theme"'),
      (text) =>
        text
          .replace(/\}(\s*(?:\/\/.*\s*)?)$/, ', "last": [1]}$1')
          .replace(/,(\s*), "last"/, ',$1 "last"'),
    ];
    fc.assert(
      fc.property(document, places, fc.constantFrom(...edits), (text, [path, name], edit) => {
        const foreign = edit(text);
        fc.pre(readJsonc(foreign) !== undefined && foreign !== text);
        const edited = edit(
          insertValue(text, path, { value, ...(name === undefined ? {} : { name }) }),
        );
        fc.pre(readJsonc(edited) !== undefined);
        expect(removeValue(edited, [...path, name ?? 0])).toBe(foreign);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the indentation and the line ends of the file', () => {
    const tabs = '{\r\n\t"theme": "dark"\r\n}\r\n';
    expect(insertValue(tabs, [], { name: 'a', value: { b: [1] } })).toBe(
      '{\r\n\t"a": {\r\n\t\t"b": [\r\n\t\t\t1\r\n\t\t]\r\n\t},\r\n\t"theme": "dark"\r\n}\r\n',
    );
  });

  it('removes a container that it has made with what stands in it, and a document that was nothing else', () => {
    const made = insertValue('{"a": 1}', [], { name: 'hooks', value: { Stop: [value] } });
    expect(removeValue(made, ['hooks', 'Stop', 0])).toBe('{"a": 1}');
    expect(
      removeValue(newDocument({ hooks: { Stop: [value] } }), ['hooks', 'Stop', 0]),
    ).toBeUndefined();
    const kept = insertValue('{"hooks": {"Stop": []}}', ['hooks', 'Stop'], { value });
    expect(removeValue(kept, ['hooks', 'Stop', 0])).toBe('{"hooks": {"Stop": []}}');
  });

  it('takes out what somebody has moved to the end, and nothing of its neighbours', () => {
    const servers =
      '{"mcpServers": {"other": {"command": "o"}, "discuss": {"command": "discuss"}}}';
    expect(removeValue(servers, ['mcpServers', 'discuss'])).toBe(
      '{"mcpServers": {"other": {"command": "o"}}}',
    );
    expect(removeValue('{\n  "a": 1,\n  "b": 2\n}\n', ['b'])).toBe('{\n  "a": 1\n}\n');
    expect(removeValue('[{"a": 1}, /* x */\n {"b": 2},\n]', [1])).toBe('[{"a": 1}, /* x */\n]');
  });

  it('keeps the comments that somebody has written around it', () => {
    expect(removeValue('{\n  // c\n  "hooks": {}, "theme": "x" }', ['hooks'])).toBe(
      '{\n  // c\n "theme": "x" }',
    );
    expect(removeValue('{"a": 1, // c\n"b": 2}', ['b'])).toBe('{"a": 1 // c\n}');
    expect(removeValue('// mine\n{\n  "hooks": {}\n}\n', ['hooks'])).toBe('// mine\n{\n}\n');
    expect(removeValue('{"hooks": {"Stop": [1] /* c */}}', ['hooks', 'Stop', 0])).toBe(
      '{"hooks": {/* c */}}',
    );
  });

  it('sees a name that is there twice', () => {
    const twice = '{"hooks": {"Stop": []}, "a": 1, "a": 2, "hooks": {}}';
    expect(isAmbiguous(twice, ['hooks', 'Stop'])).toBe(true);
    expect(isAmbiguous('{"hooks": {"Stop": [], "Stop": []}}', ['hooks', 'Stop'])).toBe(true);
    expect(isAmbiguous('{"hooks": {"Stop": []}, "a": 1, "a": 2}', ['hooks', 'Stop'])).toBe(false);
  });

  it('reads nothing from a broken file', () => {
    for (const text of ['', '{', '{"a": 1', '{"a" 1}', 'no'])
      expect(readJsonc(text)).toBeUndefined();
  });
});
