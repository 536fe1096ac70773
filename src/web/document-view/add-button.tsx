import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { compose } from '../composer/compose.ts';
import { Icon } from '../icons/icon.tsx';
import { type Page, usePage } from '../page.ts';
import { blockAround, isGenerated, lineNumber, linesOf } from './block-text.ts';
import { anchorOfBlock, anchorOfLines } from './selection-anchor.ts';

/** What the mouse is over: a block, or one line of it. */
interface HoveredPosition {
  readonly block: HTMLElement;
  readonly line: HTMLElement | null;
}

/**
 * The plus in the gutter beside what the mouse is over. Dragging it down a code block or table picks several lines.
 * For the mouse alone: the keyboard has `c`.
 */
export function AddButton() {
  const page = usePage();
  const hovered = useSignal<HoveredPosition | null>(null);
  const top = useSignal(0);
  const button = useRef<HTMLButtonElement>(null);
  const dragFrom = useRef<number | null>(null);

  useEffect(() => {
    const main = button.current?.closest('main');
    if (!main) return;
    const show = (event: PointerEvent): void => {
      if (event.pointerType !== 'mouse' || dragFrom.current !== null) return;
      if (event.buttons !== 0 || button.current?.contains(event.target as Node)) return;
      const position = positionUnder(page, event);
      if (position?.block === hovered.peek()?.block && position?.line === hovered.peek()?.line)
        return;
      hovered.value = position;
      const shown = position?.line ?? position?.block;
      if (shown) top.value = firstLineTop(shown) - main.getBoundingClientRect().top;
    };
    const hide = (): void => {
      if (dragFrom.current === null) hovered.value = null;
    };
    main.addEventListener('pointermove', show);
    main.addEventListener('pointerleave', hide);
    window.addEventListener('keydown', hide);
    return () => {
      main.removeEventListener('pointermove', show);
      main.removeEventListener('pointerleave', hide);
      window.removeEventListener('keydown', hide);
    };
  }, [page, hovered, top]);

  const drag = (event: PointerEvent): void => {
    const from = dragFrom.current;
    const block = hovered.peek()?.block;
    const line = positionUnder(page, event)?.line;
    if (from === null || !block || !line || !block.contains(line)) return;
    page.cursor.peek()?.pickLines(block, from, lineNumber(line));
  };

  const drop = (): void => {
    const from = dragFrom.current;
    dragFrom.current = null;
    const target = hovered.peek();
    if (!target) return;
    hovered.value = null;
    const { fileId } = page.fileViews.current.peek() ?? { fileId: '' };
    const picked = from !== null && document.querySelectorAll('.picked').length > 1;
    const anchor = picked
      ? page.cursor.peek()?.anchor()
      : target.line
        ? anchorOfLines(
            target.block,
            { start: lineNumber(target.line), end: lineNumber(target.line) },
            fileId,
          )
        : anchorOfBlock(target.block, fileId);
    if (anchor) compose(page, anchor, 'comment');
  };

  return (
    <button
      ref={button}
      type="button"
      class="add"
      tabIndex={-1}
      aria-label="Comment"
      title="Comment (c)"
      hidden={hovered.value === null}
      style={{ transform: `translateY(${top.value}px)` }}
      onPointerDown={(event) => {
        event.preventDefault();
        const line = hovered.peek()?.line;
        dragFrom.current = line ? lineNumber(line) : null;
        if (line) button.current?.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onClick={drop}
    >
      <Icon name="plus" />
    </button>
  );
}

function positionUnder(page: Page, event: PointerEvent): HoveredPosition | null {
  const fileView = page.fileViews.current.peek();
  if (!fileView || page.review.state.peek()?.finished) return null;
  const under = event.target instanceof Element ? event.target : null;
  const box = fileView.element.getBoundingClientRect();
  const inText = under !== null && blockAround(under) !== null;
  const element = inText
    ? under
    : document.elementFromPoint(box.left + box.width / 2, event.clientY);
  if (!element || !fileView.element.contains(element) || isGenerated(element)) return null;
  const block = blockAround(element);
  if (!block) return null;
  const line = element.closest<HTMLElement>('[data-line]');
  const single = linesOf(block).length < 2;
  return { block, line: line && !single && block.contains(line) ? line : null };
}

const buttonHeight = 24;

/** Where the button stands so that it is level with an element's first line of text. */
function firstLineTop(element: HTMLElement): number {
  const { top, height } = element.getBoundingClientRect();
  const { lineHeight, paddingTop } = getComputedStyle(element);
  const line = Math.min(Number.parseFloat(lineHeight) || height, height);
  return top + Number.parseFloat(paddingTop) + (line - buttonHeight) / 2;
}
