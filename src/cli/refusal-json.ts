import { omitUndefined } from '../core/omit-undefined.ts';
import type { Refusal } from '../core/refusal.ts';

/** Returns a refusal as one line of JSON: `{"error":{code, message, details?, next?}}`. */
export function refusalJson(refusal: Refusal): string {
  const { code, message, details, next } = withContractCode(refusal);
  const extra = omitUndefined({ details, next });
  return JSON.stringify({ error: { code, message, ...extra } });
}

/** Programs that read JSON know the codes of a contract, and a command line at fault is an invalid input. */
export function withContractCode(refusal: Refusal): Refusal {
  return refusal.code === 'usage' ? { ...refusal, code: 'invalid_input' } : refusal;
}
