import { batch, type Signal } from '@preact/signals';
import type { Page } from '../page.ts';
import { draftKey } from '../state/draft.ts';
import type { DraftMove, DraftStore } from '../state/draft-store.ts';
import type { PageAnchor } from '../state/page-anchor.ts';
import { blockNumber, blockText } from './block-text.ts';
import type { FileView } from './file-view.ts';
import { type JoinedText, joinText } from './joined-text.ts';
import type { MappedAnchor } from './map-anchors.ts';

/** The drawn text of a file, block by block. */
export function textOfFileView(fileView: FileView): JoinedText {
  const blocks = fileView.sections
    .blocks()
    .map((block) => ({ block: blockNumber(block), text: blockText(block) }))
    .toSorted((left, right) => left.block - right.block);
  return joinText(blocks);
}

/**
 * Moves the drafts of a file to where their text went, after its document has been replaced. A draft whose text is gone
 * stays what it was about, and waits. Without the previous text, drafts are looked for by their quotes.
 */
export async function moveDrafts(
  page: Page,
  fileView: FileView,
  before: JoinedText | null,
): Promise<void> {
  const anchored = anchoredDrafts(page.drafts, fileView);
  const [searched, moved] = split(anchored, ({ isLost }) => isLost || before === null);
  const quoted = searched.filter(({ anchor }) => anchor.quote);
  // Once a review is finished nothing is sent any more, and no server is there to load from.
  if (quoted.length + moved.length === 0 || page.review.state.peek()?.finished) return;
  const { mapAnchors, findAnchors } = await import('./map-anchors.ts');
  const after = textOfFileView(fileView);
  const locations = findAnchors(anchorsOf(quoted), after);
  const gone = before === null ? [] : mapAnchors(anchorsOf(moved), before, after);
  applyMoves(page, [
    ...quoted.map(({ key, anchor }, index) => {
      const now = locations[index] ?? null;
      return moveOf(key, { anchor: now ?? anchor, lost: now === null });
    }),
    ...moved.flatMap(({ key }, index) => {
      const now = gone[index];
      return now ? [moveOf(key, now)] : [];
    }),
  ]);
}

interface AnchoredDraft {
  readonly key: string;
  readonly anchor: PageAnchor;
  readonly isLost: boolean;
}

function anchoredDrafts(drafts: DraftStore, { fileId }: FileView): readonly AnchoredDraft[] {
  return [...drafts.drafts.peek()].flatMap(([key, { target, isLost = false }]) =>
    target.kind === 'new-thread' && target.anchor.fileId === fileId
      ? [{ key, anchor: target.anchor, isLost }]
      : [],
  );
}

function anchorsOf(drafts: readonly AnchoredDraft[]): readonly PageAnchor[] {
  return drafts.map(({ anchor }) => anchor);
}

function split<Item>(
  items: readonly Item[],
  belongs: (item: Item) => boolean,
): readonly [readonly Item[], readonly Item[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}

function moveOf(key: string, { anchor, lost }: MappedAnchor): DraftMove {
  return { key, target: { kind: 'new-thread', anchor }, isLost: lost };
}

/** Moves drafts; the composer that is open, and the anchor that is being picked for one, go with them. */
function applyMoves({ drafts, view }: Page, moves: readonly DraftMove[]): void {
  const follow = (shown: Signal<string | null>, isWanted: (move: DraftMove) => boolean): void => {
    const move = moves.find(({ key }) => key === shown.peek());
    if (move) shown.value = isWanted(move) ? draftKey(move.target) : null;
  };
  batch(() => {
    drafts.move(moves);
    follow(view.composing, () => true);
    follow(view.reattaching, ({ isLost = false }) => isLost);
  });
}
