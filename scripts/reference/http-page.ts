import type { JsonSchema } from '../../src/actions/kit/json-schema.ts';
import { code, generated, page, table } from './markdown.ts';

type Json = Readonly<Record<string, unknown>>;

/** The reference of a room's routes, told from their OpenAPI document. */
export function httpPage(document: JsonSchema, file: string): string {
  const { info } = document as { info: { title: string; description: string } };
  const paths = Object.entries(document['paths'] as Readonly<Record<string, Json>>);
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      operation: operation as Json,
    })),
  );
  return page([
    generated,
    '# HTTP routes',
    `${info.title}. The same as OpenAPI: [${file}](${file}), and at \`/api/openapi.json\` of every server.`,
    info.description,
    table(
      ['route', 'does'],
      operations.map(({ route, operation }) => [code(route), String(operation['summary'])]),
    ),
    ...operations.map(({ route, operation }) => operationPart(route, operation).trimEnd()),
    ...events(operations.map(({ operation }) => operation)),
  ]);
}

function operationPart(route: string, operation: Json): string {
  return page([
    `## ${route}`,
    `${operation['summary']}.`,
    operation['description'] as string | undefined,
    fieldTable(operation),
    refusalTable(operation['responses'] as Readonly<Record<string, Json>>),
  ]);
}

function fieldTable(operation: Json): string | undefined {
  const parameters = (operation['parameters'] ?? []) as readonly Json[];
  const rows = [
    ...parameters.map(({ name, in: place, required, schema, description }) => [
      code(String(name)),
      String(place),
      typeOf(schema as Json),
      describe(required === true, description ?? (schema as Json)['description']),
    ]),
    ...bodyRows(operation['requestBody'] as Json | undefined),
  ];
  return rows.length === 0 ? undefined : table(['field', 'in', 'type', 'meaning'], rows);
}

function bodyRows(body: Json | undefined): readonly (readonly string[])[] {
  if (body === undefined) return [];
  const { schema } = (body['content'] as Readonly<Record<string, { schema: Json }>>)[
    'application/json'
  ] ?? { schema: {} };
  const required = (schema['required'] ?? []) as readonly string[];
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Json>>;
  return Object.entries(properties).map(([name, property]) => [
    code(name),
    'body',
    typeOf(property),
    describe(required.includes(name), property['description']),
  ]);
}

function describe(required: boolean, words: unknown): string {
  return [...(required ? ['required'] : []), ...(words === undefined ? [] : [String(words)])].join(
    '; ',
  );
}

/** A schema in a word or two. */
function typeOf(schema: Json): string {
  const { $ref, type, items, anyOf, const: value } = schema;
  const choices = schema['enum'];
  if (typeof $ref === 'string') return code($ref.split('/').at(-1) ?? '');
  if (Array.isArray(choices)) return choices.map((choice) => code(String(choice))).join(' or ');
  if (value !== undefined) return code(JSON.stringify(value));
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeOf(one as Json)).join(' or ');
  if (type === 'array') return `list of ${typeOf((items ?? {}) as Json)}`;
  return [type].flat().join(' or ');
}

function refusalTable(responses: Readonly<Record<string, Json>>): string | undefined {
  const rows = Object.entries(responses).flatMap(([status, { $ref }]) => {
    if (typeof $ref !== 'string') return [];
    const codes = ($ref.split('/').at(-1) ?? '').split('-');
    return [[status, codes.map(code).join(', ')]];
  });
  return rows.length === 0 ? undefined : table(['status', 'refusals'], rows);
}

function events(operations: readonly Json[]): readonly string[] {
  const stream = operations.find((operation) => operation['x-events'] !== undefined);
  if (stream === undefined) return [];
  const kinds = stream['x-events'] as Readonly<Record<string, { stdout: boolean }>>;
  const rows = Object.entries(kinds).map(([kind, { stdout }]) => [
    code(kind),
    stdout ? 'standard output and stream' : 'stream alone',
  ]);
  return [
    '## Events',
    'The payload of each kind has the schema of its name among the components of the OpenAPI document.',
    table(['kind', 'carried by'], rows),
  ];
}
