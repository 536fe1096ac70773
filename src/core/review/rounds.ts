import type { NewEvent } from './events.ts';
import type { FileVersion, ReviewedFile, ReviewState } from './state.ts';

/** One round of a review: a version of its texts. */
export interface Round {
  readonly round: number;
  readonly sourceVersion: number;
  readonly at: string;
}

/** How many rounds begin with these events: one with each new text of a file. */
export function roundsBegun(events: readonly NewEvent[]): number {
  return events.filter(({ kind }) => kind === 'source.updated' || kind === 'file.added').length;
}

/** The round that a review is in. */
export function presentRound(state: ReviewState): number {
  return state.started.round + state.sourceVersion - 1;
}

/** The rounds of a review, oldest first. */
export function roundsOf(state: ReviewState): readonly Round[] {
  const starts = new Map<number, string>();
  for (const { sourceVersion, at } of state.versions) {
    if (!starts.has(sourceVersion)) starts.set(sourceVersion, at);
  }
  return [...starts].map(([sourceVersion, at]) => ({
    round: state.started.round + sourceVersion - 1,
    sourceVersion,
    at,
  }));
}

/** The text that a file had in a round of a review; nothing when the review had no such file then. */
export function versionInRound(
  state: ReviewState,
  file: Pick<ReviewedFile, 'path' | 'realPath'>,
  round: number,
): FileVersion | undefined {
  const same = findSame(state, file);
  const sourceVersion = round - state.started.round + 1;
  return state.versions.findLast(
    (version) => version.fileId === same?.id && version.sourceVersion <= sourceVersion,
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
