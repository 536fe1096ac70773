import type { JsonSchema } from '../../actions/kit/json-schema.ts';
import { refusalStatus } from '../../actions/kit/refusal-status.ts';

/** Codes that every route may refuse with. */
const commonCodes = [
  'forbidden_host',
  'forbidden_origin',
  'store_error',
  'internal_error',
  'store_busy',
  'shutting_down',
];

/** Codes of a route by what it reads from its caller. */
const inputCodes = {
  nothing: [],
  fields: ['bad_request'],
  body: ['bad_request', 'unsupported_media_type', 'payload_too_large'],
} as const;

/** What a route refuses. */
export interface Refusals {
  /** Its own codes. */
  readonly codes: readonly string[];
  /** What it reads that can be wrong. */
  readonly reads: keyof typeof inputCodes;
}

/** The refusals of a route by their status: references to responses that are named after their codes. */
export function errorResponses({ codes, reads }: Refusals): Readonly<Record<string, JsonSchema>> {
  const all = [...inputCodes[reads], ...codes, ...commonCodes];
  const byStatus = new Map<number, string[]>();
  for (const code of all) {
    const status = refusalStatus(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([left], [right]) => left - right)
      .map(([status, refused]) => [status, { $ref: referencePrefix + refused.join('-') }]),
  );
}

const referencePrefix = '#/components/responses/';

/** The responses that the routes refer to. */
export function namedResponses(paths: unknown): Readonly<Record<string, JsonSchema>> {
  const references = JSON.stringify(paths).matchAll(/"#\/components\/responses\/([^"]+)"/g);
  const names = [...new Set([...references].map(([, name = '']) => name))].sort();
  return Object.fromEntries(names.map((name) => [name, errorResponse(name.split('-'))]));
}

function errorResponse(codes: readonly string[]): JsonSchema {
  const error = { type: 'object', properties: { code: { enum: codes } } };
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            { type: 'object', properties: { error } },
          ],
        },
      },
    },
  };
}

/** The shape of every refusal. */
export const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', description: 'What kind of refusal it is, for programs' },
        message: { type: 'string', description: 'What was expected and what came, for people' },
        field: { type: 'string', description: 'The field that is at fault' },
        details: { description: 'Facts for programs; their shape goes with the code' },
        next: { type: 'string', description: 'The step that helps' },
      },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
};
