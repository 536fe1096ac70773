import type { Anchor, BlockLines, BlockTextRange, Quote } from '../anchor/anchor.ts';
import { createAnchor } from '../anchor/create-anchor.ts';
import type { Block } from '../document/block.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { oneLine } from '../text/one-line.ts';
import type { ReviewedDocument } from './reviewed-document.ts';

/** A place as a client names it. */
export interface RequestedPlace {
  readonly anchorStart: number;
  readonly anchorEnd: number;
  readonly lineRange?: BlockLines | undefined;
  readonly quote?: Quote | undefined;
  readonly range?: BlockTextRange | undefined;
}

/** A place with the text that the client takes to stand there. */
export interface RequestedAnchor extends RequestedPlace {
  readonly snippet?: string | undefined;
}

/** The block that was named, and the one that was meant. */
export interface AnchorMoved {
  readonly from: number;
  readonly to: number;
}

/** An anchor in the form in which it is saved, and what was put right when an older client's count was. */
export interface AdmittedAnchor {
  readonly place: Anchor;
  readonly anchorMoved?: AnchorMoved;
}

/**
 * Checks a place against a document and gives it the form in which it is saved: for every route that takes one. Refused
 * with `validation_error` for a place that the document does not have.
 */
export function admitAnchor(
  document: ReviewedDocument,
  request: RequestedAnchor,
): AdmittedAnchor | Refusal {
  const to = followSnippet(document.blocks, request);
  const place = anchorAt(
    document,
    to === undefined ? request : { ...request, anchorStart: to, anchorEnd: to },
  );
  if (isRefusal(place)) return place;
  return to === undefined ? { place } : { place, anchorMoved: { from: request.anchorStart, to } };
}

/** As `admitAnchor`, for a place without a snippet. */
export function anchorAt(document: ReviewedDocument, request: RequestedPlace): Anchor | Refusal {
  const fault = refuseRange(request) ?? refuseBeyond(document.blocks, request);
  if (fault !== undefined) return fault;
  const { anchorStart: blockStart, anchorEnd: blockEnd, lineRange, quote, range } = request;
  return createAnchor({
    parsed: document.parsed,
    textHash: document.textHash,
    blockStart,
    blockEnd,
    ...omitUndefined({ lineRange, quote, range }),
  });
}

/** The refusal of a range that ends before it starts, or starts before 1. */
export function refuseRange(request: RequestedPlace): Refusal | undefined {
  const { anchorStart, anchorEnd, lineRange } = request;
  if (!(anchorStart >= 1 && anchorStart <= anchorEnd)) {
    const message = `anchors must be 1 ≤ anchorStart ≤ anchorEnd, got ${anchorStart} and ${anchorEnd}`;
    return refuse('validation_error', message, { field: 'anchorStart' });
  }
  if (lineRange === undefined || (lineRange.start >= 1 && lineRange.start <= lineRange.end))
    return undefined;
  const message = `lineRange must be 1 ≤ start ≤ end, got ${lineRange.start} and ${lineRange.end}`;
  return refuse('validation_error', message, { field: 'lineRange' });
}

function refuseBeyond(blocks: readonly Block[], request: RequestedPlace): Refusal | undefined {
  const { anchorStart, anchorEnd, lineRange } = request;
  const last = blocks[anchorEnd - 1];
  if (last === undefined) {
    const message = `anchorEnd is ${anchorEnd}, and the file has ${blocks.length} commentable blocks`;
    return refuse('validation_error', message, { field: 'anchorEnd' });
  }
  if (lineRange === undefined) return undefined;
  if (anchorStart !== anchorEnd) {
    const message = `lineRange needs a single block, got blocks ${anchorStart} to ${anchorEnd}`;
    return refuse('validation_error', message, { field: 'lineRange' });
  }
  if (lineRange.end <= last.contentLines) return undefined;
  const message = `lineRange ends at ${lineRange.end}, and block ${anchorEnd} has ${last.contentLines} lines`;
  return refuse('validation_error', message, { field: 'lineRange' });
}

/**
 * The block that an older client means: clients that do not count tables, front matter, math and HTML send too
 * low an index, but the right text. Returned only when that text is absent from the addressed block and stands in
 * exactly one other.
 */
function followSnippet(blocks: readonly Block[], request: RequestedAnchor): number | undefined {
  const { anchorStart, anchorEnd } = request;
  const snippet = oneLine(request.snippet ?? '')
    .replace(/(…|\.\.\.)$/, '')
    .trim();
  if (snippet === '' || anchorStart !== anchorEnd) return undefined;
  const addressed = blocks[anchorStart - 1];
  if (addressed !== undefined && oneLine(addressed.text).includes(snippet)) return undefined;
  const [only, ...others] = blocks.filter(({ text }) => oneLine(text).includes(snippet));
  return others.length === 0 ? only?.index : undefined;
}
