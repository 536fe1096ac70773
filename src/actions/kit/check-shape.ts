import { type Refusal, refuse } from '../../core/refusal.ts';
import { findHalf } from '../../core/text/half-character.ts';
import type { Action } from './action.ts';
import { shapeWords } from './shape-words.ts';
import { withoutNulls } from './without-nulls.ts';

/** A fault in the shape of an input. */
export interface ShapeFault {
  /** Where it is, such as `operations.2.text`; empty for the input itself. */
  readonly path: string;
  readonly expected: string;
  readonly fix: string;
}

/**
 * Checks an input against the action's schema; `null` in an optional field means that it is absent. Returns the input as the schema reads it, or a refusal
 * `invalid_input` whose details list every fault, or `validation_error` for a text that holds half a character. `nameOf` is how the caller's entry point names a field of the input.
 */
export async function checkShape(
  action: Action,
  input: unknown,
  nameOf = (field: string): string => field,
): Promise<unknown> {
  const half = findHalf(input);
  if (half !== undefined) return halfCharacter(half, nameOf);
  const z = await import('./zod-subset.ts');
  const schema = action.input(z);
  const result = schema.safeParse(withoutNulls(schema, input), { error: shapeWords });
  if (result.success) return result.data;
  return invalidInput(
    result.error.issues.map(({ path: [field, ...within], message }) => {
      const path = field === undefined ? [] : [nameOf(String(field)), ...within.map(String)];
      return shapeFault(path.join('.'), message);
    }),
  );
}

function halfCharacter(
  [field = '', ...within]: readonly string[],
  nameOf: (field: string) => string,
) {
  const path = field === '' ? 'the input' : [nameOf(field), ...within].join('.');
  return refuse(
    'validation_error',
    `${path} must be well-formed Unicode; it holds half of a surrogate pair`,
    { field: path, next: 'send the character whole' },
  );
}

function shapeFault(path: string, expected: string): ShapeFault {
  return { path, expected, fix: path === '' ? 'give an input of the schema' : `correct ${path}` };
}

/** The refusal for an input of the wrong shape. */
export function invalidInput(details: readonly ShapeFault[]): Refusal {
  const words = details.map(({ path, expected }) => `${path || 'the input'}: ${expected}`);
  return refuse('invalid_input', words.join('; '), { details });
}
