import type { Block } from '../document/block.ts';
import { contentLineOf } from '../document/content-lines.ts';
import type { ParsedDocument } from '../document/parsed-document.ts';
import type { SourceRange } from '../document/text-offsets.ts';
import { once } from '../once.ts';
import { isRefusal } from '../refusal.ts';
import type { Anchor } from './anchor.ts';
import { createAnchor, createPhraseAnchor } from './create-anchor.ts';
import {
  type OrphanedRange,
  type PlacedRange,
  type PlacementTexts,
  placementTexts,
  placeRange,
} from './place-range.ts';
import { makeSearchText, type SearchText } from './search-text.ts';
import {
  quoteOf,
  searchTextOf,
  sourceOfVisible,
  visibleNear,
  visibleText,
} from './visible-text.ts';

/** An anchor in a new version. `moved` was found with changes, for a person to confirm. */
interface PlacedAnchor extends Pick<PlacedRange, 'kind' | 'how' | 'score' | 'similarity'> {
  /** The anchor as it is to be saved for the new version. */
  readonly anchor: Anchor;
}

/** The anchor's text is gone or no longer shown; keep the anchor as it is and try again with the next version. */
interface OrphanedAnchor extends OrphanedRange {
  /** The block at the text's former position, if there is any block. */
  readonly nearBlock?: number;
}

/** Places any number of anchors in one new version of a document. */
export interface AnchorPlacer {
  place(anchor: Anchor): PlacedAnchor | OrphanedAnchor;
}

/** The new version, and access to older ones. */
export interface NewVersion {
  readonly parsed: ParsedDocument;
  readonly textHash: string;
  /** Returns the text of an older version; an anchor whose version is not kept is placed by its quote alone. */
  textOf(textHash: string): string | undefined;
}

/** Makes a placer. Each older version is compared with the new one once, however many anchors it has. */
export function makeAnchorPlacer(version: NewVersion): AnchorPlacer {
  const { parsed, textHash } = version;
  const textsByHash = new Map<string, PlacementTexts>();
  const searchTexts = {
    ofSource: once(() => makeSearchText(parsed.text)),
    ofVisible: once(() => visibleSearchText(parsed)),
  };
  return {
    place: (anchor) => {
      if (anchor.textHash === textHash) return unchanged(anchor);
      const texts =
        textsByHash.get(anchor.textHash) ?? textsOf(version, anchor.textHash, searchTexts);
      textsByHash.set(anchor.textHash, texts);
      const { before } = texts;
      const quote = before === undefined ? anchor.quote : quoteOf(before, anchor.source);
      const placed = placeRange({ ...anchor, quote }, texts);
      if (placed.kind === 'orphaned') return orphaned(parsed, placed.near);
      const { kind, how, score, similarity, range } = placed;
      const newAnchor = recreateAnchor(anchor, range, version);
      if (newAnchor === undefined) return orphaned(parsed, range.start);
      return { kind, how, score, similarity, anchor: newAnchor };
    },
  };
}

function unchanged(anchor: Anchor): PlacedAnchor {
  return { kind: 'placed', how: 'carried', score: 1, similarity: 1, anchor };
}

interface SearchTexts {
  ofSource(): SearchText;
  ofVisible(): SearchText;
}

/** Searches what the reader sees; original offsets and ranges are those of the source. */
function visibleSearchText(parsed: ParsedDocument): SearchText {
  const visible = visibleText(parsed);
  const searchText = searchTextOf(visible);
  return {
    ...searchText,
    fromOriginal: (offset) => searchText.fromOriginal(visibleNear(visible, offset)),
    toOriginal: (range) =>
      sourceOfVisible(visible, searchText.toOriginal(range)) ?? { start: 0, end: 0 },
  };
}

function textsOf(version: NewVersion, oldHash: string, searchTexts: SearchTexts): PlacementTexts {
  const before = version.textOf(oldHash);
  const searchText = before === undefined ? searchTexts.ofVisible : searchTexts.ofSource;
  return placementTexts(before, version.parsed.text, searchText);
}

