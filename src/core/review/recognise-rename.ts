/** What speaks for one file being another one that is not where it was. */
export interface RenameClues {
  readonly path: string;
  /** The file system says that it is the same file. */
  readonly isSameFile?: boolean;
  /** Git says that the one was renamed to the other. */
  readonly gitSays?: boolean;
  /** The text is the same to the last character. */
  readonly isSameText?: boolean;
  /** How much of the text is the same, from 0 to 1, where likeness may count at all. */
  readonly likeness?: number;
}

/** Whether a file was renamed, as far as that is beyond doubt. */
export type RecognisedRename =
  | { readonly kind: 'renamed'; readonly path: string }
  /** Several files could be meant with equal right. */
  | { readonly kind: 'unclear'; readonly paths: readonly string[] }
  | { readonly kind: 'none' };

/** The least likeness that speaks for a rename, and the most that a rival may have. */
const likeEnough = 0.8;
const rivalLikeness = 0.5;

/**
 * Tells which candidate is the file that was renamed. The kinds of evidence are asked in order of their weight; the
 * first that speaks for any candidate decides, and only if it speaks for no other.
 */
export function recogniseRename(candidates: readonly RenameClues[]): RecognisedRename {
  const evidence: ReadonlyArray<(clues: RenameClues) => boolean> = [
    ({ isSameFile }) => isSameFile === true,
    ({ gitSays }) => gitSays === true,
    ({ isSameText }) => isSameText === true,
  ];
  for (const speaks of evidence) {
    const matches = candidates.filter(speaks);
    if (matches.length > 0) return decide(matches);
  }
  if (!candidates.some(({ likeness = 0 }) => likeness >= likeEnough)) return { kind: 'none' };
  return decide(candidates.filter(({ likeness = 0 }) => likeness > rivalLikeness));
}

function decide(matches: readonly RenameClues[]): RecognisedRename {
  const [only, ...others] = matches;
  if (only === undefined) return { kind: 'none' };
  if (others.length === 0) return { kind: 'renamed', path: only.path };
  return { kind: 'unclear', paths: matches.map(({ path }) => path) };
}

/** Shortest text whose being the same proves something: many a file begins with the same few words. */
const tellingLength = 16;

/** Whether two texts are the same, and long enough for that to be no accident. */
export function isTellinglySame(first: string, second: string): boolean {
  return first === second && first.trim().length >= tellingLength;
}

/** How much two texts have in common, from 0 to 1: the letters of equal lines, wherever they stand, over all letters. */
export function likenessOfTexts(first: string, second: string): number {
  const [left, right] = [linesOf(first), linesOf(second)];
  const free = new Map<string, number>();
  for (const line of left) free.set(line, (free.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of right) {
    const count = free.get(line) ?? 0;
    if (count === 0) continue;
    free.set(line, count - 1);
    common += line.length;
  }
  const all = lettersIn(left) + lettersIn(right);
  return all === 0 ? 0 : (2 * common) / all;
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function lettersIn(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}
