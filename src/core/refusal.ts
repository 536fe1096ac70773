/**
 * An expected "no": the command was understood and is not carried out, and nothing has changed.
 * Refusals are returned, never thrown; an entry point turns one into an exit status, an HTTP status or an MCP error.
 */
export interface Refusal {
  readonly refused: true;
  /** A code from the contract of the part that refuses, in snake_case. */
  readonly code: string;
  /** One sentence that names the thing, what was expected and what came. */
  readonly message: string;
  /** Path of the field that is at fault, such as `operations[2].text`. */
  readonly field?: string;
  /** Machine-readable facts, in the shape that the contract gives for the code. */
  readonly details?: unknown;
  /** The step that helps: a command to run or a choice to make. */
  readonly next?: string;
}

/** Makes a refusal. */
export function refuse(
  code: string,
  message: string,
  particulars: Pick<Refusal, 'field' | 'details' | 'next'> = {},
): Refusal {
  return { refused: true, code, message, ...particulars };
}

/** Tells a refusal from any other value; works across separately built parts. */
export function isRefusal(value: unknown): value is Refusal {
  return (
    typeof value === 'object' && value !== null && 'refused' in value && value.refused === true
  );
}
