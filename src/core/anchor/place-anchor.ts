import type { Block } from '../document/block.ts';
import { contentLineOf } from '../document/content-lines.ts';
import type { ReadDocument } from '../document/read-document.ts';
import { once } from '../once.ts';
import { isRefusal } from '../refusal.ts';
import type { Anchor, SourceRange } from './anchor.ts';
import { makeCarrier } from './carry.ts';
import { describeAnchor, describeShown } from './describe.ts';
import { type Haystack, makeHaystack } from './haystack.ts';
import { type FoundPlace, type LostPlace, type PlacingText, placeRange } from './place.ts';
import { haystackOf, quoteOf, readingNear, readingText, sourceOfReading } from './reading-text.ts';

/** An anchor's place in a new version. `moved` was found with changes, for a person to confirm. */
export interface PlacedAnchor extends Pick<FoundPlace, 'kind' | 'how' | 'score' | 'similarity'> {
  /** The anchor as it is to be saved for the new version. */
  readonly anchor: Anchor;
}

/** The anchor's text is gone, or shown no more; keep the anchor as it is and try again with the next version. */
export interface OrphanedAnchor extends LostPlace {
  /** The block that stands where the text was, if there is any block. */
  readonly nearBlock?: number;
}

/** Places any number of anchors in one new version of a document. */
export interface AnchorPlacer {
  place(anchor: Anchor): PlacedAnchor | OrphanedAnchor;
}

/** The new version, and where older ones are kept. */
export interface NewVersion {
  readonly parsed: ReadDocument;
  readonly textHash: string;
  /** The text of an older version; an anchor whose version is not kept is placed by its quote alone. */
  textOf(textHash: string): string | undefined;
}

/** Makes a placer. Each older version is compared with the new one once, however many anchors it has. */
export function makePlacer(version: NewVersion): AnchorPlacer {
  const { parsed, textHash } = version;
  const texts = new Map<string, PlacingText>();
  const shared = shareHaystacks(parsed);
  return {
    place: (anchor) => {
      if (anchor.textHash === textHash) return unchanged(anchor);
      const text = texts.get(anchor.textHash) ?? placingText(version, anchor.textHash, shared);
      texts.set(anchor.textHash, text);
      const quote = text.before === undefined ? anchor.quote : quoteOf(text.before, anchor.source);
      const found = placeRange({ ...anchor, quote }, text);
      if (found.kind === 'orphaned') return orphaned(parsed, found.near);
      const placed = describeAgain(anchor, found.range, version);
      const { kind, how, score, similarity, range } = found;
      if (placed === undefined) return orphaned(parsed, range.start);
      return { kind, how, score, similarity, anchor: placed };
    },
  };
}

function unchanged(anchor: Anchor): PlacedAnchor {
  return { kind: 'placed', how: 'carried', score: 1, similarity: 1, anchor };
}

interface Haystacks {
  ofSource(): Haystack;
  ofReading(): Haystack;
}

function shareHaystacks(parsed: ReadDocument): Haystacks {
  return {
    ofSource: once(() => makeHaystack(parsed.text)),
    ofReading: once(() => readingHaystack(parsed)),
  };
}

/** What the reader sees, searched; the ranges that come out are those of the source. */
function readingHaystack(parsed: ReadDocument): Haystack {
  const reading = readingText(parsed);
  const haystack = haystackOf(reading);
  return {
    ...haystack,
    from: (offset) => haystack.from(readingNear(reading, offset)),
    original: (range) => {
      const shown = haystack.original(range);
      return sourceOfReading(reading, shown) ?? { start: 0, end: 0 };
    },
  };
}

function placingText(version: NewVersion, oldHash: string, haystacks: Haystacks): PlacingText {
  const before = version.textOf(oldHash);
  const after = version.parsed.text;
  const formerHaystack = once(() => makeHaystack(before ?? ''));
  const texts = { before, after, formerHaystack };
  if (before === undefined) return { ...texts, carrier: undefined, haystack: haystacks.ofReading };
  return { ...texts, carrier: makeCarrier(before, after), haystack: haystacks.ofSource };
}

