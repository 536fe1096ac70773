import { describe, expect, it } from 'vitest';
import { actions } from './index.ts';
import { actionJsonSchemas, type JsonSchema } from './kit/json-schema.ts';
import * as zod from './kit/zod-subset.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Paths of the fields, at any depth, of which a schema says nothing. */
function undescribed(schema: JsonSchema, path = ''): readonly string[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema;
  const own = Object.entries(properties as Schemas).flatMap(([name, field]) => [
    ...(field['description'] === undefined ? [`${path}${name}`] : []),
    ...undescribed(field, `${path}${name}.`),
  ]);
  const within = [items, additionalProperties, anyOf, oneOf].flat() as readonly unknown[];
  const nested = within.filter((part): part is JsonSchema => typeof part === 'object');
  return [...own, ...nested.flatMap((part) => undescribed(part, path))];
}

describe('design 2: an action is defined once', () => {
  it('has a name that no other action has', () => {
    const names = actions.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(actions.map((entry) => [entry.name, entry] as const))(
    '%s says what each field of its input and output is',
    async (_name, entry) => {
      const { input, output } = actionJsonSchemas(zod, entry, await entry.load());
      expect({ input: undescribed(input), output: undescribed(output) }).toEqual({
        input: [],
        output: [],
      });
    },
  );
});
