import type { Action, Zod } from './action.ts';
import type * as z from './zod-subset.ts';

/** A JSON Schema of the 2020-12 draft. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** JSON Schemas of what an action takes and answers, for entry points that publish them. */
export function actionJsonSchemas(
  zod: Zod,
  action: Action,
): { input: JsonSchema; output: JsonSchema } {
  return {
    input: jsonSchema(zod, action.input(zod)),
    output: jsonSchema(zod, action.output(zod)),
  };
}

/** The JSON Schema of a schema. Objects are open unless it says otherwise: a later version may add fields. */
export function jsonSchema(zod: Zod, schema: z.ZodMiniType): JsonSchema {
  const { $schema: _draft, ...made } = zod.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema: part }) => dropTheObvious(part),
  });
  return made;
}

/** Every integer is a safe one, and every name of a property is a string. */
function dropTheObvious(part: {
  minimum?: number;
  maximum?: number;
  propertyNames?: unknown;
}): void {
  if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
  if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
  if (JSON.stringify(part.propertyNames) === '{"type":"string"}') delete part.propertyNames;
}
