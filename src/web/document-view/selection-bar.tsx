import { effect, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Intent } from '../../core/review/wire.ts';
import { comment } from '../composer/compose.ts';
import { Icon, type IconName } from '../icons/icon.tsx';
import { type Page, usePage } from '../page.ts';
import type { ViewState } from '../state/view-state.ts';
import { blockAround } from './block-text.ts';

/** Where the bar stands, relative to the document; docked on touch, where the system has its own bar at the text. */
type Spot = { readonly left: number; readonly top: number } | 'docked';

/** What can be done with selected text. Shown when a selection has been made, or on touch when a block is tapped. */
export function SelectionBar() {
  const page = usePage();
  const spot = useSignal<Spot | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => followSelection(page, (next) => (spot.value = next)), [page, spot]);
  if (spot.value === null || page.review.state.value?.finished) return null;
  const picking = page.view.reattaching.value !== null;
  const docked = spot.value === 'docked';
  return (
    <div
      ref={bar}
      class={`selection-bar ${docked ? 'docked' : ''}`}
      role="toolbar"
      aria-label="Selected text"
      style={
        spot.value === 'docked' ? {} : { left: `${spot.value.left}px`, top: `${spot.value.top}px` }
      }
      onPointerDown={(event) => event.preventDefault()}
    >
      {picking ? (
        <BarButton icon="pin" label="Attach here" keys="c" intent="comment" />
      ) : (
        <>
          <BarButton icon="comment" label="Comment" keys="c" intent="comment" />
          <BarButton icon="question" label="Ask" keys="q" intent="question" />
          <BarButton icon="suggestion" label="Suggest" keys="s" intent="suggestion" />
        </>
      )}
    </div>
  );
}

interface BarButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly keys: string;
  readonly intent: Intent;
}

function BarButton({ icon, label, keys, intent }: BarButtonProps) {
  const page = usePage();
  return (
    <button
      type="button"
      title={`${label} (${keys})`}
      aria-keyshortcuts={keys}
      onClick={() => comment(page, intent)}
    >
      <Icon name={icon} />
      {label}
    </button>
  );
}

const touch = window.matchMedia('(pointer: coarse)');
const barHeight = 38;

function followSelection(page: Page, show: (spot: Spot | null) => void): () => void {
  let pressed = false;
  const look = (): void => {
    if (!pressed) show(spotOfSelection(page));
  };
  const press = (event: PointerEvent): void => {
    pressed = event.pointerType === 'mouse' && !isBar(event.target);
  };
  const release = (): void => {
    pressed = false;
    requestAnimationFrame(look);
  };
  document.addEventListener('selectionchange', look);
  document.addEventListener('pointerdown', press);
  document.addEventListener('pointerup', release);
  document.addEventListener('focusin', look);
  const stopWatching = effect(() => {
    page.view.active.value;
    page.view.composing.value;
    requestAnimationFrame(look);
  });
  return () => {
    stopWatching();
    document.removeEventListener('selectionchange', look);
    document.removeEventListener('pointerdown', press);
    document.removeEventListener('pointerup', release);
    document.removeEventListener('focusin', look);
  };
}

function isBar(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.selection-bar') !== null;
}

function spotOfSelection(page: Page): Spot | null {
  const fileView = page.fileViews.current.peek();
  const selection = document.getSelection();
  if (!fileView || !selection) return null;
  const hasText =
    selection.rangeCount > 0 && !selection.isCollapsed && selection.toString().trim() !== '';
  const inDocument =
    fileView.element.contains(selection.anchorNode) ||
    fileView.element.contains(selection.focusNode);
  if (touch.matches)
    return (hasText && inDocument) || isBlockTapped(page.view, fileView.element) ? 'docked' : null;
  if (!hasText || !inDocument) return null;
  return spotOfRange(selection.getRangeAt(0), fileView.element);
}

/** A tap puts the focus on a block; while a sheet is open it means nothing more. */
function isBlockTapped(view: ViewState, root: HTMLElement): boolean {
  if (view.active.peek() || view.composing.peek()) return false;
  const element = document.activeElement;
  return element !== null && root.contains(element) && blockAround(element) !== null;
}

function spotOfRange(range: Range, root: HTMLElement): Spot | null {
  const first = range.getClientRects()[0] ?? range.getBoundingClientRect();
  const main = root.closest('main')?.getBoundingClientRect();
  if (!main || first.height === 0) return null;
  const above = first.top - barHeight - 8;
  const below = range.getBoundingClientRect().bottom + 8;
  const top = above > 60 ? above : below;
  const left = Math.max(8, Math.min(first.left - main.left, main.width - 290));
  return { left, top: top - main.top };
}
