import type { ActionEntry, Zod } from '../../actions/kit/action.ts';
import type { HttpBinding } from '../../actions/kit/bindings.ts';
import { actionJsonSchemas, camelCase, type JsonSchema } from '../../actions/kit/json-schema.ts';
import type { References } from './references.ts';
import { errorResponses } from './responses.ts';

/** What an operation is described with. */
export interface OperationPorts {
  readonly z: Zod;
  readonly references: References;
}

/** The description of an action's route. */
export async function operation(
  entry: ActionEntry,
  binding: HttpBinding,
  { z, references }: OperationPorts,
): Promise<JsonSchema> {
  const action = await entry.load();
  const { input, output } = actionJsonSchemas(z, entry, action);
  const fields = inputFields(input, binding);
  return {
    operationId: camelCase(entry.name),
    summary: entry.summary,
    ...rules(action.semanticValidation),
    ...((binding.room ?? 'review') === 'review' ? { tags: [tagOf(binding.path)] } : {}),
    ...parameters(fields, binding, references),
    ...requestBody(fields, { input, binding }, references),
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: references.refer(output) } },
      },
      ...errorResponses({ codes: binding.refusals, reads: readsOf(fields, binding) }),
    },
  };
}

function rules(sentences: readonly string[] | undefined): { description?: string } {
  return sentences === undefined ? {} : { description: sentences.join('\n\n') };
}

/** A field of the input: its schema, and where in the request it stands. */
interface InputField {
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly place: 'path' | 'query' | 'body';
}

/** A route stands in front of its review, so that it needs neither its url nor its id. */
function inputFields(input: JsonSchema, binding: HttpBinding): ReadonlyMap<string, InputField> {
  const properties = (input['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (input['required'] ?? []) as readonly string[];
  const inPath = [...binding.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return new Map(
    Object.entries(properties)
      .filter(([name]) => name !== 'url' && name !== 'review')
      .map(([name, schema]) => {
        const rest = binding.method === 'GET' ? 'query' : 'body';
        const location = inPath.includes(name) ? 'path' : rest;
        return [name, { schema, required: required.includes(name), place: location }];
      }),
  );
}

function readsOf(fields: ReadonlyMap<string, InputField>, { method }: HttpBinding) {
  if (method !== 'GET') return 'body';
  return fields.size === 0 ? 'nothing' : 'fields';
}

function parameters(
  fields: ReadonlyMap<string, InputField>,
  binding: HttpBinding,
  references: References,
): { parameters?: readonly JsonSchema[] } {
  const listed = [...fields]
    .filter(([, { place }]) => place !== 'body')
    .sort(([left], [right]) => placeIn(binding.path, left) - placeIn(binding.path, right))
    .map(([name, { schema, required, place }]) => ({
      name,
      in: place,
      required: required || place === 'path',
      schema: references.refer(schema),
    }));
  return listed.length === 0 ? {} : { parameters: listed };
}

/** Parameters of the path come first, in its order. */
function placeIn(path: string, name: string): number {
  const index = path.indexOf(`{${name}}`);
  return index === -1 ? path.length : index;
}

function requestBody(
  fields: ReadonlyMap<string, InputField>,
  { input, binding }: { readonly input: JsonSchema; readonly binding: HttpBinding },
  references: References,
): { requestBody?: JsonSchema } {
  const inBody = [...fields].filter(([, { place }]) => place === 'body');
  if (inBody.length === 0) return {};
  const required = inBody.filter(([, field]) => field.required).map(([name]) => name);
  const closed = input['additionalProperties'] === false;
  const schema = {
    type: 'object',
    properties: Object.fromEntries(inBody.map(([name, field]) => [name, field.schema])),
    ...(required.length === 0 ? {} : { required }),
    ...(closed ? { additionalProperties: false } : {}),
  };
  return {
    requestBody: {
      required: binding.body === 'required',
      content: { 'application/json': { schema: references.refer(schema) } },
    },
  };
}

/** `/api/threads/{threadId}/takes` → `threads`. */
function tagOf(path: string): string {
  const [, , first = ''] = path.split('/');
  return ['threads', 'drafts', 'files', 'rounds'].includes(first) ? first : 'review';
}
