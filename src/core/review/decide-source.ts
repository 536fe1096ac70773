import type { BlockLines } from '../anchor/anchor.ts';
import { type AnchorPlacer, makeAnchorPlacer } from '../anchor/place-anchor.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { Sha256 } from '../ports/sha256.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type AnchorMoved, admitAnchor, type RequestedAnchor } from './admit-anchor.ts';
import { activeThreads, type DecisionContext, stamp } from './decision.ts';
import type { NewEvent, Placement, UpdatedSource } from './events.ts';
import { syncInline } from './inline-sync.ts';
import { type AutoPlacement, autoPlacement, placementAt } from './placement.ts';
import type { ReviewedDocument } from './reviewed-document.ts';
import type { ReviewState } from './state.ts';
import type { Thread } from './thread.ts';

/** Where a client says that a thread stands in the new text: a place, or `orphaned`, beside which a place says nothing. */
interface RequestedPlacement {
  readonly threadId: string;
  readonly anchorStart?: number | undefined;
  readonly anchorEnd?: number | undefined;
  readonly snippet?: string | undefined;
  readonly lineRange?: BlockLines | undefined;
  readonly orphaned?: boolean | undefined;
}

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
  /** Threads whose snippet stands in another block than the one that was named. */
  readonly anchorsMoved: ReadonlyMap<string, AnchorMoved>;
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
      anchorsMoved: new Map(),
    });
  }
  const coverage = checkCoverage(threads, request.threadAnchors ?? [], state);
  if (isRefusal(coverage)) return coverage;
  return placeAsAsked({ state, context, auto, coverage, threads, placer });
}

/** Where a thread is to stand, once the request is known to say it. */
type AskedPlace = RequestedAnchor | 'orphaned';

interface Asked {
  readonly state: ReviewState;
  readonly context: SourceContext;
  readonly threads: readonly Thread[];
  readonly auto: readonly AutoPlacement[];
  readonly coverage: ReadonlyMap<string, AskedPlace>;
  readonly placer: AnchorPlacer;
}

function placeAsAsked(asking: Asked): DecidedSource | Refusal {
  const { state, context, threads, auto, coverage, placer } = asking;
  const placements: Placement[] = [];
  const disagreements: Disagreement[] = [];
  const anchorsMoved = new Map<string, AnchorMoved>();
  for (const [index, thread] of threads.entries()) {
    const automatic = auto[index];
    const asked = coverage.get(thread.id);
    if (automatic === undefined) continue;
    if (asked === undefined) {
      placements.push(automatic.placement);
      continue;
    }
    const one = placeOne(thread, asked, { automatic, document: context.document });
    if (isRefusal(one)) return one;
    placements.push(one.placement);
    if (one.anchorMoved !== undefined) anchorsMoved.set(thread.id, one.anchorMoved);
    const disagreement = compare(one.placement, automatic);
    if (disagreement !== undefined) disagreements.push(disagreement);
  }
  return decided(state, context, { placements, placed: [], disagreements, anchorsMoved, placer });
}

function placeOne(
  thread: Thread,
  asked: AskedPlace,
  {
    automatic,
    document,
  }: { readonly automatic: AutoPlacement; readonly document: ReviewedDocument },
): { readonly placement: Placement; readonly anchorMoved?: AnchorMoved } | Refusal {
  if (asked === 'orphaned') {
    return { placement: { threadId: thread.id, orphaned: true, moved: false } };
  }
  const admitted = admitAnchor(document, asked);
  if (isRefusal(admitted)) {
    return {
      ...admitted,
      message: `${thread.id}: ${admitted.message}`,
      field: `threadAnchors.${thread.id}`,
    };
  }
  const { place, anchorMoved } = admitted;
  const own = automatic.placement.place;
  // Where both mean the same blocks, the phrase in them that the program has found is kept.
  const isSame =
    own !== undefined &&
    asked.lineRange === undefined &&
    isSameBlocks(blocksOf(own), blocksOf(place));
  const placement = placementAt(thread, isSame ? own : place, document);
  const { snippet } = asked;
  return {
    placement: { ...placement, ...omitUndefined({ snippet }) },
    ...omitUndefined({ anchorMoved }),
  };
}

function compare(
  { threadId, place }: Placement,
  automatic: AutoPlacement,
): Disagreement | undefined {
  const given = place === undefined ? 'orphaned' : blocksOf(place);
  const { place: own } = automatic.placement;
  const found = own === undefined ? 'orphaned' : blocksOf(own);
  return isSameBlocks(given, found) ? undefined : { threadId, given, found };
}

type Blocks = Disagreement['given'];

function blocksOf({ anchorStart, anchorEnd }: { anchorStart: number; anchorEnd: number }) {
  return { anchorStart, anchorEnd };
}

function isSameBlocks(left: Blocks, right: Blocks): boolean {
  if (left === 'orphaned' || right === 'orphaned') return left === right;
  return left.anchorStart === right.anchorStart && left.anchorEnd === right.anchorEnd;
}

/** Every active thread of the file exactly once, and no other. */
function checkCoverage(
  threads: readonly Thread[],
  asked: readonly RequestedPlacement[],
  state: ReviewState,
): ReadonlyMap<string, AskedPlace> | Refusal {
  const coverage = new Map<string, AskedPlace>();
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
    const asked = askedPlace(placement);
    if (isRefusal(asked)) return asked;
    coverage.set(threadId, asked);
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

/** A place beside `orphaned` is the last one known, as the program itself tells it. */
function askedPlace(placement: RequestedPlacement): AskedPlace | Refusal {
  const { threadId, anchorStart, anchorEnd, orphaned, snippet, lineRange } = placement;
  if (orphaned === true) return 'orphaned';
  if (anchorStart !== undefined && anchorEnd !== undefined) {
    return { anchorStart, anchorEnd, ...omitUndefined({ snippet, lineRange }) };
  }
  const message = `threadAnchors: ${threadId} needs anchorStart and anchorEnd, or orphaned: true`;
  return refuse('invalid_input', message, { field: 'threadAnchors' });
}

function decided(
  state: ReviewState,
  context: SourceContext,
  made: {
    readonly placements: readonly Placement[];
    readonly placed: readonly AutoPlacement[];
    readonly disagreements: readonly Disagreement[];
    readonly placer: AnchorPlacer;
    readonly anchorsMoved: ReadonlyMap<string, AnchorMoved>;
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
  const { placed, disagreements, anchorsMoved } = made;
  const texts = new Map([[textHash, text]]);
  return { events: [event, ...inline.events], texts, placed, disagreements, anchorsMoved };
}
