import { beforeAll, describe, expect, it } from 'vitest';
import { fitsSchema, type JsonSchema } from '../support/json-schema.ts';
import { noteText, planText } from '../support/reviewed-plan.ts';
import type { Answer, RunningReview } from '../support/running-review.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';

let scratch: Scratch;
let review: RunningReview;
let document: JsonSchema;

beforeAll(async () => {
  scratch = makeScratch();
  scratch.write('plan.md', planText);
  scratch.write('notes.md', noteText);
  review = await scratch.review(['--private', 'plan.md', 'notes.md']);
  document = (await review.get('/api/openapi.json')).body;
  return () => scratch.close();
});

function at(value: unknown, ...path: readonly string[]): JsonSchema {
  const found = path.reduce<unknown>(
    (part, name) => (part as JsonSchema | undefined)?.[name],
    value,
  );
  if (found === undefined) throw new Error(`the document has no ${path.join(' ')}`);
  return found as JsonSchema;
}

/** The same with every object closed, so that a field which is not described does not fit. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).map(([key, part]) => [key, closed(part)]);
  return {
    ...('properties' in schema ? { additionalProperties: false } : {}),
    ...Object.fromEntries(parts),
  };
}

/** The schema that the document has for an answer, references followed. */
function answerSchema(method: string, route: string, status: number): JsonSchema {
  const response = at(document, 'paths', route, method.toLowerCase(), 'responses', String(status));
  const reference = response['$ref'];
  const named =
    typeof reference === 'string' ? at(document, ...reference.split('/').slice(1)) : response;
  return at(named, 'content', 'application/json', 'schema');
}

function expectToFit(answer: Answer, method: string, route: string): void {
  const schema = answerSchema(method, route, answer.status);
  const words = `${method} ${route} ${answer.status} ${JSON.stringify(answer.body)}`;
  const root = answer.status === 200 ? (closed(document) as JsonSchema) : document;
  const wanted = answer.status === 200 ? (closed(schema) as JsonSchema) : schema;
  expect(fitsSchema(wanted, answer.body, root), words).toBe(true);
}

const thread = { fileId: 'f-1', anchorStart: 2, anchorEnd: 2, snippet: '', text: 'Why?' };
const place = { fileId: 'f-1', anchorStart: 2, anchorEnd: 2 };

/** Requests in an order in which each succeeds, or is refused as it says. */
const requests: readonly (readonly [
  method: string,
  route: string,
  path: string,
  body?: unknown,
])[] = [
  ['GET', '/api/state', '/api/state'],
  ['GET', '/api/room', '/api/room'],
  ['GET', '/api/rounds', '/api/rounds'],
  ['GET', '/api/files/{fileId}/blocks', '/api/files/f-1/blocks'],
  ['GET', '/api/files/{fileId}/blocks', '/api/files/f-9/blocks'],
  ['GET', '/api/files/{fileId}/document', '/api/files/f-1/document?from=0&count=1'],
  ['GET', '/api/files/{fileId}/document', '/api/files/f-1/document?from=-1'],
  ['POST', '/api/render', '/api/render', { texts: ['*a*'] }],
  ['POST', '/api/render', '/api/render', { texts: 'a' }],
  ['POST', '/api/files/{fileId}/span', '/api/files/f-1/span', place],
  ['POST', '/api/threads', '/api/threads', thread],
  ['POST', '/api/threads', '/api/threads', { ...thread, sourceVersion: 9 }],
  ['POST', '/api/threads', '/api/threads', { ...thread, fileId: undefined }],
  ['POST', '/api/threads', '/api/threads', { ...thread, fileId: 'f-9' }],
  ['POST', '/api/threads', '/api/threads', { ...thread, text: ' ' }],
  ['POST', '/api/threads', '/api/threads', { text: 'Why?' }],
  ['POST', '/api/threads/{threadId}/replies', '/api/threads/u-1/replies', { text: 'So?' }],
  ['POST', '/api/threads/{threadId}/takes', '/api/threads/u-1/takes', { text: 'Yes.' }],
  ['POST', '/api/threads/{threadId}/takes', '/api/threads/u-9/takes', { text: 'Yes.' }],
  ['POST', '/api/threads/{threadId}/resolve', '/api/threads/u-1/resolve'],
  ['POST', '/api/threads/{threadId}/resolve', '/api/threads/u-1/resolve', { decision: 'a' }],
  ['POST', '/api/threads/{threadId}/unresolve', '/api/threads/u-1/unresolve'],
  ['PUT', '/api/threads/{threadId}/anchor', '/api/threads/u-1/anchor', place],
  ['POST', '/api/threads/{threadId}/accept', '/api/threads/u-1/accept'],
  ['POST', '/api/drafts/new-thread', '/api/drafts/new-thread', { ...place, text: 'a' }],
  ['DELETE', '/api/drafts/new-thread', '/api/drafts/new-thread', place],
  ['POST', '/api/drafts/followup', '/api/drafts/followup', { threadId: 'u-1', text: 'a' }],
  ['DELETE', '/api/drafts/followup', '/api/drafts/followup', { threadId: 'u-1' }],
  ['POST', '/api/files/{fileId}/viewed', '/api/files/f-2/viewed'],
  ['DELETE', '/api/files/{fileId}/viewed', '/api/files/f-2/viewed'],
  ['POST', '/api/source', '/api/source', { fileId: 'f-1', markdown: '# a\n', threadAnchors: [] }],
  [
    'POST',
    '/api/source',
    '/api/source',
    { fileId: 'f-1', markdown: `${planText}x\n`, reanchor: 'auto' },
  ],
  ['GET', '/api/rounds/{round}/changes', '/api/rounds/1/changes?fileId=f-1'],
  ['GET', '/api/rounds/{round}/changes', '/api/rounds/99/changes?fileId=f-1'],
  ['POST', '/api/refresh', '/api/refresh'],
  ['POST', '/api/heartbeat', '/api/heartbeat'],
  ['DELETE', '/api/threads/{threadId}', '/api/threads/u-1'],
  ['DELETE', '/api/threads/{threadId}', '/api/threads/u-1'],
];

describe('the OpenAPI document of a running review', () => {
  it('stands under the private path of the server', () => {
    const { pathname } = new URL(review.url);
    expect(document['servers']).toEqual([{ url: pathname }]);
  });

  it('fits every answer and refusal, and the events that go with them', async () => {
    const stream = await review.stream();
    for (const [method, route, path, body] of requests) {
      const response = await fetch(review.url + path, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      });
      const answer = { status: response.status, body: (await response.json()) as Answer['body'] };
      expectToFit(answer, method, route);
    }
    expectToFit(await review.post('/api/done'), 'POST', '/api/done');
    await stream.ended;
    const kinds = at(document, 'paths', '/api/events', 'get', 'x-events');
    const strict = closed(document) as JsonSchema;
    const expectEvent = (kind: string, payload: unknown) => {
      const schema = at(strict, 'components', 'schemas', kind);
      expect(fitsSchema(schema, payload, strict), `${kind} ${JSON.stringify(payload)}`).toBe(true);
    };
    for (const { name, data } of stream.events.all) expectEvent(name, data);
    const seen = new Set(stream.events.all.map(({ name }) => name));
    for (const kind of ['session.started', 'source.updated', 'draft.cleared', 'session.done'])
      expect(seen).toContain(kind);
    await review.exit;
    for (const { kind, payload } of review.events.all) {
      expect(kinds[kind]).toMatchObject({ stdout: true });
      expectEvent(kind, payload);
    }
  });
});
