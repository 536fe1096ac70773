import { type Refusal, refuse } from '../refusal.ts';

/** Refuses a required field that is blank. */
export function requiredField(field: string, expected: string): Refusal {
  return refuse('invalid_input', `${field} is blank; it has to say ${expected}`, {
    field,
    next: `give ${field}`,
  });
}
