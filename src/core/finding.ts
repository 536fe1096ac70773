/**
 * One thing that stands in the way or is wrong: the rule it breaks, what it concerns, and the step that helps.
 * Findings are always told all at once, as an array.
 */
export interface Finding {
  /** Name of the rule in snake_case. */
  readonly rule: string;
  /** The ids of the entries that it concerns, such as `Q001`; may be empty. */
  readonly ids: readonly string[];
  /** The file that it concerns, relative to the root of its record. */
  readonly path?: string | undefined;
  /** What was found, in one sentence. */
  readonly detail: string;
  /** The step that helps, in one sentence. */
  readonly next: string;
}
