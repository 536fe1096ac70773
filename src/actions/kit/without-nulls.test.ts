import { describe, expect, it } from 'vitest';
import { actions } from '../index.ts';
import { checkShape } from './check-shape.ts';
import { withoutNulls } from './without-nulls.ts';
import * as z from './zod-subset.ts';

describe('null in an optional field means absent (review contract 5)', () => {
  const schema = z.strictObject({
    must: z.string(),
    may: z.optional(z.string()),
    none: z.optional(z.nullable(z.string())),
    inner: z.optional(z.object({ may: z.optional(z.int()), must: z.int() })),
    list: z.optional(z.array(z.strictObject({ may: z.optional(z.string()) }))),
    either: z.optional(z.union([z.object({ a: z.optional(z.string()) }), z.string()])),
    any: z.optional(z.unknown()),
  });

  it.each([
    ['a field', { may: null }, {}],
    ['a field that may be null', { none: null }, { none: null }],
    ['an object', { inner: null }, {}],
    ['a field in an object', { inner: { may: null, must: 1 } }, { inner: { must: 1 } }],
    ['a field that must be', { must: null }, { must: null }],
    ['a field that must be, inside', { inner: { must: null } }, { inner: { must: null } }],
    ['a field of an entry', { list: [{ may: null }, null] }, { list: [{}, null] }],
    ['a field of one of several shapes', { either: { a: null } }, { either: {} }],
    ['a field of any value', { any: null }, { any: null }],
    ['an unknown field', { colour: null }, { colour: null }],
    ['a name that every object has', { constructor: null }, { constructor: null }],
  ])('%s', (_what, input, output) => {
    expect(withoutNulls(schema, input)).toEqual(output);
  });

  it.each(actions.map((entry) => [entry.name, entry] as const))('in %s', async (_name, entry) => {
    const action = await entry.load();
    const { shape = {} } = action.input(z)._zod.def as { shape?: Record<string, z.ZodMiniType> };
    const optional = Object.entries(shape).filter(
      ([, field]) => field.safeParse(undefined).success,
    );
    const nulls = Object.fromEntries(
      optional.filter(([, field]) => !field.safeParse(null).success).map(([name]) => [name, null]),
    );
    expect(await checkShape(action, nulls)).toEqual(await checkShape(action, {}));
  });
});
