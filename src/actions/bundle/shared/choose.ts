import { type Refusal, refuse } from '../../../core/refusal.ts';

/** The one of some values that the word for a field names; refused with all of them. */
export function choose<Value extends string>(
  field: string,
  values: readonly Value[],
  word: string,
): Value | Refusal {
  const message = `${field} takes ${values.join(', ')}, got "${word}"`;
  return values.find((value) => value === word) ?? refuse('invalid_input', message, { field });
}
