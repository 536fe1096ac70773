import type { Refusal } from '../core/refusal.ts';

/** What a part of the program has to tell an agent that has lost its history. */
export interface Recovered {
  /** The token by which the part knows the conversation, where it knows it. */
  readonly token?: string;
  /** Lines to tell; none when there is nothing to tell. */
  readonly lines: readonly string[];
}

/** Tells a refusal of a part in words, so that silence never means that there is nothing. */
export function unreadable(part: string, { code }: Refusal): Recovered {
  return { lines: [`${part} cannot be read now (${code}).`] };
}
