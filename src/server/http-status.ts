import { refusalStatus } from '../actions/kit/refusal-status.ts';
import type { Refusal } from '../core/refusal.ts';

/** The status of a refusal, and its body: `{"error":{code, message, field?, details?, next?}}`. */
export function refusalAnswer(refusal: Refusal): { status: number; body: string } {
  const code = refusal.code === 'invalid_input' ? 'bad_request' : refusal.code;
  const { message, field, details, next } = refusal;
  return {
    status: refusalStatus(code),
    body: JSON.stringify({ error: { code, message, field, details, next } }),
  };
}
