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

/** The text that a file had at the end of a round; nothing when the review had no such file then. */
export function versionInRound(
  state: ReviewState,
  file: Pick<ReviewedFile, 'path' | 'realPath'>,
  round: number,
): FileVersion | undefined {
  const same = findSame(state, file);
  return state.versions.findLast(
    (version) => version.fileId === same?.id && version.round <= round,
  );
}

/** The file of a review that is the same by its path. */
export function findSame(
  state: ReviewState,
  { path, realPath }: Pick<ReviewedFile, 'path' | 'realPath'>,
): ReviewedFile | undefined {
  return [...state.files.values()].find((file) =>
    realPath === undefined ? file.path === path : file.realPath === realPath,
  );
}
