import { blockAround, offsetOfNode, pointsOfStretch } from './block-text.ts';

/**
 * Remembers the reader's text selection by block and character, and returns what puts it back after the DOM inside
 * blocks has been rebuilt. A selection whose block is gone is left to the browser.
 */
export function keepSelection(root: HTMLElement): () => void {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || !root.contains(selection.anchorNode)) return () => {};
  const anchor = spotOf(selection.anchorNode, selection.anchorOffset);
  const focus = spotOf(selection.focusNode, selection.focusOffset);
  if (!anchor || !focus) return () => {};
  return () => {
    const from = pointOf(anchor);
    const to = pointOf(focus);
    if (from && to) selection.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
  };
}

interface Spot {
  readonly block: HTMLElement;
  readonly offset: number;
}

function spotOf(node: Node | null, offset: number): Spot | null {
  const block = node && blockAround(node);
  if (!block || !(node instanceof Text)) return null;
  const before = offsetOfNode(block, node);
  return before === null ? null : { block, offset: before + offset };
}

function pointOf({ block, offset }: Spot): { node: Text; offset: number } | null {
  if (!block.isConnected) return null;
  if (offset > 0) return pointsOfStretch(block, offset - 1, offset)?.end ?? null;
  return pointsOfStretch(block, 0, 1)?.start ?? null;
}
