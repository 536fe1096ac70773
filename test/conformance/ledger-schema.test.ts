import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from '../../src/actions/kit/zod-subset.ts';
import { ledgerBatchJsonSchema, ledgerExample } from '../../src/actions/ledger/contract-ledger.ts';
import { ledgerApply } from '../../src/actions/ledger/ledger-apply.ts';
import { ledgerBatchSketch } from '../../src/actions/ledger/shared/ledger-batch-sketch.ts';
import { checkBatchShape } from '../../src/actions/ledger/shared/ledger-shape.ts';
import { checkLimits } from '../../src/core/ledger/limits.ts';
import { isRefusal } from '../../src/core/refusal.ts';
import { fitsSchema, type JsonSchema } from '../support/json-schema.ts';
import { batchOf, batchRecipe } from '../support/ledger-batches.ts';

const schema = ledgerBatchJsonSchema(z);
const runs = process.env['DISCUSS_LONG_TESTS'] === '1' ? 20_000 : 600;

/** What a mutation puts in the place of a part of a batch. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' \n',
    'x',
    '\ud83d',
    0,
    -1,
    -0,
    1.5,
    2 ** 53,
    1e300,
    [],
    ['x'],
    [''],
    [1],
    {},
    'start',
    'question',
    'close',
    'typed',
    'x'.repeat(256),
    'x'.repeat(257),
    '€'.repeat(100),
    'x'.repeat(65_536),
    'x'.repeat(65_537),
    `ctx-v1-${'a'.repeat(64)}`,
    `ctx-v1-${'a'.repeat(64)}\n`,
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const mutation = fc.record({
  where: fc.array(fc.nat({ max: 20 }), { maxLength: 4 }),
  how: fc.constantFrom('replace', 'remove', 'add'),
  name: fc.constantFrom(
    'id',
    'text',
    'refs',
    'parent',
    'via',
    'op',
    'extra',
    '__proto__',
    'ordinal',
  ),
  value: odd,
});
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

/** Changes one place inside a JSON value. */
function mutate(value: unknown, { where, how, name, value: other }: Mutation, depth = 0): unknown {
  const step = where[depth];
  if (typeof value !== 'object' || value === null || step === undefined) {
    return how === 'add' ? added(value, name, other) : other;
  }
  const names = Object.keys(value);
  const chosen = names[step % Math.max(1, names.length)];
  if (chosen === undefined) return other;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    if (key !== chosen) return [[key, inner] as const];
    const isLast = depth === where.length - 1;
    if (isLast && how === 'remove') return [];
    return [[key, mutate(inner, { where, how, name, value: other }, depth + 1)] as const];
  });
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

function added(value: unknown, name: string, other: unknown): unknown {
  if (typeof value !== 'object' || value === null) return other;
  if (Array.isArray(value)) return [...value, other];
  return Object.fromEntries([...Object.entries(value), [name, other]]);
}

describe('the schema that the ledger prints (ledger contract 1)', () => {
  it('says the same of every input as the program, but for what its sentences say', () => {
    const seen = { accepted: 0, refused: 0, beyond: 0 };
    fc.assert(
      fc.property(batchRecipe, fc.array(mutation, { maxLength: 2 }), (recipe, mutations) => {
        const batch: unknown = batchOf(recipe, undefined, 'r');
        const input: unknown = JSON.parse(
          JSON.stringify(mutations.reduce<unknown>((at, change) => mutate(at, change), batch)),
        );
        const shaped = checkBatchShape(z, input);
        const fits = fitsSchema(schema, input);
        if (isRefusal(shaped)) {
          seen.refused += 1;
          expect(fits).toBe(false);
          return;
        }
        expect(fits).toBe(true);
        const limits = checkLimits(shaped, JSON.stringify(input));
        if (limits === undefined) seen.accepted += 1;
        else {
          seen.beyond += 1;
          expect(limits.message).toMatch(/bytes|well-formed Unicode/);
        }
      }),
      { numRuns: runs },
    );
    expect(seen.accepted).toBeGreaterThan(0);
    expect(seen.refused).toBeGreaterThan(0);
  });

  it('leaves bytes and Unicode to its sentences', () => {
    const question = (id: string) => ({
      ...ledgerExample,
      operations: [{ op: 'question', id, text: 'text' }],
    });
    for (const batch of [question('€'.repeat(100)), question('\ud83d')]) {
      const shaped = checkBatchShape(z, batch);
      expect(fitsSchema(schema, batch)).toBe(true);
      if (isRefusal(shaped)) throw new Error(shaped.message);
      expect(checkLimits(shaped, JSON.stringify(batch))).toBeDefined();
    }
  });

  it('is allowed all that it allows by the short form in tool lists', async () => {
    const { properties } = z.toJSONSchema(ledgerApply.input(z)) as { properties: JsonSchema };
    expect(properties['input']).toEqual(ledgerBatchSketch);
    fc.assert(
      fc.property(batchRecipe, (recipe) => {
        const batch: unknown = JSON.parse(JSON.stringify(batchOf(recipe, undefined, 'r')));
        expect(fitsSchema(schema, batch) && !fitsSchema(ledgerBatchSketch, batch)).toBe(false);
      }),
    );
  });

  it('accepts its own example', () => {
    expect(fitsSchema(schema, ledgerExample)).toBe(true);
  });

  it('closes every object, and names every operation once', () => {
    const text = JSON.stringify(schema);
    const objects = text.match(/"type":"object"/g)?.length;
    expect(text.match(/"additionalProperties":false/g)?.length).toBe(objects);
    const names = [
      ...text.matchAll(/"op":\{"type":"string","(?:const|enum)":(\[[^\]]+\]|"[a-z]+")/g),
    ];
    expect(names.flatMap((match) => JSON.parse(match[1] ?? '[]') as string[]).sort()).toEqual([
      'answer',
      'close',
      'confirm',
      'delivery',
      'gap',
      'metadata',
      'move',
      'option',
      'pause',
      'question',
      'reply',
      'restore',
      'resume',
      'revise',
      'start',
      'summary',
      'withdraw',
    ]);
  });

  it('has a sentence for what it cannot say', () => {
    const sentences = ledgerApply.semanticValidation?.join(' ');
    for (const words of [
      '1048576 bytes',
      '65536 bytes',
      '256',
      'well-formed Unicode',
      'secret',
      'if_revision',
    ]) {
      expect(sentences).toContain(words);
    }
  });
});
