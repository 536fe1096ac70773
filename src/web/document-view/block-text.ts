import type { BlockLines } from '../../core/anchor/anchor.ts';

/** A position in the DOM. */
export interface DomPoint {
  readonly node: Text;
  readonly offset: number;
}

/** The number of the block that an element draws. */
export function blockNumber(element: Element): number {
  return Number(element.getAttribute('data-block'));
}

/** The innermost block around a node, if any. */
export function blockAround(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>('[data-block]') ?? null;
}

/** The lines of a code block or the rows of a table; other blocks have none. */
export function linesOf(block: Element): readonly HTMLElement[] {
  return [...block.querySelectorAll<HTMLElement>('[data-line]')];
}

export function lineNumber(line: HTMLElement): number {
  return Number(line.dataset['line']);
}

export function linesWithin(block: Element, { start, end }: BlockLines): readonly HTMLElement[] {
  return linesOf(block).filter((line) => lineNumber(line) >= start && lineNumber(line) <= end);
}

/** Whether a node was added by the renderer or the page and is no part of the document's text. */
export function isGenerated(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest('[data-generated]') != null;
}

function acceptOwn(root: Node): (node: Node) => number {
  return (node) => {
    if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
    const element = node as Element;
    if (element === root) return NodeFilter.FILTER_SKIP;
    return element.hasAttribute('data-generated') || element.hasAttribute('data-block')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_SKIP;
  };
}

/** The text nodes that a block owns: not those of blocks inside it, and nothing generated. */
export function* ownTextNodes(block: Element): Generator<Text> {
  const show = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
  const walker = document.createTreeWalker(block, show, acceptOwn(block));
  for (let node = walker.nextNode(); node; node = walker.nextNode()) yield node as Text;
}

/** The canonical text of a block as it is drawn. */
export function blockText(block: Element): string {
  let text = '';
  for (const node of ownTextNodes(block)) text += node.data;
  return text;
}

/** How many characters of a block's text come before a text node, or null when the block does not own it. */
export function offsetOfNode(block: Element, target: Text): number | null {
  let offset = 0;
  for (const node of ownTextNodes(block)) {
    if (node === target) return offset;
    offset += node.data.length;
  }
  return null;
}

/** The points between which a stretch of a block's text is drawn; null when the text is shorter. */
export function pointsOfStretch(
  block: Element,
  from: number,
  to: number,
): { readonly start: DomPoint; readonly end: DomPoint } | null {
  let offset = 0;
  let start: DomPoint | null = null;
  for (const node of ownTextNodes(block)) {
    const next = offset + node.data.length;
    if (!start && from < next) start = { node, offset: from - offset };
    if (start && to <= next) return { start, end: { node, offset: to - offset } };
    offset = next;
  }
  return null;
}
