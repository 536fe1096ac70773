import type { Action, ActionEntry, Zod } from './action.ts';
import type { CliBinding } from './bindings.ts';
import type * as z from './zod-subset.ts';

/** A JSON Schema of the 2020-12 draft. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns JSON Schemas of an action's input and output, for entry points that publish them. A field that is an option
 * or argument of the command is described by its help.
 */
export function actionJsonSchemas(
  zod: Zod,
  { bindings }: Pick<ActionEntry, 'bindings'>,
  action: Action,
): { input: JsonSchema; output: JsonSchema } {
  const input = jsonSchema(zod, action.input(zod));
  const properties = Object.entries((input['properties'] ?? {}) as Record<string, JsonSchema>);
  const described = properties.map(([name, schema]) => {
    const description = schema['description'] ?? commandHelp(bindings.cli, name);
    return [name, description === undefined ? schema : { ...schema, description }];
  });
  return {
    input:
      properties.length === 0 ? input : { ...input, properties: Object.fromEntries(described) },
    output: jsonSchema(zod, action.output(zod)),
  };
}

/** The help for an option or argument, without what only a shell can do. */
function commandHelp(cli: CliBinding | undefined, field: string): string | undefined {
  const option = Object.entries(cli?.options ?? {}).find(
    ([name, { field: own }]) => (own ?? camelCase(name)) === field,
  )?.[1];
  const summary =
    option?.summary ?? cli?.positionals?.find((positional) => positional.field === field)?.summary;
  return summary?.replace(/; (?:- reads standard input|may be repeated)/g, '');
}

/** `dry-run` → `dryRun`. */
export function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
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
