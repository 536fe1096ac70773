import type { BlockLines } from '../anchor/anchor.ts';
import { type AnchorPlacer, makeAnchorPlacer } from '../anchor/place-anchor.ts';
import type { Sha256 } from '../ports/sha256.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { anchorAt } from './decide-thread.ts';
import { activeThreads, type DecisionContext, stamp } from './decision.ts';
import type { NewEvent, Placement, UpdatedSource } from './events.ts';
import { syncInline } from './inline-sync.ts';
import { type AutoPlacement, autoPlacement, placementAt } from './placement.ts';
import type { ReviewedDocument } from './reviewed-document.ts';
import type { ReviewState } from './state.ts';
import type { Thread } from './thread.ts';

/** Where a client says that a thread stands in the new text. */
type RequestedPlacement =
  | {
      readonly threadId: string;
      readonly anchorStart: number;
      readonly anchorEnd: number;
      readonly snippet?: string | undefined;
      readonly lineRange?: BlockLines | undefined;
    }
  | { readonly threadId: string; readonly orphaned: true };

/** A new text of a file: with a place for every active thread, or with the wish that the program places them. */
export interface RequestedSource {
  readonly threadAnchors?: readonly RequestedPlacement[] | undefined;
  readonly reanchor?: 'auto' | undefined;
}

/** What the new text is, and what it is compared with. */
export interface SourceContext extends DecisionContext {
  readonly document: ReviewedDocument;
  /** Texts of the versions that the file's anchors were saved with. */
  readonly textOf: (textHash: string) => string | undefined;
  readonly origin: UpdatedSource['origin'];
  readonly sha256: Sha256;
}

/** A client's place for a thread, and where the program itself finds the thread's text. */
interface Disagreement {
  readonly threadId: string;
  readonly given: { readonly anchorStart: number; readonly anchorEnd: number } | 'orphaned';
  readonly found: { readonly anchorStart: number; readonly anchorEnd: number } | 'orphaned';
}

/** An update of a file's text that may be made. */
export interface DecidedSource {
  readonly events: readonly NewEvent[];
  readonly texts: ReadonlyMap<string, string>;
  readonly disagreements: readonly Disagreement[];
  readonly placed: readonly AutoPlacement[];
}

/** Gives a file a new text. A refusal names the thread at fault and nothing has changed. */
export function decideSource(
  state: ReviewState,
  request: RequestedSource,
  context: SourceContext,
): DecidedSource | Refusal {
  const { document } = context;
  const threads = activeThreads(state, document.fileId);
  const placer = makeAnchorPlacer({ ...document, textOf: context.textOf });
  const auto = threads.map((thread) => autoPlacement(thread, placer, document));
  if (request.reanchor === 'auto') {
    if (request.threadAnchors !== undefined) {
      const message = 'reanchor stands in place of threadAnchors, and both were given';
      return refuse('validation_error', message, { field: 'reanchor' });
    }
    return decided(state, context, {
      placements: auto.map(({ placement }) => placement),
      placed: auto,
      disagreements: [],
      placer,
    });
  }
  const coverage = checkCoverage(threads, request.threadAnchors ?? [], state);
  if (isRefusal(coverage)) return coverage;
  return placeAsAsked({ state, context, auto, coverage, threads, placer });
}

interface Asked {
  readonly state: ReviewState;
  readonly context: SourceContext;
  readonly threads: readonly Thread[];
  readonly auto: readonly AutoPlacement[];
  readonly coverage: ReadonlyMap<string, RequestedPlacement>;
  readonly placer: AnchorPlacer;
}

function placeAsAsked(asking: Asked): DecidedSource | Refusal {
  const { state, context, threads, auto, coverage, placer } = asking;
  const placements: Placement[] = [];
  const disagreements: Disagreement[] = [];
  for (const [index, thread] of threads.entries()) {
    const automatic = auto[index];
    const asked = coverage.get(thread.id);
    if (automatic === undefined) continue;
    if (asked === undefined) {
      placements.push(automatic.placement);
      continue;
    }
    const placement = placeOne(thread, asked, { automatic, document: context.document });
    if (isRefusal(placement)) return placement;
    placements.push(placement);
    const disagreement = compare(thread.id, asked, automatic);
    if (disagreement !== undefined) disagreements.push(disagreement);
  }
  return decided(state, context, { placements, placed: [], disagreements, placer });
}

