import type { JsonSchema } from '../../actions/kit/json-schema.ts';
import { isPageOnly, streamKinds } from '../../core/review/stream-payloads.ts';
import { errorResponses } from './responses.ts';

/** Routes of a review that are no actions, by their path. */
export function reviewRoutes(): Readonly<Record<string, JsonSchema>> {
  return {
    '/api/events': { get: eventStream() },
    '/api/files/{fileId}/image': { get: image },
  };
}

/** Routes of a discussion of the ledger that are no actions, by their path. */
export const ledgerRoutes: Readonly<Record<string, JsonSchema>> = {
  '/api/events': {
    get: {
      operationId: 'ledgerEvents',
      summary: 'The revisions of the discussion as they come',
      description:
        'Server-sent events: `ledger.changed` with `{"revision": N}`, the present revision at once and then each that is seen, whichever process made it. A comment line every 15 seconds keeps the connection open.',
      responses: answers('text/event-stream', { type: 'string' }),
    },
  },
};

/** Routes of a record that are no actions, by their path. */
export const bundleRoutes: Readonly<Record<string, JsonSchema>> = {
  '/api/events': {
    get: {
      operationId: 'bundleEvents',
      summary: 'What changes in the record, and the questions that wait',
      description:
        'Server-sent events: `record.changed` with `{}` at once and at each change of the files, whoever makes it; `questions.changed` with `{"questions": […]}`, as `GET /api/questions` has them, when any wait and at each change. A comment line every 15 seconds keeps the connection open.',
      responses: answers('text/event-stream', { type: 'string' }),
    },
  },
};

function answers(type: string, schema: JsonSchema, codes: readonly string[] = []): JsonSchema {
  return {
    200: { description: 'Done', content: { [type]: { schema } } },
    ...errorResponses({ codes, reads: 'nothing' }),
  };
}

function eventStream(): JsonSchema {
  return {
    operationId: 'reviewEvents',
    summary: 'The events of a review as they happen',
    description: [
      'Server-sent events: `event` is the kind, `data` the payload as JSON, `id` the position in the log. A connection that resumes nothing begins with `session.started`; `session.done` is the last event, after which the stream ends and a client does not connect again. A comment line every 15 seconds keeps the connection open.',
      'Each payload has the schema of its kind among the components. Standard output of `discuss` carries the same payloads, but for the kinds that the stream alone has, as lines `{"kind", "at", "payload"}`.',
    ].join('\n\n'),
    tags: ['review'],
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        schema: { type: 'string', pattern: '^\\d{1,15}$' },
        description: 'Replays what came after this id; browsers send it when they connect again',
      },
      {
        name: 'after',
        in: 'query',
        schema: { type: 'integer', minimum: 0 },
        description: 'The same for a first connection: `review.position` of the state',
      },
      {
        name: 'agent',
        in: 'query',
        schema: { type: 'string' },
        description: 'Name of the agent that listens, whom the page then shows as present',
      },
    ],
    responses: answers('text/event-stream', { type: 'string' }),
    'x-events': Object.fromEntries(
      streamKinds.map((kind) => [
        kind,
        { payload: { $ref: `#/components/schemas/${kind}` }, stdout: !isPageOnly[kind] },
      ]),
    ),
  };
}

const image: JsonSchema = {
  operationId: 'reviewImage',
  summary: "A picture that a document names, from the document's folder or below it",
  tags: ['files'],
  parameters: [
    { name: 'fileId', in: 'path', required: true, schema: { type: 'string' } },
    {
      name: 'src',
      in: 'query',
      required: true,
      schema: { type: 'string' },
      description: 'The path as the document has it',
    },
  ],
  responses: answers('image/*', { type: 'string', contentEncoding: 'binary' }, ['not_found']),
};

const room: JsonSchema = {
  operationId: 'room',
  summary: 'What this server shows, such as `review:<uuid>`',
  responses: answers('application/json', {
    type: 'object',
    properties: { room: { type: 'string' } },
    required: ['room'],
  }),
};

const openApi: JsonSchema = {
  operationId: 'openApi',
  summary: 'This document',
  responses: answers('application/json', { type: 'object' }),
};

/** Routes that every room has. */
export const roomRoutes: Readonly<Record<string, JsonSchema>> = {
  '/api/room': { get: room },
  '/api/openapi.json': { get: openApi },
};
