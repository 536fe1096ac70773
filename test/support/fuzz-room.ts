import fc from 'fast-check';
import { expect } from 'vitest';
import type { JsonSchema } from './json-schema.ts';
import { planText } from './reviewed-plan.ts';
import { inputsOf } from './schema-arbitrary.ts';
import { makeScratch } from './scratch.ts';

const pool = {
  fileId: ['f-1', 'f-9'],
  threadId: ['u-1', 'u-2', 'u-9', '__proto__'],
  text: ['Why?', ' ', 'ü 𝄞'],
};

/** Sends generated bodies to every route of a review that takes one, `done` apart, and expects no failure of the program. */
export async function fuzzReview(runs: number, seed: number): Promise<void> {
  const scratch = makeScratch();
  try {
    scratch.write('plan.md', planText);
    const review = await scratch.review(['plan.md']);
    await review.openThread();
    const document = (await review.get('/api/openapi.json')).body as unknown as Document;
    for (const [path, method, schema] of bodies(document)) {
      const inputs = inputsOf(schema, pool);
      await fc.assert(
        fc.asyncProperty(
          inputs,
          fc.constantFrom('u-1', 'f-1', '9', '__proto__'),
          async (body, id) => {
            const response = await fetch(review.url + path.replace(/\{\w+\}/g, id), {
              method,
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify(body),
            });
            const text = await response.text();
            expect(
              response.status,
              `${method} ${path} ${JSON.stringify(body)} ${text}`,
            ).toBeLessThan(500);
            expect(JSON.parse(text)).toBeTypeOf('object');
          },
        ),
        { numRuns: runs, seed },
      );
    }
    expect(review.stderr()).not.toContain('unexpected failure');
  } finally {
    await scratch.close();
  }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

function bodies({
  paths,
  components,
}: Document): readonly (readonly [string, string, JsonSchema])[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const schema = bodySchema(operation, components);
      return schema === undefined || path.endsWith('/done')
        ? []
        : [[path, method.toUpperCase(), schema] as const];
    }),
  );
}

function bodySchema(
  operation: JsonSchema,
  { schemas }: Document['components'],
): JsonSchema | undefined {
  const body = operation['requestBody'] as
    | { readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>> }
    | undefined;
  const schema = body?.content?.['application/json']?.schema;
  const name =
    String(schema?.['$ref'] ?? '')
      .split('/')
      .at(-1) ?? '';
  return schemas[name] ?? schema;
}
