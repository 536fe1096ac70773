/** HTTP status by refusal code; a code that is not here has 400. */
const statuses: Readonly<Record<string, number>> = {
  forbidden_host: 403,
  forbidden_origin: 403,
  prepopulated_thread: 403,
  not_initiator: 403,
  not_found: 404,
  unknown_file: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  request_id_reused: 409,
  stale_source_version: 409,
  suggestion_conflict: 409,
  already_settled: 409,
  bundle_changed: 409,
  bundle_locked: 409,
  interrupted_write: 409,
  question_pending: 409,
  payload_too_large: 413,
  file_too_large: 413,
  unsupported_media_type: 415,
  store_error: 500,
  internal_error: 500,
  shutting_down: 503,
  store_busy: 503,
};

/** The HTTP status of a refusal. */
export function refusalStatus(code: string): number {
  return statuses[code] ?? 400;
}