function orphaned({ blocks }: ReadDocument, near: number): OrphanedAnchor {
  const block = blocks.find(({ end }) => end > near) ?? blocks.at(-1);
  return { kind: 'orphaned', near, ...(block === undefined ? {} : { nearBlock: block.index }) };
}

/** The anchor of the place that a source range stands for: again a phrase, lines, or whole blocks. */
function describeAgain(
  anchor: Anchor,
  source: SourceRange,
  { parsed, textHash }: NewVersion,
): Anchor | undefined {
  if (anchor.range !== undefined) {
    const shown = describeShown({ parsed, textHash, source });
    return isRefusal(shown) ? undefined : shown;
  }
  const blocks = blocksOfRange(parsed, source);
  if (blocks === undefined) return undefined;
  if (anchor.lineRange !== undefined) {
    const lines = describeLinesAgain(parsed, textHash, source);
    return isRefusal(lines) ? undefined : lines;
  }
  return describeBlocksAgain(anchor, source, { parsed, textHash, ...blocks });
}

/**
 * Whole blocks again. A list item ends where the items nested in it end, so that the source range alone does not tell
 * an item from an item with its children: as many blocks as before are tried first.
 */
function describeBlocksAgain(
  anchor: Anchor,
  source: SourceRange,
  found: Pick<NewVersion, 'parsed' | 'textHash'> & { readonly first: Block; readonly last: Block },
): Anchor | undefined {
  const { parsed, textHash, first, last } = found;
  const more = anchor.anchorEnd - anchor.anchorStart;
  const place = { parsed, textHash, blockStart: first.index };
  const same = describeAnchor({ ...place, blockEnd: first.index + more });
  const isSameBlock = more === 0 && first.start < source.end && source.end <= first.end;
  if (!isRefusal(same) && (isSameBlock || same.quote.exact === anchor.quote.exact)) return same;
  const described = describeAnchor({ ...place, blockEnd: last.index });
  return isRefusal(described) ? undefined : described;
}

function describeLinesAgain(parsed: ReadDocument, textHash: string, source: SourceRange) {
  const block = blockWithMost(parsed, source);
  if (block === undefined) return undefined;
  const place = { parsed, textHash, blockStart: block.index, blockEnd: block.index };
  if (block.contentLines === 0) return describeAnchor(place);
  const lineAt = (offset: number) => contentLineOf(block, parsed.lines.lineAt(offset));
  const start = lineAt(source.start);
  const end = lineAt(Math.max(source.start, source.end - 1));
  return describeAnchor({ ...place, lineRange: { start, end } });
}

function overlapOf(block: Block, source: SourceRange): number {
  return Math.min(block.end, source.end) - Math.max(block.start, source.start);
}

function blockWithMost({ blocks }: ReadDocument, source: SourceRange): Block | undefined {
  let best: Block | undefined;
  for (const block of blocks) {
    const overlap = overlapOf(block, source);
    if (overlap > 0 && (best === undefined || overlap >= overlapOf(best, source))) best = block;
  }
  return best;
}

/** The blocks in which a source range begins and ends; of nested blocks, the innermost. */
export function blocksOfRange(
  parsed: ReadDocument,
  source: SourceRange,
): { readonly first: Block; readonly last: Block } | undefined {
  const touched = parsed.blocks.filter((block) => overlapOf(block, source) > 0);
  const first = innermostAt(touched, source.start) ?? touched[0];
  const last = innermostAt(touched, source.end - 1) ?? touched.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return first.index <= last.index ? { first, last } : { first: last, last: first };
}

/** Blocks come in the order in which they start, so that the last one around an offset is the innermost. */
function innermostAt(blocks: readonly Block[], offset: number): Block | undefined {
  return blocks.filter(({ start, end }) => start <= offset && offset < end).at(-1);
}
