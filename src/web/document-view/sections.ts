import type { WireSection } from '../../core/review/wire.ts';
import { blockNumber } from './block-text.ts';
import { matchNodes } from './match-nodes.ts';

/** Height in pixels that a source line is taken for until its section has been drawn. */
const lineHeightGuess = 26;

/** What replacing a document has changed. */
export interface SwapReport {
  /** New numbers of blocks that are drawn anew. */
  readonly drawn: readonly number[];
  /** Numbers that blocks had before and no longer have. */
  readonly removed: number;
}

/** The sections of a document as DOM. */
export interface Sections {
  readonly root: HTMLElement;
  /** Adds sections at the end. */
  append(sections: readonly WireSection[]): void;
  /** Puts a new version of the document in place of the old; what has not changed keeps its elements. */
  swap(sections: readonly WireSection[]): SwapReport;
  /** The element of a block. */
  block(number: number): HTMLElement | undefined;
  /** All blocks in reading order. */
  blocks(): readonly HTMLElement[];
  /** Whether the section around an element has been laid out, so that its height is known. */
  isDrawn(element: Element): boolean;
}

/** An empty document under a root element. */
export function createSections(root: HTMLElement): Sections {
  const keys = new WeakMap<Element, string>();
  const skipped = new WeakSet<Element>();
  const blocks = new Map<number, HTMLElement>();
  // On its way down and first, so that whoever hears of it after this can ask `isDrawn`.
  root.addEventListener(
    'contentvisibilityautostatechange',
    (event) => {
      if (!(event.target instanceof Element)) return;
      if ((event as ContentVisibilityAutoStateChangeEvent).skipped) skipped.add(event.target);
      else skipped.delete(event.target);
    },
    { capture: true },
  );

  const index = (elements: Iterable<Element>): void => {
    for (const element of elements) {
      const number = blockNumber(element);
      if (!blocks.has(number)) blocks.set(number, element as HTMLElement);
    }
  };

  const newSection = (wire: WireSection): HTMLElement => {
    const section = document.createElement('div');
    section.className = 'section';
    section.style.containIntrinsicBlockSize = `auto ${Math.max(60, wire.lines * lineHeightGuess)}px`;
    skipped.add(section);
    return section;
  };

  const parse = (wire: WireSection): readonly Element[] => {
    const template = document.createElement('template');
    template.innerHTML = wire.html;
    const nodes = [...template.content.children];
    for (const node of nodes) keys.set(node, keyOf(node));
    return nodes;
  };

  return {
    root,
    append(sections) {
      for (const wire of sections) {
        const section = newSection(wire);
        const nodes = parse(wire);
        section.append(...nodes);
        root.append(section);
        index(nodes.flatMap(numbered));
      }
    },
    swap(sections) {
      const before = [...root.children].flatMap((section) => [...section.children]);
      const after = sections.flatMap((wire) => parse(wire).map((node) => ({ node, wire })));
      const keep = matchNodes(
        before.map((node) => keys.get(node) ?? ''),
        after.map(({ node }) => keys.get(node) ?? ''),
      );
      const kept = new Map(keep.map((match) => [match.after, before[match.before]]));
      const staying = new Set(kept.values());
      const removed = before.filter((node) => !staying.has(node));
      const drawn: number[] = [];
      let last: Element | null = null;
      for (const [index, { node, wire }] of after.entries()) {
        const old = kept.get(index);
        if (old) {
          renumber(old, node);
          last = old;
          continue;
        }
        insert(node, last, () => root.appendChild(newSection(wire)));
        drawn.push(...blocksIn(node));
        last = node;
      }
      const gone = removed.flatMap(blocksIn).length;
      for (const node of removed) node.remove();
      for (const section of [...root.children]) if (!section.firstChild) section.remove();
      blocks.clear();
      index(root.querySelectorAll('[data-block]'));
      return { drawn, removed: Math.max(0, gone - drawn.length) };

      function insert(node: Element, previous: Element | null, makeSection: () => Element): void {
        if (previous) previous.after(node);
        else (root.firstElementChild ?? makeSection()).prepend(node);
      }
    },
    block: (number) => blocks.get(number),
    blocks: () => [...blocks.values()],
    isDrawn(element) {
      const section = element.closest('.section');
      return section !== null && !skipped.has(section);
    },
  };
}

const numbering = / data-block="\d+"/g;

/** Equal for elements that show the same, whatever their blocks' numbers. */
function keyOf(node: Element): string {
  return node.outerHTML.replace(numbering, '');
}

function numbered(node: Element): readonly Element[] {
  const inner = [...node.querySelectorAll('[data-block]')];
  return node.hasAttribute('data-block') ? [node, ...inner] : inner;
}

function blocksIn(node: Element): readonly number[] {
  return numbered(node).map(blockNumber);
}

/** Gives the blocks of an element the numbers of its double in the new document. */
function renumber(old: Element, double: Element): void {
  const numbers = numbered(double);
  for (const [index, element] of numbered(old).entries()) {
    const number = numbers[index]?.getAttribute('data-block');
    if (number) element.setAttribute('data-block', number);
  }
}
