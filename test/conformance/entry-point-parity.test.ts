import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actions } from '../../src/actions/index.ts';
import type { ActionEntry } from '../../src/actions/kit/action.ts';
import type { CliBinding } from '../../src/actions/kit/bindings.ts';
import { jsonSchema } from '../../src/actions/kit/json-schema.ts';
import * as zod from '../../src/actions/kit/zod-subset.ts';
import { listTools } from '../../src/mcp/list-tools.ts';
import {
  type EntryPointFixture,
  type EntryPointResponse,
  fixtureBundle,
  fixtureContext,
  type Input,
  makeEntryPointFixture,
} from '../support/entry-point-fixture.ts';
import { fitsSchema, type JsonSchema } from '../support/json-schema.ts';
import { inputsOf, type Pool } from '../support/schema-arbitrary.ts';

/** The same inputs each time, or many that nobody has tried before. */
const settings =
  process.env['DISCUSS_LONG_TESTS'] === '1' ? { numRuns: 300 } : { numRuns: 12, seed: 20261130 };

/** Values that lead somewhere in the world, so that not every input ends at the first check. */
const pool: Pool = {
  file: ['plan.md', 'none.md'],
  path: ['plan.md'],
  speaker: ['Sage', 'Ada'],
  operator: ['Sage', 'Ada'],
  initiator: ['Sage'],
  blocker: ['Ada'],
  status: ['resolved', 'reopen', 'open'],
  message: ['Because.', 'So?'],
  thread_id: ['T-001', 'T-009'],
  threadId: ['u-1', 'u-9'],
  fileId: ['f-1', 'f-9'],
  snippet: ['Drop'],
  text: ['Some text.'],
  context: [fixtureContext, `ctx-v1-${'b'.repeat(64)}`],
  id: ['plan', 'Q001', 'D001', 'ACT-001', 'none'],
  item: ['q-1', 'q-9'],
  root: [fixtureBundle, 'discussion/none'],
  section: ['goal', 'risks'],
  from: ['Q001', 'Q009'],
  words: ['1', '2, but only the parser', 'Yes'],
  topic: ['Another thing'],
  result: ['completed'],
  markdown: ['# Plan\n\nDrop the oldest tenth.\n'],
};

/** Actions whose entry points differ by design: they wait, or put a dialog of their entry point's own. */
const apart = ['review-wait', 'question-ask', 'question-answer', 'question-pending', 'review-done'];

const tools = await listTools();
const shared = actions.filter(
  ({ name, bindings }) => !apart.includes(name) && Object.keys(bindings).length > 1,
);
/** Actions that were also asked for by a command line. */
const said = new Set<string>();
let world: EntryPointFixture;
beforeAll(async () => {
  world = await makeEntryPointFixture();
});
afterAll(() => world.remove());

describe('design 2: one schema per operation for all entry points', () => {
  it('is compared for the actions of every part', () => {
    const parts = new Set(shared.map(({ name }) => name.split('-')[0]));
    expect([...parts].sort()).toEqual(['bundle', 'inline', 'ledger', 'review']);
    expect(shared.length).toBeGreaterThan(30);
  });

  it.each(shared.map((entry) => [entry.name, entry] as const))(
    '%s answers alike through every entry point, and as it declares',
    async (_name, entry) => {
      const action = await entry.load();
      const [input, output] = [
        jsonSchema(zod, action.input(zod)),
        jsonSchema(zod, action.output(zod)),
      ];
      await fc.assert(
        fc.asyncProperty(inputsOf(withoutBindingFields(input, entry), pool), async (given) => {
          const inputs = JSON.parse(JSON.stringify(given)) as Input;
          const answers = await throughAll(entry, inputs);
          for (const [binding, answer] of answers) {
            expect(answer, `${binding} ${JSON.stringify(inputs)}`).toEqual(answers[0]?.[1]);
            if ('output' in answer) expect(fitsSchema(output, answer.output), binding).toBe(true);
          }
          // What the schema refuses, the program refuses; what the schema lets through is no fault of shape.
          const [, first] = answers[0] ?? [];
          const isShapely = fitsSchema(input, withoutAbsent(input, inputs));
          const isFault = first !== undefined && 'code' in first && first.code === 'invalid_input';
          if (!isShapely) expect(isFault, `${JSON.stringify(inputs)} is refused`).toBe(true);
          if (isShapely && isFault)
            expect(action.semanticValidation, JSON.stringify([inputs, first])).not.toBeUndefined();
        }),
        settings,
      );
      if (entry.bindings.cli !== undefined) expect([...said]).toContain(entry.name);
    },
  );
});

/** The input without optional fields that are null, which counts as absent. */
function withoutAbsent(schema: JsonSchema, input: Input): Input {
  const required = (schema['required'] ?? []) as readonly string[];
  const isThere = ([name, value]: [string, unknown]) => value !== null || required.includes(name);
  return Object.fromEntries(Object.entries(input).filter(isThere));
}

/** What only one entry point has, such as who acts or which review is meant, is left to that entry point. */
function withoutBindingFields(input: JsonSchema, { bindings }: ActionEntry): JsonSchema {
  const left = [...(bindings.mcp?.leaveOut ?? []), 'url', 'author', 'json', 'review'];
  const properties = Object.entries((input['properties'] ?? {}) as Record<string, JsonSchema>);
  return {
    ...input,
    properties: Object.fromEntries(properties.filter(([name]) => !left.includes(name))),
  };
}

