import type { Anchor, BlockLines, BlockTextRange, Quote } from '../anchor/anchor.ts';
import type { Sha256 } from '../ports/sha256.ts';
import type { DraftName, Intent, WireDraft } from './wire.ts';

/** Where a draft of a new thread stands. */
interface DraftPlace {
  readonly fileId: string;
  readonly anchorStart: number;
  readonly anchorEnd: number;
  readonly lineRange?: BlockLines;
  readonly quote?: Quote;
  /** The place as it was read from the text that it was written on, by which it is found in later ones. */
  readonly place?: Anchor;
}

/** What the remark under way is, kept so that the composer can be opened again as it was; no part of the key. */
interface DraftRemark {
  readonly range?: BlockTextRange;
  readonly intent?: Intent;
  readonly replacement?: string;
}

/** What a draft is for. */
export type DraftScope =
  | ({ readonly scope: 'newThread' } & DraftPlace & DraftRemark)
  | ({ readonly scope: 'followup'; readonly threadId: string } & DraftRemark);

/** What names a draft when it is cleared. */
export function draftName(target: DraftScope): DraftName {
  const {
    range: _range,
    intent: _intent,
    replacement: _replacement,
    ...name
  } = shownTarget(target);
  return name;
}

/** What a draft is for, as clients are told. */
export function shownTarget(target: DraftScope): Omit<WireDraft, 'text' | 'updatedAt'> {
  if (target.scope === 'followup') return target;
  const { place: _place, ...shown } = target;
  return shown;
}

/** A draft as it is to be stored; a text of `null` says that it was cleared. */
export interface DraftChange {
  readonly target: DraftScope;
  /** Key among the drafts of its scope, as the state shows it. */
  readonly key: string;
  readonly text: string | null;
  readonly at: string;
}

/** A stored draft; each change takes the next position of its review. */
export interface Draft extends DraftChange {
  readonly position: number;
}

/**
 * The key of a draft: `f-1|2-2`, with `|L3-5` for lines and `|Q` and twelve hex digits for a quote, so that two
 * drafts in one block never overwrite each other; the thread's id for a follow-up.
 */
export function draftKey(target: DraftScope, sha256: Sha256): string {
  if (target.scope === 'followup') return target.threadId;
  const { fileId, anchorStart, anchorEnd, lineRange, quote } = target;
  const lines = lineRange === undefined ? '' : `|L${lineRange.start}-${lineRange.end}`;
  return `${fileId}|${anchorStart}-${anchorEnd}${lines}${quoteKey(quote, sha256)}`;
}

/** The three parts are hashed one after the other, a line feed between them. */
function quoteKey(quote: Quote | undefined, sha256: Sha256): string {
  if (quote === undefined) return '';
  return `|Q${sha256([quote.exact, quote.prefix, quote.suffix].join('\n')).slice(0, 12)}`;
}
