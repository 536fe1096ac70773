import type { MovedInputs, NewEvent } from './events.ts';

/** The identity of some inputs with one file of theirs at another place; the same when the file is none of them. */
export function moveInputs(inputsKey: string, from: string, to: string): string {
  const identities = JSON.parse(inputsKey) as readonly unknown[];
  return JSON.stringify(identities.map((identity) => (identity === from ? to : identity)));
}

/** Which inputs have become others with these events, oldest first; a store takes all their reviews along. */
export function inputsMoved(events: readonly NewEvent[]): readonly MovedInputs[] {
  return events.flatMap((event) => {
    if (event.kind !== 'review.started' && event.kind !== 'file.renamed') return [];
    return event.data.inputs ?? [];
  });
}

/** What a review calls itself after these events, where they say so. */
export function sourceRenamed(events: readonly NewEvent[]): string | undefined {
  return events
    .flatMap((event) => (event.kind === 'file.renamed' ? (event.data.named?.sourceFile ?? []) : []))
    .at(-1);
}