async function throughAll(
  entry: ActionEntry,
  input: Input,
): Promise<[string, EntryPointResponse][]> {
  const { bindings } = entry;
  const answers: [string, EntryPointResponse][] = [];
  const add = async (binding: string, ask: () => Promise<EntryPointResponse>): Promise<void> => {
    world.restore();
    answers.push([binding, await ask()]);
  };
  const tool = tools.find(({ name }) => name === bindings.mcp?.tool);
  if (tool !== undefined) await add('mcp', () => world.viaMcp(tool, entry, input));
  if (bindings.http !== undefined && isAddressable(bindings.http.path, input))
    await add('http', () => world.viaHttp(entry, input));
  const words = bindings.cli === undefined ? undefined : wordsOf(entry.name, bindings.cli, input);
  if (words !== undefined) {
    const action = await entry.load();
    const asPrinted = (output: unknown) => action.printed?.(output as never) ?? output;
    const [, first] = answers[0] ?? [];
    await add('cli', async () =>
      comparable(await world.viaCli(entry, words), { first, asPrinted }),
    );
    said.add(entry.name);
  }
  return answers;
}

/** A field that stands in a path is a text there, and not an empty one. */
function isAddressable(path: string, input: Input): boolean {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return names.every((name) => typeof input[name] === 'string' && input[name] !== '');
}

/** The words of a command, or nothing where a command line cannot say it. */
function wordsOf(name: string, binding: CliBinding, input: Input): readonly string[] | undefined {
  // A question as other entry points take it is one argument of JSON.
  if (name === 'bundle-ask') return questionWords(input);
  const taken = new Set<string>();
  const options: string[] = [];
  const { json } = binding.options ?? {};
  for (const [name, option] of Object.entries(binding.options ?? {})) {
    const field =
      option.field ?? name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (taken.has(field) || !(field in input)) continue;
    const words = optionWords(name, option, input[field]);
    if (words === undefined) return undefined;
    taken.add(field);
    options.push(...words);
  }
  const positionals: string[] = [];
  for (const { field, rest } of binding.positionals ?? []) {
    if (taken.has(field) || !(field in input)) continue;
    const value = input[field];
    const values = rest === true && Array.isArray(value) ? value : [value];
    if (!values.every(isPlain)) return undefined;
    taken.add(field);
    positionals.push(...values);
  }
  // A word that is left out cannot be followed by another.
  const gap = (binding.positionals ?? []).findIndex(({ field }) => !(field in input));
  const later = (binding.positionals ?? []).slice(gap + 1).some(({ field }) => field in input);
  if (gap !== -1 && later) return undefined;
  if (Object.keys(input).some((field) => !taken.has(field))) return undefined;
  const asJson = json?.type === 'boolean' || binding.formats === true ? ['--json'] : [];
  return [...asJson, ...options, '--', ...positionals];
}

function questionWords({ root, context, ...question }: Input): readonly string[] | undefined {
  const named = Object.entries({ root, context }).filter(([, value]) => value !== undefined);
  if (!named.every(([, value]) => isPlain(value))) return undefined;
  const words = named.map(([name, value]) => `--${name}=${value}`);
  return ['--json', ...words, `--question=${JSON.stringify(question)}`];
}

const isPlain = (value: unknown): value is string =>
  typeof value === 'string' && !/^[-@]/.test(value);

function optionWords(
  name: string,
  { type, multiple, reads }: NonNullable<CliBinding['options']>[string],
  value: unknown,
): readonly string[] | undefined {
  if (reads === 'json') return [`--${name}=${JSON.stringify(value)}`];
  if (multiple === true) {
    const values = Array.isArray(value) ? value : [value];
    return values.length > 0 && values.every(isPlain)
      ? values.map((one) => `--${name}=${one}`)
      : undefined;
  }
  if (type === 'boolean') return value === true ? [`--${name}`] : value === false ? [] : undefined;
  if (type === 'string') return isPlain(value) ? [`--${name}=${value}`] : undefined;
  return typeof value === 'number' ? [`--${name}=${value}`] : undefined;
}

interface OtherEntryPoint {
  readonly first: EntryPointResponse | undefined;
  readonly asPrinted: (output: unknown) => unknown;
}

/**
 * A command says in words what other entry points say by a code, names an argument that is missing in its own way, and prints
 * an array where other entry points answer an object that holds it.
 */
function comparable(
  { exit, ...answer }: EntryPointResponse & { exit: number },
  { first, asPrinted }: OtherEntryPoint,
): EntryPointResponse {
  if (first === undefined) return answer;
  if ('output' in first) {
    const isAlike = 'output' in answer && isDeepStrictEqual(answer.output, asPrinted(first.output));
    return isAlike ? first : answer;
  }
  if ('output' in answer) return answer;
  expect(exit).not.toBe(0);
  if (first.code === 'invalid_input') return first;
  // What helps stands on the lines below the message.
  const isSaid = answer.code === 'words' && answer.message.startsWith(first.message);
  return isSaid ? first : answer;
}
