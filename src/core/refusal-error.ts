import { isRefusal, type Refusal } from './refusal.ts';

/**
 * An error that carries a refusal up through calls whose result has no place for one, such as those of a store that is
 * in trouble. Entry points report the refusal as if it had been returned.
 */
export function refusalError(refusal: Refusal, cause?: unknown): Error {
  return Object.assign(new Error(refusal.message, { cause }), { refusal });
}

/** The refusal that an error, or one of its causes, carries. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('refusal' in error && isRefusal(error.refusal)) return error.refusal;
  return refusalOf(error.cause);
}
