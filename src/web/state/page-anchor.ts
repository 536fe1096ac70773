import type { BlockLines, BlockTextRange, Quote } from '../../core/anchor/anchor.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { WireThread } from '../../core/review/wire.ts';

/** Where a remark stands, or would stand: blocks of a file, narrowed to lines or to a passage. */
export interface PageAnchor {
  readonly fileId: string;
  readonly anchorStart: number;
  readonly anchorEnd: number;
  /** What the reader sees there, shortened by whoever shows it. */
  readonly snippet: string;
  readonly lineRange?: BlockLines;
  readonly quote?: Quote;
  readonly range?: BlockTextRange;
}

/** The anchor of a thread. */
export function anchorOfThread(thread: WireThread): PageAnchor {
  const { fileId, anchorStart, anchorEnd, snippet, lineRange, quote, range } = thread;
  return omitUndefined({ fileId, anchorStart, anchorEnd, snippet, lineRange, quote, range });
}

/** A name for an anchor that is equal for equal anchors, so that each keeps a draft of its own. */
export function anchorKey(anchor: PageAnchor): string {
  const lines = anchor.lineRange ? `|L${anchor.lineRange.start}-${anchor.lineRange.end}` : '';
  const { quote } = anchor;
  const passage = quote ? `|Q${JSON.stringify([quote.exact, quote.prefix, quote.suffix])}` : '';
  return `${anchor.fileId}|${anchor.anchorStart}-${anchor.anchorEnd}${lines}${passage}`;
}

/** Reading order within a file: block, then line or character. */
export function compareAnchors(left: PageAnchor, right: PageAnchor): number {
  return (
    left.anchorStart - right.anchorStart ||
    withinBlock(left) - withinBlock(right) ||
    left.anchorEnd - right.anchorEnd
  );
}

function withinBlock(anchor: PageAnchor): number {
  return anchor.lineRange?.start ?? anchor.range?.startOffset ?? 0;
}

/** The part of an anchor that a request body carries. */
export function anchorFields(anchor: PageAnchor): Omit<PageAnchor, 'snippet'> {
  const { snippet: _, ...fields } = anchor;
  return fields;
}
