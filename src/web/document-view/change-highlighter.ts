import type { BlockChanges, ChangedBlock } from '../../core/document/block-changes.ts';
import { ownTextNodes } from './block-text.ts';
import { keepSelection } from './keep-selection.ts';
import { type FindBlock, showRemovedBlock, showRemovedWords } from './removed-text.ts';
import { isShownText } from './text-insertion.ts';

/** Draws what changed since a round into the document: what came is lit, what went stands struck at its place. */
export interface ChangeHighlighter {
  /** Draws these changes in place of the previous ones, or takes all away; `since` is the round compared with. */
  paint(changes: BlockChanges | null, since: number): void;
  /** Lights the words that came anew, after something else has been drawn into the text. */
  light(): void;
  /** Marks what is looked at: blocks by number, and removed blocks by their positions. */
  point(blocks: readonly number[], removed: readonly number[]): void;
  /** The element of a removed block, by its position. */
  removedElement(position: number): HTMLElement | undefined;
}

/** Names of the highlights: words that came, and blocks that are new as a whole. */
const cameWords = 'came';
const newBlocks = 'came-whole';

interface Painted {
  readonly change: ChangedBlock;
  readonly signature: string;
  readonly put: readonly HTMLElement[];
}

/** A highlighter for the document under a root element, given the way to its blocks. */
export function createChangeHighlighter(root: HTMLElement, find: FindBlock): ChangeHighlighter {
  const painted = new Map<HTMLElement, Painted>();
  let gone: (HTMLElement | null)[] = [];
  let goneSignature = '';

  const paintBlocks = (changes: ReadonlyMap<HTMLElement, ChangedBlock>, since: number): void => {
    for (const [element, drawn] of painted) {
      const change = changes.get(element);
      if (change && signatureOf(change) === drawn.signature && element.isConnected) {
        painted.set(element, { ...drawn, change });
        continue;
      }
      unpaint(element, drawn.put);
      painted.delete(element);
    }
    for (const [element, change] of changes) {
      element.dataset['change'] = change.change;
      element.setAttribute('aria-description', describe(change, since));
      if (painted.has(element)) continue;
      const put = change.removed
        .toReversed()
        .flatMap((removal) => showRemovedWords(element, removal));
      painted.set(element, { change, signature: signatureOf(change), put });
    }
  };

  const paintGone = ({ removed }: Pick<BlockChanges, 'removed'>): void => {
    const signature = JSON.stringify(removed);
    const stands = gone.every((element) => element === null || root.contains(element));
    if (signature === goneSignature && stands && gone.every((element) => element !== null)) return;
    for (const element of gone) element?.remove();
    gone = removed.map((block) => showRemovedBlock(block, find));
    goneSignature = signature;
  };

  const light = (): void => {
    if (!('highlights' in CSS) || painted.size === 0) return;
    const came: Range[] = [];
    const whole: Range[] = [];
    for (const [element, { change }] of painted) {
      const ranges = change.change === 'added' ? whole : came;
      for (const { start, end } of change.added) ranges.push(...rangesOf(element, start, end));
    }
    setHighlight(cameWords, came);
    setHighlight(newBlocks, whole);
  };

  return {
    paint(changes, since) {
      if (!changes && painted.size === 0 && gone.length === 0) return;
      const changed = new Map<HTMLElement, ChangedBlock>();
      for (const change of changes?.blocks ?? []) {
        const element = find(change.index);
        if (element) changed.set(element, change);
      }
      const restore = keepSelection(root);
      paintBlocks(changed, since);
      paintGone(changes ?? { removed: [] });
      restore();
      if (painted.size > 0) light();
      else putOut();
    },
    light,
    point(blocks, removed) {
      for (const element of root.querySelectorAll('.change-here')) {
        element.classList.remove('change-here');
      }
      for (const block of blocks) find(block)?.classList.add('change-here');
      for (const position of removed) gone[position]?.classList.add('change-here');
    },
    removedElement: (position) => gone[position] ?? undefined,
  };
}

function signatureOf({ change, added, removed }: ChangedBlock): string {
  return JSON.stringify([change, added, removed]);
}

function describe({ change }: ChangedBlock, since: number): string {
  return change === 'added' ? `New since round ${since}` : `Changed since round ${since}`;
}

function unpaint(block: HTMLElement, put: readonly HTMLElement[]): void {
  delete block.dataset['change'];
  block.removeAttribute('aria-description');
  for (const element of put) {
    const parent = element.parentNode;
    element.remove();
    parent?.normalize();
  }
}

/** Ranges over a stretch of a block's own text that touch nothing else: no block inside it, nothing generated. */
function rangesOf(block: HTMLElement, from: number, to: number): readonly Range[] {
  const ranges: Range[] = [];
  let offset = 0;
  for (const node of ownTextNodes(block)) {
    const end = offset + node.data.length;
    if (offset >= to) break;
    const range = isShownText(node) && wordsIn(node, from - offset, to - offset);
    if (range) ranges.push(range);
    offset = end;
  }
  return ranges;
}

/** The part of a text node between two offsets, without white space at either end; nothing when none is left. */
function wordsIn(node: Text, from: number, to: number): Range | null {
  const start = Math.max(0, from);
  const text = node.data.slice(start, Math.max(start, to));
  const visible = text.trim();
  if (visible === '') return null;
  const first = start + text.indexOf(visible);
  const range = new Range();
  range.setStart(node, first);
  range.setEnd(node, first + visible.length);
  return range;
}

function setHighlight(name: string, ranges: readonly Range[]): void {
  const highlight = new Highlight(...ranges);
  // Under what find lights.
  highlight.priority = -1;
  CSS.highlights.set(name, highlight);
}

function putOut(): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete(cameWords);
  CSS.highlights.delete(newBlocks);
}
