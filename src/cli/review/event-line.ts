import { jsonLine } from '../../core/text/json-line.ts';

/** One line of JSON for an event of a review. */
export function eventLine(kind: string, at: string, payload: unknown): string {
  return jsonLine({ kind, at, payload });
}
