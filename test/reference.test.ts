import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { referencePages } from '../scripts/reference/reference-pages.ts';
import { actions } from '../src/actions/index.ts';
import { openApiDocument } from '../src/server/openapi/document.ts';

const folder = resolve(import.meta.dirname, '../docs/reference');

type Json = Readonly<Record<string, unknown>>;

const document = (await openApiDocument({ actions, room: 'review', prefix: '' })) as Json;
const operations = Object.entries(document['paths'] as Readonly<Record<string, Json>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: operation as Json,
    })),
);

describe('docs/reference', async () => {
  const pages = await referencePages();

  it.each([...pages.keys()])('%s is what `npm run docs` writes', (name) => {
    expect(readFileSync(join(folder, name), 'utf8')).toBe(pages.get(name));
  });

  it('holds nothing else', () => {
    expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort());
  });
});

describe('the OpenAPI document', () => {
  it('is of version 3.1 and names program, licence and server', () => {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: {
        title: expect.any(String),
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        license: { identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
    });
  });

  it('has each route of the list of actions', () => {
    const wanted = actions.flatMap(({ bindings: { http } }) =>
      http === undefined || (http.room ?? 'review') !== 'review'
        ? []
        : [`${http.method.toLowerCase()} ${http.path}`],
    );
    const found = operations.map(({ method, path }) => `${method} ${path}`);
    expect(found).toEqual(expect.arrayContaining(wanted));
    expect(found).toContain('get /api/events');
  });

  it('refers to nothing that is not there, and to everything that is', () => {
    const found = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference = '']) => reference,
    );
    const { schemas, responses } = document['components'] as Readonly<Record<string, Json>>;
    const known = [
      ...Object.keys(schemas ?? {}).map((name) => `#/components/schemas/${name}`),
      ...Object.keys(responses ?? {}).map((name) => `#/components/responses/${name}`),
    ];
    expect([...new Set(found)].filter((reference) => !known.includes(reference))).toEqual([]);
    expect(known.filter((reference) => !found.includes(reference))).toEqual([]);
    for (const reference of known) expect(reference).toMatch(/^[#/A-Za-z0-9._-]+$/);
  });

  it('gives each operation an id of its own', () => {
    const ids = operations.map(({ operation }) => operation['operationId']);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(operations)('declares the parameters of $method $path', ({ path, operation }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = ((operation['parameters'] ?? []) as Json[]).filter(
      (parameter) => parameter['in'] === 'path',
    );
    expect(declared.map(({ name }) => name)).toEqual(inPath);
    expect(declared.every(({ required }) => required === true)).toBe(true);
  });

  it.each(operations)('says how $method $path is answered and refused', ({ operation }) => {
    const responses = operation['responses'] as Json;
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '403', '503']));
    expect(JSON.stringify(responses['403'])).toMatch(/forbidden_host.*forbidden_origin/);
    expect(operation['summary']).toEqual(expect.any(String));
  });

  it('keeps the url, by which other entry points find a review, out of the routes', () => {
    const bodies = operations.map(({ operation }) =>
      JSON.stringify(operation['requestBody'] ?? {}),
    );
    expect(bodies.filter((body) => body.includes('"url"'))).toEqual([]);
  });
});
