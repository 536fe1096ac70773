import { type BlockMarks, type Marked, marksByBlock, marksSignature } from './block-marks.ts';
import { ownTextNodes } from './block-text.ts';
import { keepSelection } from './keep-selection.ts';
import { segmentsOf } from './mark-segments.ts';
import { isShownText } from './text-insertion.ts';

/** Draws marks into the document and knows afterwards which elements show which thread. */
export interface MarkHighlighter {
  /** Draws these marks in place of the previous ones; blocks whose marks are the same are not touched. */
  paint(marked: readonly Marked[]): void;
  /** Shows which thread is active and which is pointed at. */
  light(active: string | null, hovered: string | null): void;
  /** The elements of a thread; none when its block is not in the document. */
  elementsOf(key: string): readonly HTMLElement[];
}

/** A highlighter for the document under a root element, given the way to its blocks. */
export function createMarkHighlighter(
  root: HTMLElement,
  blockElement: (block: number) => HTMLElement | undefined,
): MarkHighlighter {
  const signatures = new Map<HTMLElement, string>();
  const elements = new Map<string, HTMLElement[]>();
  let states = new Map<string, Marked['state']>();
  let lit = { active: null as string | null, hovered: null as string | null };

  const showState = (element: HTMLElement): void => {
    const keys = keysOfMark(element);
    const tokens = new Set(keys.map((key) => states.get(key) ?? 'open'));
    const shown: string[] = [...tokens];
    for (const weak of ['previous', 'resolved']) {
      if (shown.length > 1 && shown.includes(weak)) shown.splice(shown.indexOf(weak), 1);
    }
    if (keys.length > 1) shown.push('several');
    if (lit.active && keys.includes(lit.active)) shown.push('active');
    if (lit.hovered && keys.includes(lit.hovered)) shown.push('hovered');
    element.dataset['state'] = shown.join(' ');
  };

  const note = (element: HTMLElement, keys: readonly string[]): void => {
    element.dataset['threads'] = keys.map(encodeURIComponent).join(' ');
    for (const key of keys) {
      const drawn = elements.get(key);
      if (drawn) drawn.push(element);
      else elements.set(key, [element]);
    }
  };

  const paintBlock = (element: HTMLElement, marks: BlockMarks | undefined): void => {
    unpaint(element);
    signatures.delete(element);
    if (!marks) return;
    signatures.set(element, marksSignature(marks));
    if (marks.whole.length > 0) note(element, marks.whole);
    for (const [line, keys] of marks.lines) {
      const drawn = element.querySelector<HTMLElement>(`[data-line="${line}"]`);
      if (drawn) note(drawn, keys);
    }
    for (const { mark, keys } of wrapStretches(element, marks)) note(mark, keys);
  };

  const dropDetached = (): void => {
    for (const [key, drawn] of elements) {
      const kept = drawn.filter(
        (element) => root.contains(element) && keysOfMark(element).includes(key),
      );
      if (kept.length > 0) elements.set(key, kept);
      else elements.delete(key);
    }
  };

  return {
    paint(marked) {
      states = new Map(marked.map(({ key, state }) => [key, state]));
      const marksByElement = new Map<HTMLElement, BlockMarks>();
      for (const [block, marks] of marksByBlock(marked)) {
        const element = blockElement(block);
        if (element) marksByElement.set(element, marks);
      }
      const stale = changedBlocks(signatures, marksByElement);
      const restore = stale.length > 0 ? keepSelection(root) : () => {};
      for (const element of stale) paintBlock(element, marksByElement.get(element));
      if (stale.length > 0) {
        restore();
        dropDetached();
      }
      for (const drawn of elements.values()) for (const element of drawn) showState(element);
    },
    light(active, hovered) {
      const before = lit;
      lit = { active, hovered };
      const touched = new Set([before.active, before.hovered, active, hovered]);
      for (const key of touched)
        for (const element of elements.get(key ?? '') ?? []) showState(element);
    },
    elementsOf: (key) => elements.get(key) ?? [],
  };
}

/** The keys of what is marked by an element; the shortest mark comes last. */
export function keysOfMark(element: HTMLElement): readonly string[] {
  const tokens = element.dataset['threads'];
  return tokens ? tokens.split(' ').map(decodeURIComponent) : [];
}

function changedBlocks(
  signatures: ReadonlyMap<HTMLElement, string>,
  marksByElement: ReadonlyMap<HTMLElement, BlockMarks>,
): readonly HTMLElement[] {
  const gone = [...signatures.keys()].filter((element) => !marksByElement.has(element));
  const changed = [...marksByElement]
    .filter(([element, marks]) => signatures.get(element) !== marksSignature(marks))
    .map(([element]) => element);
  return [...gone, ...changed];
}

function unpaint(block: HTMLElement): void {
  for (const mark of block.querySelectorAll<HTMLElement>('mark[data-threads]')) {
    if (mark.closest('[data-block]') !== block) continue;
    const parent = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    parent?.normalize();
  }
  const marked = block.querySelectorAll<HTMLElement>(':is([data-line], [data-atom])[data-threads]');
  for (const element of [block, ...marked]) {
    if (element.closest('[data-block]') !== block) continue;
    delete element.dataset['threads'];
    delete element.dataset['state'];
  }
}

interface Wrapped {
  readonly mark: HTMLElement;
  readonly keys: readonly string[];
}

interface Cut {
  readonly node: Text;
  readonly from: number;
  readonly to: number;
  readonly keys: readonly string[];
}

function wrapStretches(block: HTMLElement, marks: BlockMarks): readonly Wrapped[] {
  const wrapped: Wrapped[] = [];
  for (const { node, from, to, keys } of cutsOf(block, marks).toReversed()) {
    const atom = node.parentElement?.closest<HTMLElement>('[data-atom]');
    if (atom) {
      wrapped.unshift({ mark: atom, keys });
      continue;
    }
    if (to < node.data.length) node.splitText(to);
    const target = from > 0 ? node.splitText(from) : node;
    const mark = document.createElement('mark');
    target.replaceWith(mark);
    mark.append(target);
    wrapped.unshift({ mark, keys });
  }
  return wrapped;
}

function cutsOf(block: HTMLElement, marks: BlockMarks): readonly Cut[] {
  const segments = segmentsOf(marks.stretches);
  if (segments.length === 0) return [];
  const cuts: Cut[] = [];
  let offset = 0;
  for (const node of ownTextNodes(block)) {
    const end = offset + node.data.length;
    for (const segment of segments) {
      const from = Math.max(segment.from, offset) - offset;
      const to = Math.min(segment.to, end) - offset;
      if (from < to && isShownText(node)) cuts.push({ node, from, to, keys: segment.threads });
    }
    offset = end;
  }
  return cuts;
}
