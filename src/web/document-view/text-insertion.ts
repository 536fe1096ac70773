import { ownTextNodes } from './block-text.ts';

/** Elements between whose children white space may stand, but nothing that is seen. */
const structural: ReadonlySet<string> = new Set([
  'TABLE',
  'THEAD',
  'TBODY',
  'TR',
  'UL',
  'OL',
  'DL',
]);

/** Whether something that is seen can stand in the place of a text node. */
export function isShownText(node: Text): boolean {
  return node.data.trim() !== '' || !structural.has(node.parentElement?.tagName ?? '');
}

/**
 * Puts an element into a block's text, before the character at an offset. What the text is drawn with stays whole:
 * beside a formula or picture, and in a cell of a table and not between two.
 */
export function insertIntoText(block: HTMLElement, position: number, element: HTMLElement): void {
  let offset = 0;
  let before: Text | null = null;
  for (const node of ownTextNodes(block)) {
    const end = offset + node.data.length;
    if (isShownText(node)) {
      if (position < end) {
        insertAt(node, Math.max(0, position - offset), element);
        return;
      }
      before = node;
    }
    offset = end;
  }
  if (before) insertAt(before, before.data.length, element);
  else if (!structural.has(block.tagName)) block.append(element);
}

function insertAt(node: Text, position: number, element: HTMLElement): void {
  const atom = node.parentElement?.closest('[data-atom]');
  if (atom) {
    if (position === 0) atom.before(element);
    else atom.after(element);
    return;
  }
  if (position === 0) node.before(element);
  else if (position >= node.data.length) node.after(element);
  else node.splitText(position).before(element);
}

/** The row of a table in which the character at an offset of its text stands. */
export function rowAt(table: HTMLElement, position: number): HTMLTableRowElement | null {
  let offset = 0;
  let row: HTMLTableRowElement | null = null;
  for (const node of ownTextNodes(table)) {
    row = node.parentElement?.closest('tr') ?? row;
    offset += node.data.length;
    if (position < offset && isShownText(node)) return row;
  }
  return row;
}
