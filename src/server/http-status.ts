import type { Refusal } from '../core/refusal.ts';

/** HTTP status by refusal code; anything else is 400. */
const statuses: Readonly<Record<string, number>> = {
  forbidden_host: 403,
  forbidden_origin: 403,
  prepopulated_thread: 403,
  not_initiator: 403,
  not_found: 404,
  unknown_file: 404,
  stale_source_version: 409,
  suggestion_conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  store_error: 500,
  internal_error: 500,
  shutting_down: 503,
  store_busy: 503,
};

/** The status of a refusal, and its body: `{"error":{code, message, field?, details?, next?}}`. */
export function refusalAnswer(refusal: Refusal): { status: number; body: string } {
  const code = refusal.code === 'invalid_input' ? 'bad_request' : refusal.code;
  const { message, field, details, next } = refusal;
  return {
    status: statuses[code] ?? 400,
    body: JSON.stringify({ error: { code, message, field, details, next } }),
  };
}
