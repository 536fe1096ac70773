import { diffWordsWithSpace } from 'diff';

/** Characters of a line of text, end exclusive. */
export interface CharacterRange {
  readonly start: number;
  readonly end: number;
}

const maxLineLength = 1000;
/** Lines with more differences than this are not compared. */
const maxEdits = 60;
/** Lines that share less than this part of their characters are different lines, not changed ones. */
const minCommonShare = 0.4;

/** Returns what was removed from one line and added to another, or undefined when they have too little in common. */
export function changedWords(
  before: string,
  after: string,
):
  | { readonly removed: readonly CharacterRange[]; readonly added: readonly CharacterRange[] }
  | undefined {
  if (before.length > maxLineLength || after.length > maxLineLength) return undefined;
  const changes = diffWordsWithSpace(before, after, { maxEditLength: maxEdits });
  if (changes === undefined) return undefined;
  const removed: CharacterRange[] = [];
  const added: CharacterRange[] = [];
  let [oldOffset, newOffset, common] = [0, 0, 0];
  for (const change of changes) {
    const { length } = change.value;
    if (change.removed) removed.push({ start: oldOffset, end: oldOffset + length });
    if (change.added) added.push({ start: newOffset, end: newOffset + length });
    if (!change.added && !change.removed) common += change.value.trim().length;
    if (!change.added) oldOffset += length;
    if (!change.removed) newOffset += length;
  }
  const least = Math.min(before.trim().length, after.trim().length);
  return least === 0 || common < minCommonShare * least ? undefined : { removed, added };
}

const tagReferenceOrCharacter = /<[^>]*>|&[^;]*;|[\s\S]/g;

/** Marks ranges of a line whose HTML contains only highlighted text. */
export function markRanges(html: string, ranges: readonly CharacterRange[]): string {
  let marked = '';
  let offset = 0;
  let isMarked = false;
  for (const [piece] of html.matchAll(tagReferenceOrCharacter)) {
    const isTag = piece.startsWith('<');
    const isInRange = !isTag && ranges.some(({ start, end }) => start <= offset && offset < end);
    if (isInRange !== isMarked) marked += isInRange ? '<span class="changed">' : '</span>';
    isMarked = isInRange;
    marked += piece;
    if (!isTag) offset++;
  }
  return isMarked ? `${marked}</span>` : marked;
}
