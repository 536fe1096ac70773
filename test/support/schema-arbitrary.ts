import fc from 'fast-check';
import type { JsonSchema } from './json-schema.ts';

/** Strings that mean something to a field, by its name. */
export type Pool = Readonly<Record<string, readonly string[]>>;

const anyText = fc.constantFrom('', 'x', 'Two words', '7', 'ü 𝄞', ' spaced ', '*', 'a\nb', '0');
const odd: fc.Arbitrary<unknown> = fc.constantFrom(7, 1.5, true, null, {}, [], 'odd', [7], {
  a: 1,
});

/** Values that fit a JSON Schema; strings come from the pool of the field more often than not. */
export function fitting(schema: JsonSchema, pool: Pool, field = ''): fc.Arbitrary<unknown> {
  const { type } = schema;
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  if ('const' in schema) return fc.constant(schema['const']);
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined;
  if (choices !== undefined) return fc.oneof(...choices.map((one) => fitting(one, pool, field)));
  if (Array.isArray(type))
    return fc.oneof(...type.map((one) => fitting({ ...schema, type: one }, pool, field)));
  if (type === 'integer') return fc.constantFrom(0, 1, 2, 3, 5, -1, 400);
  if (type === 'number') return fc.constantFrom(0, 1, 0.5, -1);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array')
    return fc.array(fitting((schema['items'] ?? {}) as JsonSchema, pool, field), { maxLength: 3 });
  if (type === 'object') return fittingObject(schema, pool);
  const known = pool[field];
  if (known === undefined) return anyText;
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: anyText },
  );
}

function fittingObject(schema: JsonSchema, pool: Pool): fc.Arbitrary<Record<string, unknown>> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (schema['required'] ?? []) as readonly string[];
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, fitting(one, pool, name)]),
  );
  return fc.record(fields, {
    requiredKeys: [...required].filter((name) => name in fields),
  }) as fc.Arbitrary<Record<string, unknown>>;
}

/** Inputs of which some fit a JSON Schema of an object and others miss a field or have an odd value in one. */
export function inputsOf(schema: JsonSchema, pool: Pool): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys((schema['properties'] ?? {}) as object);
  const fits = fittingObject(schema, pool);
  if (names.length === 0) return fits;
  const spoilt = fc
    .tuple(fits, fc.constantFrom(...names), fc.oneof(fc.constant(undefined), odd))
    .map(([input, name, value]) => {
      const { [name]: _dropped, ...rest } = input;
      return value === undefined ? rest : { ...rest, [name]: value };
    });
  const required = (schema['required'] ?? []) as readonly string[];
  const least = fits.map((input) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => required.includes(name))),
  );
  return fc.oneof(
    { weight: 3, arbitrary: fits },
    { weight: 1, arbitrary: least },
    { weight: 2, arbitrary: spoilt },
  );
}
