import { describe, expect, it } from 'vitest';
import { makeRangePlacer } from './place-range.ts';
import { quoteOf } from './visible-text.ts';

const intro = 'Call it like this:\n\n';
const promise = (line: string) =>
  `schema.validate(person)\n  .then(function (value) {\n    ${line}\n  })\n  .catch(tellTheUser)\n\n`;
const callback = (line: string) =>
  `// or with callbacks\nschema.check(person, function (error, value) {\n  error === null // true\n  ${line}\n})\n\n`;
const outro = 'Both give the same value.\n';

const line = "value // => { name: 'jimmy', age: 24 }";
const edited = "value; // => { name: 'jimmy', age: 24 }";
const before = intro + promise(line) + callback(line) + outro;

function placeCopy(number: 0 | 1, after: string) {
  const start = number === 0 ? before.indexOf(line) : before.lastIndexOf(line);
  const source = { start, end: start + line.length };
  const place = makeRangePlacer(before, after).place({ quote: quoteOf(before, source), source });
  return place.kind === 'orphaned' ? 'orphaned' : after.slice(place.range.start, place.range.end);
}

describe('anchors on two duplicates (anchoring contract: a comment stays with its own copy)', () => {
  it('when one is deleted and the other edited, only the anchor of the deleted one is orphaned', () => {
    const withoutSecond = intro + promise(edited) + outro;
    expect(placeCopy(0, withoutSecond)).toContain("// => { name: 'jimmy', age: 24 }");
    expect(placeCopy(1, withoutSecond)).toBe('orphaned');
    const withoutFirst = intro + callback(edited) + outro;
    expect(placeCopy(1, withoutFirst)).toContain("// => { name: 'jimmy', age: 24 }");
    expect(placeCopy(0, withoutFirst)).toBe('orphaned');
  });

  it('stay on their own duplicate when both remain and the text around them changes', () => {
    const after = intro + promise(edited) + callback(edited) + outro;
    for (const number of [0, 1] as const) expect(placeCopy(number, after)).toContain('// => {');
    const swapped = intro + callback(line) + promise(line) + outro;
    for (const number of [0, 1] as const) expect(placeCopy(number, swapped)).toBe(line);
  });
});
