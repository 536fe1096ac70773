/** One line of JSON for an event of a review. */
export function eventLine(kind: string, at: string, payload: unknown): string {
  return `${JSON.stringify({ kind, at, payload })}\n`;
}