function placeOne(
  thread: Thread,
  asked: RequestedPlacement,
  {
    automatic,
    document,
  }: { readonly automatic: AutoPlacement; readonly document: ReviewedDocument },
): Placement | Refusal {
  if ('orphaned' in asked) return { threadId: thread.id, orphaned: true, moved: false };
  const own = automatic.placement.place;
  const isSamePlace =
    asked.lineRange === undefined &&
    own?.anchorStart === asked.anchorStart &&
    own.anchorEnd === asked.anchorEnd;
  const place = isSamePlace ? own : anchorAt(document, asked);
  if (isRefusal(place)) {
    return {
      ...place,
      message: `${thread.id}: ${place.message}`,
      field: `threadAnchors.${thread.id}`,
    };
  }
  const placement = placementAt(thread, place, document);
  return asked.snippet === undefined ? placement : { ...placement, snippet: asked.snippet };
}

function compare(
  threadId: string,
  asked: RequestedPlacement,
  automatic: AutoPlacement,
): Disagreement | undefined {
  const { place } = automatic.placement;
  const claimed = 'orphaned' in asked ? 'orphaned' : blocksOf(asked);
  const computed = place === undefined ? 'orphaned' : blocksOf(place);
  if (JSON.stringify(claimed) === JSON.stringify(computed)) return undefined;
  return { threadId, given: claimed, found: computed };
}

function blocksOf({ anchorStart, anchorEnd }: { anchorStart: number; anchorEnd: number }) {
  return { anchorStart, anchorEnd };
}

/** Every active thread of the file exactly once, and no other. */
function checkCoverage(
  threads: readonly Thread[],
  asked: readonly RequestedPlacement[],
  state: ReviewState,
): ReadonlyMap<string, RequestedPlacement> | Refusal {
  const coverage = new Map<string, RequestedPlacement>();
  const expected = new Set(threads.map(({ id }) => id));
  for (const placement of asked) {
    const { threadId } = placement;
    const field = 'threadAnchors';
    if (coverage.has(threadId))
      return refuse('validation_error', `thread ${threadId} is placed twice`, { field });
    if (!expected.has(threadId)) {
      const thread = state.threads.get(threadId);
      const reason =
        thread === undefined
          ? 'there is none'
          : thread.deletedAt !== null
            ? 'it was deleted'
            : `it belongs to ${thread.fileId}`;
      const message = `thread ${threadId} is none of this file's active threads: ${reason}`;
      return refuse('validation_error', message, { field });
    }
    coverage.set(threadId, placement);
  }
  const missing = threads.filter(
    ({ id, inlineKey }) => inlineKey === undefined && !coverage.has(id),
  );
  if (missing.length === 0) return coverage;
  const ids = missing.map(({ id }) => id).join(', ');
  const message = `threadAnchors leaves out active threads of this file: ${ids}`;
  return refuse('validation_error', message, {
    field: 'threadAnchors',
    details: { missing: missing.map(({ id }) => id) },
    next: 'place each one, or send {"threadId": …, "orphaned": true}',
  });
}

function decided(
  state: ReviewState,
  context: SourceContext,
  made: {
    readonly placements: readonly Placement[];
    readonly placed: readonly AutoPlacement[];
    readonly disagreements: readonly Disagreement[];
    readonly placer: AnchorPlacer;
  },
): DecidedSource {
  const { document, at, sha256 } = context;
  const { fileId, textHash, text } = document;
  const settled = new Map(made.placements.map((placement) => [placement.threadId, placement]));
  const placeOf = (thread: Thread): Placement =>
    settled.get(thread.id) ?? autoPlacement(thread, made.placer, document).placement;
  const inline = syncInline(state, document, { at, sha256, placeOf });
  const inlinePlaced = new Set(inline.placements.map(({ threadId }) => threadId));
  const placements = made.placements.filter(({ threadId }) => !inlinePlaced.has(threadId));
  const event: NewEvent = {
    kind: 'source.updated',
    ...stamp(context),
    data: {
      fileId,
      textHash,
      sourceVersion: state.sourceVersion + 1,
      placements: [...placements, ...inline.placements],
      origin: context.origin,
    },
  };
  const { placed, disagreements } = made;
  const texts = new Map([[textHash, text]]);
  return { events: [event, ...inline.events], texts, placed, disagreements };
}
