import type { NewEvent } from './events.ts';
import type { FileVersion, ReviewedFile, ReviewState } from './state.ts';

/** One round of a review: a version of its texts. */
export interface Round {
  readonly round: number;
  readonly sourceVersion: number;
  readonly at: string;
}

/** How many rounds begin with these events: one with each new text of a file that the review did not write itself. */
export function roundsBegun(events: readonly NewEvent[]): number {
  return events.filter(
    (event) =>
      event.kind === 'file.added' ||
      (event.kind === 'source.updated' && event.data.origin !== 'written'),
  ).length;
}

/** The rounds of a review, oldest first, each with its first source version. */
export function roundsOf(state: ReviewState): readonly Round[] {
  const rounds = new Map<number, Round>();
  for (const { round, sourceVersion, at } of state.versions) {
    if (!rounds.has(round)) rounds.set(round, { round, sourceVersion, at });
  }
  return [...rounds.values()];
}

/** What tells a file from the others of a review, in other reviews too. */
export type FileNames = Pick<ReviewedFile, 'path' | 'realPath' | 'formerly'>;

/** The text that a file had at the end of a round; nothing when the review had no such file then. */
export function versionInRound(
  state: ReviewState,
  file: FileNames,
  round: number,
): FileVersion | undefined {
  const same = findSame(state, file);
  return state.versions.findLast(
    (version) => version.fileId === same?.id && version.round <= round,
  );
}

/** The file of a review that is the same by its path, or by a path that one of the two had before. */
export function findSame(state: ReviewState, names: FileNames): ReviewedFile | undefined {
  const files = [...state.files.values()];
  const name = nameOf(names);
  return (
    files.find((file) => nameOf(file) === name) ??
    files.find((file) => names.formerly?.includes(nameOf(file)) === true) ??
    files.find((file) => file.formerly?.includes(name) === true)
  );
}

/** All places where a file lay before it came to where it is now, given a review of it at `was`. */
export function namesBefore(review: ReviewState, was: string, now: string): readonly string[] {
  const file = [...review.files.values()].find(({ realPath }) => realPath === was);
  return [...new Set([...(file?.formerly ?? []), was])].filter((name) => name !== now);
}

function nameOf({ path, realPath }: FileNames): string {
  return realPath ?? path;
}
