import { type Refusal, refuse } from '../refusal.ts';

/** The refusal of a field that must say something and is blank. */
export function blankWords(field: string, expected: string): Refusal {
  return refuse('invalid_input', `${field} is blank; it has to say ${expected}`, {
    field,
    next: `give ${field}`,
  });
}
