import type { Anchor } from '../anchor/anchor.ts';
import { makeAnchorPlacer } from '../anchor/place-anchor.ts';
import type { DraftScope } from './draft.ts';
import type { ReviewedDocument } from './reviewed-document.ts';

/** A draft of a new thread whose place was read from a document. */
export type AnchoredDraft = Extract<DraftScope, { scope: 'newThread' }> & {
  readonly place: Anchor;
};

/** Whether a draft says where it stood, and in which text. */
export function isAnchored(target: DraftScope): target is AnchoredDraft {
  return target.scope === 'newThread' && target.place !== undefined;
}

/**
 * The draft where its text went in the next version of its file, by the rules of threads; one whose text is gone stays
 * what it was about, and is looked for again in the version after that.
 */
export function placeDraft(
  target: AnchoredDraft,
  document: ReviewedDocument,
  textOf: (textHash: string) => string | undefined,
): AnchoredDraft {
  const placed = makeAnchorPlacer({ ...document, textOf }).place(target.place);
  if (placed.kind === 'orphaned') return target;
  const { anchor } = placed;
  const { lineRange, quote, range, ...whole } = target;
  return {
    ...whole,
    ...{ anchorStart: anchor.anchorStart, anchorEnd: anchor.anchorEnd, place: anchor },
    ...(lineRange !== undefined && anchor.lineRange !== undefined
      ? { lineRange: anchor.lineRange }
      : {}),
    ...(quote === undefined ? {} : { quote: anchor.quote }),
    ...(range !== undefined && anchor.range !== undefined ? { range: anchor.range } : {}),
  };
}
