import type { RemovedBlock } from '../../core/document/block-changes.ts';
import { insertIntoText, rowAt } from './text-insertion.ts';

/** An element for text that is gone; nothing of it counts as the document's text. */
function generated<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  look: string,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = look;
  element.dataset['generated'] = '';
  return element;
}

/** Shows words that are gone at their place in a block. Returns what was put in. */
export function showRemovedWords(
  block: HTMLElement,
  { at, text }: { readonly at: number; readonly text: string },
): readonly HTMLElement[] {
  if (text.trim() === '') return [];
  if (block.tagName === 'TABLE' && text.includes('\n')) return showRemovedRows(block, { at, text });
  const deletion = generated('del', 'went');
  deletion.textContent = block.tagName === 'TABLE' ? text.replaceAll('\t', ' ') : text;
  insertIntoText(block, at, deletion);
  return [deletion];
}

/** Rows that are gone: whole ones, since a row cannot stand in a cell. */
function showRemovedRows(
  table: HTMLElement,
  { at, text }: { readonly at: number; readonly text: string },
): readonly HTMLElement[] {
  const isAfter = text.startsWith('\n');
  const adjacent = rowAt(table, isAfter ? Math.max(0, at - 1) : at);
  const rows = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => removedRow(line.split('\t'), adjacent?.cells.length ?? 1));
  const isHeader = adjacent?.parentElement?.tagName === 'THEAD';
  if (isHeader) table.querySelector('tbody')?.prepend(...rows);
  else if (isAfter) adjacent?.after(...rows);
  else adjacent?.before(...rows);
  return rows.filter((row) => row.isConnected);
}

function removedRow(cells: readonly string[], columns: number): HTMLTableRowElement {
  const row = generated('tr', 'went');
  for (const [index, cell] of cells.entries()) {
    const drawn = row.insertCell();
    if (index === cells.length - 1) drawn.colSpan = Math.max(1, columns - index);
    const deletion = document.createElement('del');
    deletion.textContent = cell;
    drawn.append(deletion);
  }
  return row;
}

/** The blocks of a document by number. */
export type FindBlock = (block: number) => HTMLElement | undefined;

/** Shows a block that is gone where it stood. Returns what was put in; nothing in a document without blocks. */
export function showRemovedBlock(removed: RemovedBlock, find: FindBlock): HTMLElement | null {
  const next = find(removed.before);
  const previous = find(removed.before - 1);
  if (removed.kind === 'list-item') {
    const item = adjacentItem(next, previous);
    if (item) {
      const drawn = removedBlock(removed, 'li');
      if (item === next) item.before(drawn);
      else item.after(drawn);
      return drawn;
    }
  }
  const drawn = removedBlock(removed, 'div');
  const after = next && boundaryBefore(next);
  if (after) after.before(drawn);
  else {
    const last = previous && topLevel(previous);
    if (!last) return null;
    afterGone(last).after(drawn);
  }
  return drawn;
}

/** The item beside which a removed one stood, if there is a list there. */
function adjacentItem(
  next: HTMLElement | undefined,
  previous: HTMLElement | undefined,
): HTMLElement | undefined {
  if (next?.tagName === 'LI') return next;
  return previous?.tagName === 'LI' ? afterGone(previous) : undefined;
}

/** The element before which something stood that is no part of a list: outside of a list or table that begins here. */
function boundaryBefore(block: HTMLElement): HTMLElement {
  let element = block;
  for (;;) {
    const parent = element.parentElement;
    if (!parent || parent.classList.contains('section')) return element;
    const isFirst = [...parent.childNodes].every(
      (node) => node === element || !isBefore(node, element) || node.textContent?.trim() === '',
    );
    const isList = /^(UL|OL|TBODY|THEAD|TABLE|TR)$/.test(parent.tagName);
    if (!isFirst && !isList) return element;
    element = parent;
  }
}

function isBefore(node: Node, reference: Node): boolean {
  return (node.compareDocumentPosition(reference) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function topLevel(block: HTMLElement): HTMLElement {
  let element = block;
  while (element.parentElement && !element.parentElement.classList.contains('section'))
    element = element.parentElement;
  return element;
}

/** The last of the removed blocks that have been put behind an element already. */
function afterGone(element: HTMLElement): HTMLElement {
  let last = element;
  while (last.nextElementSibling instanceof HTMLElement && isGone(last.nextElementSibling))
    last = last.nextElementSibling;
  return last;
}

function isGone(element: Element): boolean {
  return element.classList.contains('gone');
}

function removedBlock({ kind, text, level }: RemovedBlock, tag: 'div' | 'li'): HTMLElement {
  const drawn = generated(tag, `gone ${kind}${level === undefined ? '' : ` level-${level}`}`);
  const label = document.createElement('span');
  label.className = 'sr-only';
  label.textContent = 'Removed: ';
  const deletion = document.createElement('del');
  deletion.textContent = kind === 'table' ? text.replaceAll('\t', '   ') : text;
  if (text.trim() === '') deletion.textContent = kind === 'paragraph' ? '(a picture)' : '(nothing)';
  drawn.append(label, deletion);
  return drawn;
}
