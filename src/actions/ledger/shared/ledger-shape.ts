import { limitExceeded } from '../../../core/ledger/limits.ts';
import type { BatchInput } from '../../../core/ledger/operation.ts';
import { type InputProblem, invalidInput } from '../../../core/ledger/refusals.ts';
import type { Refusal } from '../../../core/refusal.ts';
import type { Zod } from '../../kit/action.ts';
import { ledgerBatchSchema } from './ledger-batch-schema.ts';

/**
 * Checks the shape of a batch. The batch is handed on as it came, since the history keeps it so. Refusals tell
 * where a fault is and what was expected, never the value, which may be a secret.
 */
export function checkBatchShape(z: Zod, value: unknown): BatchInput | Refusal {
  const schema = schemas.get(z) ?? ledgerBatchSchema(z);
  schemas.set(z, schema);
  const result = schema.safeParse(value);
  // The schema has let it through unchanged; only the order of fields in its own copy differs.
  return result.success ? (value as BatchInput) : shapeRefusal(result.error.issues);
}

/** Making the schema costs more than using it once. */
const schemas = new WeakMap<Zod, ReturnType<typeof ledgerBatchSchema>>();

/** A fault as the schema library tells it; the fields that go with each code are optional here. */
interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly expected?: string;
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
  readonly options?: readonly unknown[];
}

/** Turns the faults of a shape into a refusal: `limit_exceeded` when only sizes are at fault. */
export function shapeRefusal(issues: readonly unknown[]): Refusal {
  const faults = issues as readonly Issue[];
  const problems = faults.flatMap(problemsOf);
  const [first, ...others] = problems;
  if (first === undefined) throw new Error('an input was refused without a fault');
  return faults.every(isTooLong) ? limitExceeded(first, problems) : invalidInput(first, ...others);
}

function isTooLong({ code, origin }: Issue): boolean {
  return code === 'too_big' && (origin === 'string' || origin === 'array');
}

function problemsOf(issue: Issue): InputProblem[] {
  const path = pathText(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return (issue.keys ?? []).map((key) => unknownField(path, key));
    case 'invalid_union':
      return [expectation(path, `one of ${(issue.options ?? []).join(', ')}`)];
    case 'invalid_value':
      return [expectation(path, `one of ${(issue.values ?? []).join(', ')}`)];
    case 'too_small':
      return [expectation(path, `at least ${issue.minimum}${unit(issue)}`)];
    case 'too_big':
      return [expectation(path, `at most ${issue.maximum}${unit(issue)}`)];
    case 'invalid_format':
      return [expectation(path, format(path))];
    default:
      return [expectation(path, typeWords[issue.expected ?? ''] ?? 'another shape')];
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a whole number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function unit({ origin }: Issue): string {
  if (origin === 'array') return ' entries';
  return origin === 'string' ? ' characters' : '';
}

function format(path: string): string {
  if (path === 'context') return 'ctx-v1- or lwcctx-v1- and 64 lower-case hex digits';
  if (path === 'from_context') return 'a context token, or an empty string';
  return 'a text that is not blank';
}

function expectation(path: string, expected: string): InputProblem {
  const where = path === '' ? 'input' : path;
  return { path: where, expected, fix: `give ${where} as ${expected}` };
}

/** A name that could itself be a secret is not repeated. */
function unknownField(parent: string, key: string): InputProblem {
  const isPlain = /^[A-Za-z_]{1,18}$/.test(key);
  const name = isPlain ? key : '(a name that is not repeated here)';
  const path = parent === '' ? name : `${parent}.${name}`;
  return { path, expected: 'only known fields', fix: `leave ${name} out` };
}

/** `operations[2].text` */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
