import { type Refusal, refuse } from '../../core/refusal.ts';
import { findHalf } from '../../core/text/half-character.ts';
import type { Action } from './action.ts';

/** A fault in the shape of an input. */
export interface ShapeFault {
  /** Where it is, such as `operations.2.text`; empty for the input itself. */
  readonly path: string;
  readonly expected: string;
  readonly fix: string;
}

/**
 * Checks an input against the action's schema. Returns the input as the schema reads it, or a refusal
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
  const result = action.input(z).safeParse(input, { error: z.english().localeError });
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

function shapeFault(path: string, message: string): ShapeFault {
  const expected = message
    .replace(/^Invalid (input|option): /, '')
    .replace(/^Invalid input$/, 'another shape');
  return { path, expected, fix: path === '' ? 'give an input of the schema' : `correct ${path}` };
}

/** The refusal for an input of the wrong shape. */
export function invalidInput(details: readonly ShapeFault[]): Refusal {
  const words = details.map(({ path, expected }) => `${path || 'the input'}: ${expected}`);
  return refuse('invalid_input', words.join('; '), { details });
}
