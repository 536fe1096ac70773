import { diffWordsWithSpace } from 'diff';

/** Characters of a line of text, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const longestLine = 1000;
/** Lines with more differences than this are looked at no further. */
const mostEdits = 60;
/** Lines that share less than this part of their characters are other lines, not changed ones. */
const leastInCommon = 0.4;

/** What was taken out of one line and put into another; nothing when they have too little in common. */
export function changedWords(
  before: string,
  after: string,
): { readonly removed: readonly TextRange[]; readonly added: readonly TextRange[] } | undefined {
  if (before.length > longestLine || after.length > longestLine) return undefined;
  const changes = diffWordsWithSpace(before, after, { maxEditLength: mostEdits });
  if (changes === undefined) return undefined;
  const removed: TextRange[] = [];
  const added: TextRange[] = [];
  let [oldAt, newAt, common] = [0, 0, 0];
  for (const change of changes) {
    const { length } = change.value;
    if (change.removed) removed.push({ start: oldAt, end: oldAt + length });
    if (change.added) added.push({ start: newAt, end: newAt + length });
    if (!change.added && !change.removed) common += change.value.trim().length;
    if (!change.added) oldAt += length;
    if (!change.removed) newAt += length;
  }
  const least = Math.min(before.trim().length, after.trim().length);
  return least === 0 || common < leastInCommon * least ? undefined : { removed, added };
}

const tagReferenceOrCharacter = /<[^>]*>|&[^;]*;|[\s\S]/g;

/** Marks characters of a line whose HTML holds nothing but coloured text. */
export function markRanges(html: string, ranges: readonly TextRange[]): string {
  let marked = '';
  let at = 0;
  let inside = false;
  for (const [piece] of html.matchAll(tagReferenceOrCharacter)) {
    const isTag = piece.startsWith('<');
    const wanted = !isTag && ranges.some(({ start, end }) => start <= at && at < end);
    if (wanted !== inside) marked += wanted ? '<span class="changed">' : '</span>';
    inside = wanted;
    marked += piece;
    if (!isTag) at++;
  }
  return inside ? `${marked}</span>` : marked;
}
