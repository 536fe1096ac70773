import { makeRangePlacer, type RangePlacer } from '../../core/anchor/place-range.ts';
import type { SourceRange } from '../../core/document/text-offsets.ts';
import { cutAfter, cutBefore } from '../../core/text/whole-characters.ts';
import type { PageAnchor } from '../state/page-anchor.ts';
import type { JoinedText } from './joined-text.ts';

/** Where an anchor has gone with a new version of the document. */
export interface MappedAnchor {
  readonly anchor: PageAnchor;
  /** Its text is gone: the anchor is the previous one, with the text as its quote. */
  readonly lost: boolean;
}

/** Maps anchors from one version of the drawn text to the next, by the rules that hold for threads. */
export function mapAnchors(
  anchors: readonly PageAnchor[],
  before: JoinedText,
  after: JoinedText,
): readonly MappedAnchor[] {
  const placer = makeRangePlacer(before.text, after.text);
  return anchors.map((anchor) => {
    const source = rangeOf(anchor, before);
    if (!source) return mapTextless(anchor, { before, after, placer });
    const exact = before.text.slice(source.start, source.end);
    const prefix = before.text.slice(cutAfter(before.text, source.start - 64), source.start);
    const suffix = before.text.slice(source.end, cutBefore(before.text, source.end + 64));
    const location = placer.place({ quote: { exact, prefix, suffix }, source });
    if (location.kind === 'orphaned') {
      return { anchor: { quote: { exact, prefix, suffix }, ...anchor }, lost: true };
    }
    const start = after.spotAt(location.range.start);
    const end = after.spotAt(location.range.end);
    const blocks = { ...anchor, anchorStart: start.block, anchorEnd: end.block };
    if (!anchor.range) return { anchor: blocks, lost: false };
    const range = { startOffset: start.offset, endOffset: end.offset };
    const quote = {
      exact: after.text.slice(location.range.start, location.range.end),
      prefix,
      suffix,
    };
    return { anchor: { ...blocks, range, quote }, lost: false };
  });
}

function rangeOf(anchor: PageAnchor, text: JoinedText): { start: number; end: number } | null {
  const startOffset = anchor.range?.startOffset ?? 0;
  const endOffset = anchor.range?.endOffset ?? text.lengthOf(anchor.anchorEnd);
  const start = text.positionOf({ block: anchor.anchorStart, offset: startOffset });
  const end = text.positionOf({ block: anchor.anchorEnd, offset: endOffset });
  return start === null || end === null || start >= end ? null : { start, end };
}

interface Versions {
  readonly before: JoinedText;
  readonly after: JoinedText;
  readonly placer: RangePlacer;
}

/** A block without text, such as an image, is where the text around it says, if there is such a block. */
function mapTextless(anchor: PageAnchor, { before, after, placer }: Versions): MappedAnchor {
  const start = before.positionOf({ block: anchor.anchorStart, offset: 0 });
  if (start === null) return { anchor, lost: true };
  const quote = { exact: '', prefix: '', suffix: '' };
  const location = placer.place({ quote, source: { start, end: start } });
  const near = location.kind === 'orphaned' ? location.near : location.range.start;
  const { block } = after.spotAt(near);
  const isThere = after.positionOf({ block, offset: 0 }) !== null && after.lengthOf(block) === 0;
  return isThere
    ? { anchor: { ...anchor, anchorStart: block, anchorEnd: block }, lost: false }
    : { anchor, lost: true };
}

/**
 * Finds anchors in a document by their quotes alone: where each stands with the very text it is about, or null where
 * that text is not to be found for certain.
 */
export function findAnchors(
  anchors: readonly PageAnchor[],
  text: JoinedText,
): readonly (PageAnchor | null)[] {
  const placer = makeRangePlacer(undefined, text.text);
  return anchors.map((anchor) => {
    const { quote } = anchor;
    if (!quote) return null;
    const own = rangeOf(anchor, text);
    const start = own?.start ?? 0;
    const source = { start, end: start + quote.exact.length };
    const location = placer.place({ quote, source });
    if (location.kind === 'placed') return anchorAt(anchor, location.range, text);
    // A passage that stands there more than once; of whole blocks, the quote tells look-alikes apart.
    const isOwn =
      own && anchor.range && sameWords(text.text.slice(own.start, own.end), quote.exact);
    return isOwn ? anchor : null;
  });
}

function sameWords(left: string, right: string): boolean {
  return left.replace(/\s+/g, ' ').trim() === right.replace(/\s+/g, ' ').trim();
}

/** An anchor that was whole blocks is so again, where the text fills them; lines are nothing without their block. */
function anchorAt(
  anchor: PageAnchor,
  { start, end }: SourceRange,
  text: JoinedText,
): PageAnchor | null {
  const { range: hadRange, quote, ...rest } = anchor;
  const first = text.spotAt(start);
  const last = text.spotAt(end);
  const blocks = { ...rest, anchorStart: first.block, anchorEnd: last.block };
  const isWhole = first.offset === 0 && last.offset === text.lengthOf(last.block);
  if (!hadRange && isWhole) return blocks;
  if (anchor.lineRange) return null;
  const range = { startOffset: first.offset, endOffset: last.offset };
  return { ...blocks, range, ...(quote && { quote }) };
}
