/**
 * How an answer came: words typed by the person, an option picked from those shown, the free form beside the
 * options, a host's own dialog, nothing within the time, or an assumption of the agent.
 */
export const vias = [
  'typed',
  'picked',
  'picked_other',
  'elicited',
  'timed_out',
  'assumed',
] as const;
export type Via = (typeof vias)[number];

/** Whether a text names a way in which an answer can come. */
export function isVia(text: string): text is Via {
  return (vias as readonly string[]).includes(text);
}

/** True for an answer that a person gave: what timed out or was assumed answers nothing. */
export function isAnswerOfPerson(via: Via | null): boolean {
  return via !== 'timed_out' && via !== 'assumed';
}