function orphaned({ blocks }: ParsedDocument, near: number): OrphanedAnchor {
  const block = blocks.find(({ end }) => end > near) ?? blocks.at(-1);
  return { kind: 'orphaned', near, ...(block === undefined ? {} : { nearBlock: block.index }) };
}

/** The anchor of a source range of the same form as before: a phrase, lines, or whole blocks. */
function recreateAnchor(
  anchor: Anchor,
  source: SourceRange,
  { parsed, textHash }: NewVersion,
): Anchor | undefined {
  if (anchor.range !== undefined) {
    const phrase = createPhraseAnchor({ parsed, textHash, source });
    return isRefusal(phrase) ? undefined : phrase;
  }
  const blocks = blocksOfRange(parsed, source);
  if (blocks === undefined) return undefined;
  if (anchor.lineRange !== undefined) {
    const lines = recreateLines(parsed, textHash, source);
    return isRefusal(lines) ? undefined : lines;
  }
  return recreateBlocks(anchor, source, { parsed, textHash, ...blocks });
}

/**
 * The anchor of whole blocks. A list item ends where the items nested in it end, so that the source range alone does
 * not tell an item from an item with its children: as many blocks as before are tried first.
 */
function recreateBlocks(
  anchor: Anchor,
  source: SourceRange,
  target: Pick<NewVersion, 'parsed' | 'textHash'> & BlockSpan,
): Anchor | undefined {
  const { parsed, textHash, first, last } = target;
  const extraBlocks = anchor.anchorEnd - anchor.anchorStart;
  const start = { parsed, textHash, blockStart: first.index };
  const same = createAnchor({ ...start, blockEnd: first.index + extraBlocks });
  const isSameBlock = extraBlocks === 0 && first.start < source.end && source.end <= first.end;
  if (!isRefusal(same) && (isSameBlock || same.quote.exact === anchor.quote.exact)) return same;
  const whole = createAnchor({ ...start, blockEnd: last.index });
  return isRefusal(whole) ? undefined : whole;
}

function recreateLines(parsed: ParsedDocument, textHash: string, source: SourceRange) {
  const block = blockWithLargestOverlap(parsed, source);
  if (block === undefined) return undefined;
  const target = { parsed, textHash, blockStart: block.index, blockEnd: block.index };
  if (block.contentLines === 0) return createAnchor(target);
  const lineAt = (offset: number) => contentLineOf(block, parsed.lines.lineAt(offset));
  const start = lineAt(source.start);
  const end = lineAt(Math.max(source.start, source.end - 1));
  return createAnchor({ ...target, lineRange: { start, end } });
}

function overlapOf(block: Block, source: SourceRange): number {
  return Math.min(block.end, source.end) - Math.max(block.start, source.start);
}

function blockWithLargestOverlap(
  { blocks }: ParsedDocument,
  source: SourceRange,
): Block | undefined {
  let best: Block | undefined;
  for (const block of blocks) {
    const overlap = overlapOf(block, source);
    if (overlap > 0 && (best === undefined || overlap >= overlapOf(best, source))) best = block;
  }
  return best;
}

/** The first and the last block of a range. */
interface BlockSpan {
  readonly first: Block;
  readonly last: Block;
}

/** Returns the blocks in which a source range begins and ends; of nested blocks, the innermost. */
function blocksOfRange(parsed: ParsedDocument, source: SourceRange): BlockSpan | undefined {
  const overlapping = parsed.blocks.filter((block) => overlapOf(block, source) > 0);
  const first = innermostAt(overlapping, source.start) ?? overlapping[0];
  const last = innermostAt(overlapping, source.end - 1) ?? overlapping.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return first.index <= last.index ? { first, last } : { first: last, last: first };
}

/** Blocks come in the order in which they start, so that the last one around an offset is the innermost. */
function innermostAt(blocks: readonly Block[], offset: number): Block | undefined {
  return blocks.filter(({ start, end }) => start <= offset && offset < end).at(-1);
}
