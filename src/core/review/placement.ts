import type { Anchor } from '../anchor/anchor.ts';
import type { AnchorPlacer } from '../anchor/place-anchor.ts';
import { oneLine } from '../text/one-line.ts';
import { beginningOf } from '../text/whole-characters.ts';
import type { Placement } from './events.ts';
import type { ReviewedDocument } from './reviewed-document.ts';
import type { Thread } from './thread.ts';

/** Where the program itself places a thread, and how it came to it. */
export interface AutoPlacement {
  readonly placement: Placement;
  /** `carried`, `contexts`, `exact` or `approximate`; nothing for a thread whose text is gone. */
  readonly how?: string;
  readonly score?: number;
}

/** The snippet that is made from a text: its beginning. */
export function snippetOf(text: string): string {
  return beginningOf(text, 200);
}

/** Places a thread where its text went in a new version of its file. */
export function autoPlacement(
  thread: Thread,
  placer: AnchorPlacer,
  document: ReviewedDocument,
): AutoPlacement {
  const placed = placer.place(thread.place);
  if (placed.kind === 'orphaned') {
    return { placement: { threadId: thread.id, orphaned: true, moved: false } };
  }
  const { how, score, kind, anchor } = placed;
  const placement = placementAt(thread, anchor, document);
  return { placement: { ...placement, moved: kind === 'moved' || thread.moved }, how, score };
}

/** The placement of a thread at an anchor that a person, an agent or the program has settled. */
export function placementAt(
  thread: Thread,
  anchor: Anchor,
  { blocks }: Pick<ReviewedDocument, 'blocks'>,
): Placement {
  const first = blocks[anchor.anchorStart - 1];
  const shown = blocks.slice(anchor.anchorStart - 1, anchor.anchorEnd).map(({ text }) => text);
  const isStill = oneLine(shown.join(' ')).includes(oneLine(thread.snippet));
  return {
    threadId: thread.id,
    place: anchor,
    orphaned: false,
    moved: false,
    breadcrumb: first?.breadcrumb ?? '',
    ...(isStill ? {} : { snippet: snippetOf(anchor.quote.exact) }),
  };
}
