import type { JsonSchema } from '../../actions/kit/json-schema.ts';

/** Shapes that have a name, and a way to name them wherever they stand. */
export interface References {
  /** The named shapes, in which others are named in turn. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** The same schema with every part that has a name replaced by a reference to it. */
  refer(schema: JsonSchema): JsonSchema;
}

/** Names shapes; one that stands inside another must come before it. */
export function nameShapes(named: Readonly<Record<string, JsonSchema>>): References {
  const names = new Map<string, string>();
  const refer = (value: unknown): unknown => {
    const inner = referInside(value, refer);
    const name = names.get(JSON.stringify(inner));
    return name === undefined ? inner : { $ref: `#/components/schemas/${name}` };
  };
  const schemas: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(named)) {
    // A shape that has a name already becomes a reference to it.
    const inner = refer(schema) as JsonSchema;
    schemas[name] = inner;
    if (!('$ref' in inner)) names.set(JSON.stringify(inner), name);
  }
  return { schemas, refer: (schema) => refer(schema) as JsonSchema };
}

function referInside(value: unknown, refer: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(refer);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, refer(part)]));
}
