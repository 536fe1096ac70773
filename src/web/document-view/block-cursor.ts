import type { BlockLines } from '../../core/anchor/anchor.ts';
import type { PageAnchor } from '../state/page-anchor.ts';
import { blockAround, lineNumber, linesOf, linesWithin } from './block-text.ts';
import type { FileView } from './file-view.ts';
import { bringIntoView } from './scroll.ts';
import { anchorOfBlock, anchorOfLines, anchorOfRange } from './selection-anchor.ts';

/** Which way to move. */
type Direction = 1 | -1;

/** Lines of a block that are picked for a remark. */
interface PickedLines {
  readonly block: HTMLElement;
  readonly startLine: number;
  readonly endLine: number;
}

/** Where the reader stands in a document, for those who read with the keyboard. */
export interface BlockCursor {
  /** Moves the focus to the next or previous block. */
  step(direction: Direction): void;
  focus(block: HTMLElement): void;
  /** Puts the focus on a block that is in sight already, without scrolling. */
  rest(block: HTMLElement): void;
  /** Picks the next line of the focused code block or table; `extend` keeps those picked. False when it has no lines. */
  stepLine(direction: Direction, extend: boolean): boolean;
  /** Picks lines of a block, from one to another. */
  pickLines(block: HTMLElement, startLine: number, endLine: number): void;
  /** Selects the next word of the focused block; `extend` adds it to what is selected. */
  stepWord(direction: Direction, extend: boolean): boolean;
  /** What a remark would be about now: selected text, picked lines, or the focused block. */
  anchor(): PageAnchor | null;
  clearPick(): void;
}

/** A cursor in the document of a file view. */
export function createBlockCursor(fileView: FileView): BlockCursor {
  const { element, sections, fileId } = fileView;
  let picked: PickedLines | null = null;

  const focused = (): HTMLElement | null => {
    const active = document.activeElement;
    return active && element.contains(active) ? blockAround(active) : null;
  };

  const showPick = (next: PickedLines | null): void => {
    for (const line of element.querySelectorAll('.picked')) line.classList.remove('picked');
    picked = next;
    if (!next) return;
    for (const line of linesWithin(next.block, spanOf(next))) line.classList.add('picked');
  };

  const rest = (block: HTMLElement): void => {
    if (picked && picked.block !== block) showPick(null);
    for (const stop of element.querySelectorAll('.stop')) {
      stop.classList.remove('stop');
      if (!isScrollable(stop)) stop.setAttribute('tabindex', '-1');
    }
    block.classList.add('stop');
    block.tabIndex = 0;
    block.focus({ preventScroll: true });
  };

  const focus = (block: HTMLElement): void => {
    rest(block);
    bringIntoView(block);
  };

  return {
    focus,
    rest,
    step(direction) {
      const blocks = sections.blocks();
      const from = focused();
      if (!from) {
        const visible = blocks.find((block) => block.getBoundingClientRect().bottom > topEdge);
        if (visible) focus(visible);
        return;
      }
      const next = blocks[blocks.indexOf(from) + direction];
      if (next) focus(next);
    },
    stepLine(direction, extend) {
      const block = focused();
      const numbers = block ? linesOf(block).map(lineNumber) : [];
      const last = numbers.at(-1);
      if (!block || last === undefined || last < 2) return false;
      const from = picked?.block === block ? picked.endLine : direction > 0 ? 0 : last + 1;
      const endLine = Math.min(last, Math.max(1, from + direction));
      const startLine = extend && picked?.block === block ? picked.startLine : endLine;
      document.getSelection()?.removeAllRanges();
      showPick({ block, startLine, endLine });
      const [line] = linesWithin(block, { start: endLine, end: endLine });
      if (line) bringIntoView(line);
      return true;
    },
    pickLines: (block, startLine, endLine) => showPick({ block, startLine, endLine }),
    stepWord(direction, extend) {
      const block = focused();
      const selection = document.getSelection();
      if (!block || !selection) return false;
      showPick(null);
      const inside = selection.rangeCount > 0 && block.contains(selection.anchorNode);
      if (!inside) selection.collapse(block, direction > 0 ? 0 : block.childNodes.length);
      else if (!extend && direction > 0) selection.collapseToEnd();
      else if (!extend) selection.collapseToStart();
      selection.modify('extend', direction > 0 ? 'forward' : 'backward', 'word');
      return true;
    },
    anchor() {
      const selection = document.getSelection();
      if (selection && selection.rangeCount > 0 && !selection.isCollapsed) {
        const anchor = anchorOfRange(selection.getRangeAt(0), element, fileId);
        if (anchor) return anchor;
      }
      if (picked?.block.isConnected) return anchorOfLines(picked.block, spanOf(picked), fileId);
      const block = focused();
      return block && anchorOfBlock(block, fileId);
    },
    clearPick: () => showPick(null),
  };
}

/** Height of the page's bar and a little air. */
const topEdge = 60;

function spanOf({ startLine, endLine }: PickedLines): BlockLines {
  return { start: Math.min(startLine, endLine), end: Math.max(startLine, endLine) };
}

function isScrollable(element: Element): boolean {
  return element.scrollWidth > element.clientWidth;
}
