import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameJson } from './same-json.ts';

describe('sameJson', () => {
  it('holds for any value and its copy with members in another order', () => {
    const turn = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turn);
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).map(([name, inner]) => [name, turn(inner)]);
      return Object.fromEntries(entries.reverse());
    };
    fc.assert(fc.property(fc.jsonValue(), (value) => sameJson(value, turn(value))));
  });

  it('holds for two values exactly when they are deeply equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (first, second) => {
        const equal = deepEqual(first, second);
        expect(sameJson(first, second)).toBe(equal);
      }),
    );
  });

  it.each([
    [[], {}],
    [null, {}],
    [[1], [1, 2]],
    [{ a: undefined }, {}],
    ['1', 1],
    [JSON.parse('{"__proto__":1}'), {}],
  ])('tells %j from %j', (first, second) => {
    expect(sameJson(first, second)).toBe(false);
  });
});

function deepEqual(first: unknown, second: unknown): boolean {
  try {
    expect(first).toStrictEqual(second);
    return true;
  } catch {
    return false;
  }
}
