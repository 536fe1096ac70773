import { draftKey } from '../draft.ts';
import type { Page } from '../page.ts';
import { blockNumber, blockText } from './block-text.ts';
import { type JoinedText, joinText } from './joined-text.ts';
import type { Reader } from './reader.ts';

/** The drawn text of a file, block by block. */
export function textOfReader(reader: Reader): JoinedText {
  const blocks = reader.sections
    .blocks()
    .map((block) => ({ block: blockNumber(block), text: blockText(block) }))
    .toSorted((left, right) => left.block - right.block);
  return joinText(blocks);
}

/** Moves the drafts of a file to where their text went, after its document has been replaced. */
export async function carryDrafts(page: Page, reader: Reader, before: JoinedText): Promise<void> {
  const { drafts, view } = page;
  const moving = [...drafts.drafts.peek()].flatMap(([key, { target }]) =>
    target.kind === 'new-thread' && target.place.fileId === reader.fileId
      ? [{ key, place: target.place }]
      : [],
  );
  if (moving.length === 0) return;
  const { carryPlaces } = await import('./carry-place.ts');
  const carried = carryPlaces(
    moving.map(({ place }) => place),
    before,
    textOfReader(reader),
  );
  for (const [index, { key }] of moving.entries()) {
    const result = carried[index];
    if (!result) continue;
    const target = { kind: 'new-thread' as const, place: result.place };
    const wasComposing = view.composing.peek() === key;
    drafts.move(key, target);
    if (wasComposing) view.composing.value = draftKey(target);
    if (result.lost) {
      const problem =
        'The text this was about is gone. It would now stand on the block shown here.';
      drafts.edit(draftKey(target), { problem });
    }
  }
}
