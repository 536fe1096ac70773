import type { Anchor, BlockLines, BlockTextRange, Quote } from '../anchor/anchor.ts';
import { createAnchor } from '../anchor/create-anchor.ts';
import type { Block } from '../document/block.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { oneLine } from '../text/one-line.ts';
import { chooseFile, type DecisionContext, refuseBlank, stamp } from './decision.ts';
import type { NewEvent } from './events.ts';
import type { ReviewedDocument } from './reviewed-document.ts';
import type { ReviewState } from './state.ts';
import type { Intent } from './wire.ts';

/** A place as a client names it. */
export interface RequestedPlace {
  readonly anchorStart: number;
  readonly anchorEnd: number;
  readonly lineRange?: BlockLines | undefined;
  readonly quote?: Quote | undefined;
  readonly range?: BlockTextRange | undefined;
}

/** What a client sends to open a thread. */
export interface RequestedThread extends RequestedPlace {
  readonly fileId?: string | undefined;
  readonly snippet: string;
  readonly text: string;
  readonly sourceVersion?: number | undefined;
  readonly intent?: Intent | undefined;
  readonly replacement?: string | undefined;
}

/** A thread that may be opened, and the anchor that was meant when an older client's count was put right. */
export interface DecidedThread {
  readonly events: readonly NewEvent[];
  readonly id: string;
  readonly fileId: string;
  readonly anchorMoved?: { readonly from: number; readonly to: number };
}

/** Everything that is checked before the document is needed; returns the file that is meant. */
export function checkThread(state: ReviewState, request: RequestedThread): string | Refusal {
  const fileId = chooseFile(state, request.fileId);
  if (isRefusal(fileId)) return fileId;
  return (
    refuseBlank(request.text) ??
    refuseRange(request) ??
    refuseVersion(state, fileId, request.sourceVersion) ??
    refuseReplacement(request) ??
    fileId
  );
}

/** Opens a thread in a document of the present version. */
export function decideThread(
  state: ReviewState,
  request: RequestedThread,
  context: DecisionContext & {
    readonly document: ReviewedDocument;
    readonly kind?: 'user' | 'prepopulated';
  },
): DecidedThread | Refusal {
  const fileId = checkThread(state, request);
  if (isRefusal(fileId)) return fileId;
  const { document } = context;
  const moved = followSnippet(document.blocks, request);
  const place = anchorAt(
    document,
    moved === undefined ? request : { ...request, anchorStart: moved, anchorEnd: moved },
  );
  if (isRefusal(place)) return place;
  const id = `u-${state.counts.threads + 1}`;
  const event: NewEvent = {
    kind: 'thread.created',
    ...stamp(context),
    data: {
      id,
      fileId,
      place,
      snippet: request.snippet,
      breadcrumb: document.blocks[place.anchorStart - 1]?.breadcrumb ?? '',
      text: request.text,
      kind: context.kind ?? 'user',
      ...omitUndefined({ intent: request.intent, replacement: request.replacement }),
    },
  };
  const anchorMoved =
    moved === undefined ? {} : { anchorMoved: { from: request.anchorStart, to: moved } };
  return { events: [event], id, fileId, ...anchorMoved };
}

/** Checks a place against a document and gives it the form in which it is saved. */
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

function refuseVersion(
  state: ReviewState,
  fileId: string,
  version: number | undefined,
): Refusal | undefined {
  const changedAt = state.files.get(fileId)?.changedAt ?? 1;
  if (version === undefined || (version >= changedAt && version <= state.sourceVersion))
    return undefined;
  const message = `sourceVersion is ${version}; the current one is ${state.sourceVersion}, and ${fileId} last changed at ${changedAt}`;
  return refuse('stale_source_version', message, {
    details: { sourceVersion: state.sourceVersion, changedAt },
    next: 'get /api/state and anchor again',
  });
}

function refuseReplacement(request: RequestedThread): Refusal | undefined {
  const isSuggestion = request.intent === 'suggestion';
  if (isSuggestion === (request.replacement !== undefined)) return undefined;
  const message = isSuggestion
    ? 'a suggestion needs a replacement'
    : 'a replacement needs the intent "suggestion"';
  return refuse('validation_error', message, { field: 'replacement' });
}

/**
 * The block that an older client means: clients that do not count tables, front matter, math and HTML send too
 * low an index, but the right text. Returned only when that text is absent from the addressed block and stands in
 * exactly one other.
 */
function followSnippet(blocks: readonly Block[], request: RequestedThread): number | undefined {
  const { anchorStart, anchorEnd } = request;
  const snippet = oneLine(request.snippet)
    .replace(/(…|\.\.\.)$/, '')
    .trim();
  if (snippet === '' || anchorStart !== anchorEnd) return undefined;
  const addressed = blocks[anchorStart - 1];
  if (addressed !== undefined && oneLine(addressed.text).includes(snippet)) return undefined;
  const [only, ...others] = blocks.filter(({ text }) => oneLine(text).includes(snippet));
  return others.length === 0 ? only?.index : undefined;
}
