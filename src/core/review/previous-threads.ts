import { type AnchorPlacer, makeAnchorPlacer } from '../anchor/place-anchor.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { placementAt, snippetOf } from './placement.ts';
import type { ReviewedDocument } from './reviewed-document.ts';
import { findSame } from './rounds.ts';
import type { ReviewState } from './state.ts';
import type { Thread } from './thread.ts';
import { transcript } from './transcript.ts';
import type { WirePreviousPlace, WirePreviousThread } from './wire.ts';

/** The present review, as far as it tells where previous threads stand now. */
export interface PreviousContext {
  /** The review that had the threads. */
  readonly from: ReviewState;
  /** The files of the present review, read. */
  readonly documents: ReadonlyMap<string, ReviewedDocument>;
  readonly textOf: (textHash: string) => string | undefined;
}

/**
 * The threads of an earlier review beside the texts of the present one: where each would stand now, and the thread that
 * goes on from it when it has been taken over. A thread whose file is not under review any more has no place.
 */
export function previousThreads(
  state: ReviewState,
  context: PreviousContext,
): readonly WirePreviousThread[] {
  const { from, documents, textOf } = context;
  const placers = new Map<string, AnchorPlacer>();
  const placeNow = (thread: Thread): WirePreviousPlace | undefined => {
    const previous = from.files.get(thread.fileId);
    const file = previous === undefined ? undefined : findSame(state, previous);
    const document = file === undefined ? undefined : documents.get(file.id);
    if (document === undefined) return undefined;
    const placer = placers.get(document.fileId) ?? makeAnchorPlacer({ ...document, textOf });
    placers.set(document.fileId, placer);
    return placeIn(document, placer, thread);
  };
  return transcript(from)
    .threads.filter(({ deletedAt }) => deletedAt === null)
    .map((wire) => {
      const thread = from.threads.get(wire.id);
      const now = thread === undefined ? undefined : placeNow(thread);
      const carriedAs = thread === undefined ? undefined : goesOnAs(thread, { from, state, now });
      return { ...wire, ...omitUndefined({ now, carriedAs }) };
    });
}

/** Where a thread's text is now; a thread whose text is gone stands at the block that is where it was. */
function placeIn(
  document: ReviewedDocument,
  placer: AnchorPlacer,
  thread: Thread,
): WirePreviousPlace {
  const position = placer.place(thread.place);
  const { fileId, blocks } = document;
  if (position.kind === 'orphaned') {
    const near = position.nearBlock ?? 1;
    const snippet = snippetOf(blocks[near - 1]?.text ?? '');
    return { fileId, anchorStart: near, anchorEnd: near, snippet, orphaned: true };
  }
  const { anchor } = position;
  const { snippet = thread.snippet } = placementAt(thread, anchor, document);
  const { anchorStart, anchorEnd, lineRange, quote, range } = anchor;
  return omitUndefined({ fileId, anchorStart, anchorEnd, snippet, lineRange, quote, range });
}

/** Where a previous thread may go on. */
interface Successors {
  readonly from: ReviewState;
  readonly state: ReviewState;
  readonly now: WirePreviousPlace | undefined;
}

/** The thread that was imported from a previous one, or that shows the same discussion in the same file. */
function goesOnAs(thread: Thread, { from, state, now }: Successors): string | undefined {
  const present = [...state.threads.values()];
  const carriedFrom = `review:${from.id}#${thread.id}`;
  const imported = present.find((successor) => successor.carriedFrom === carriedFrom);
  if (imported !== undefined || thread.inlineKey === undefined) return imported?.id;
  const isTwin = ({ inlineKey, fileId }: Thread, own: string | undefined): boolean =>
    inlineKey === thread.inlineKey && fileId === own;
  const shown = present.filter((successor) => isTwin(successor, now?.fileId));
  const here = shown.find(({ place }) => place.anchorEnd === now?.anchorEnd);
  const isOnly = [...from.threads.values()].every(
    (other) => other.id === thread.id || !isTwin(other, thread.fileId),
  );
  return here?.id ?? (isOnly && shown.length === 1 ? shown[0]?.id : undefined);
}
