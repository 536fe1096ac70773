/** A JSON Schema as far as the product's schemas use one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Whether a value fits a JSON Schema (2020-12). A keyword that this does not know is an error, so that a schema
 * never passes by saying more than is checked.
 */
export function fitsSchema(schema: JsonSchema, value: unknown, root: JsonSchema = schema): boolean {
  return Object.entries(schema).every(([keyword, rule]) => {
    const check = keywords[keyword];
    if (check === undefined) throw new Error(`unknown keyword ${keyword}`);
    return check({ rule, value, schema, root });
  });
}

interface Check {
  readonly rule: unknown;
  readonly value: unknown;
  readonly schema: JsonSchema;
  readonly root: JsonSchema;
}

const always = () => true;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const ifString = (check: (text: string, rule: unknown) => boolean) => (at: Check) =>
  typeof at.value !== 'string' || check(at.value, at.rule);
const ifNumber = (check: (number: number, rule: number) => boolean) => (at: Check) =>
  typeof at.value !== 'number' || check(at.value, Number(at.rule));
const ifArray = (check: (length: number, rule: number) => boolean) => (at: Check) =>
  !Array.isArray(at.value) || check(at.value.length, Number(at.rule));

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

const keywords: Readonly<Record<string, (at: Check) => boolean>> = {
  $schema: always,
  $id: always,
  readOnly: always,
  $defs: always,
  title: always,
  description: always,
  default: always,
  type: ({ rule, value }) => [rule].flat().some((name) => types[String(name)]?.(value) ?? false),
  enum: ({ rule, value }) => (rule as unknown[]).includes(value),
  const: ({ rule, value }) => rule === value,
  pattern: ifString((text, rule) => new RegExp(String(rule), 'u').test(text)),
  minLength: ifString((text, rule) => [...text].length >= Number(rule)),
  maxLength: ifString((text, rule) => [...text].length <= Number(rule)),
  minimum: ifNumber((number, rule) => number >= rule),
  maximum: ifNumber((number, rule) => number <= rule),
  minItems: ifArray((length, rule) => length >= rule),
  maxItems: ifArray((length, rule) => length <= rule),
  items: ({ rule, value, root }) =>
    !Array.isArray(value) || value.every((entry) => fitsSchema(rule as JsonSchema, entry, root)),
  required: ({ rule, value }) =>
    !isObject(value) || (rule as string[]).every((name) => Object.hasOwn(value, name)),
  properties: ({ rule, value, root }) =>
    !isObject(value) ||
    Object.entries(rule as Record<string, JsonSchema>).every(
      ([name, schema]) => !Object.hasOwn(value, name) || fitsSchema(schema, value[name], root),
    ),
  propertyNames: ({ rule, value, root }) =>
    !isObject(value) ||
    Object.keys(value).every((name) => fitsSchema(rule as JsonSchema, name, root)),
  additionalProperties: ({ rule, value, schema, root }) => {
    if (!isObject(value)) return true;
    const known = schema['properties'] ?? {};
    const others = Object.entries(value).filter(([name]) => !Object.hasOwn(known, name));
    if (typeof rule === 'boolean') return rule || others.length === 0;
    return others.every(([, entry]) => fitsSchema(rule as JsonSchema, entry, root));
  },
  oneOf: ({ rule, value, root }) =>
    (rule as JsonSchema[]).filter((schema) => fitsSchema(schema, value, root)).length === 1,
  anyOf: ({ rule, value, root }) =>
    (rule as JsonSchema[]).some((schema) => fitsSchema(schema, value, root)),
  allOf: ({ rule, value, root }) =>
    (rule as JsonSchema[]).every((schema) => fitsSchema(schema, value, root)),
  $ref: ({ rule, value, root }) => {
    const path = String(rule).replace(/^#\//, '').split('/');
    const found = path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), root);
    return fitsSchema(found as JsonSchema, value, root);
  },
};
