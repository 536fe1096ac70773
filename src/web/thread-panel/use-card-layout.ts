import { effect, type ReadonlySignal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { bringIntoView, scrollBehavior } from '../document-view/scroll.ts';
import type { Page } from '../page.ts';
import { layoutCards } from './layout-cards.ts';
import type { MarginItem } from './margin-items.ts';
import { squeezeCards } from './squeeze-cards.ts';

const gap = 12;
const airAtTop = 22;

/**
 * Moves the cards of a margin to their text whenever text, cards or the active thread change. Returns the threads for
 * which there is no room above the active card.
 */
export function useCardLayout(
  page: Page,
  margin: RefObject<HTMLElement | null>,
  items: readonly MarginItem[],
): ReadonlySignal<readonly string[]> {
  const above = useSignal<readonly string[]>([]);
  const arrange = useRef<() => void>(() => {});
  const active = page.view.composing.value ?? page.view.active.value;
  arrange.current = () => {
    if (!margin.current) return;
    const hidden = arrangeCards(page, { margin: margin.current, items, active });
    if (hidden.join() !== above.peek().join()) above.value = hidden;
  };

  useLayoutEffect(() => arrange.current());
  useEffect(() => {
    let frame = 0;
    const soon = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        arrange.current();
      });
    };
    const stop = effect(() => {
      page.fileViews.current.value?.layout.value;
      soon();
    });
    const sizes = new ResizeObserver(soon);
    const watch = new MutationObserver(() => observeSlots(sizes, margin.current));
    if (margin.current) watch.observe(margin.current, { childList: true });
    observeSlots(sizes, margin.current);
    return () => {
      stop();
      sizes.disconnect();
      watch.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [page, margin]);
  useEffect(() => {
    const item = items.find(({ key }) => key === active);
    if (item) showBoth(page, margin.current, item);
  }, [active]);
  return above;
}

function observeSlots(sizes: ResizeObserver, margin: HTMLElement | null): void {
  for (const child of margin?.children ?? []) sizes.observe(child);
}

interface Arrangement {
  readonly margin: HTMLElement;
  readonly items: readonly MarginItem[];
  readonly active: string | null;
}

/** Height of a card that is squeezed to its first line. */
const lineHeight = 40;
/** Heights of cards while they are not squeezed. */
const fullHeights = new WeakMap<HTMLElement, number>();

function arrangeCards(page: Page, { margin, items, active }: Arrangement): readonly string[] {
  const fileView = page.fileViews.current.peek();
  if (!fileView) return [];
  const slots = slotsByKey(margin);
  const start = fileView.element.getBoundingClientRect().top - margin.getBoundingClientRect().top;
  const wants = rising(
    items.map(({ key, anchor }) => Math.round(start + fileView.heightOf(key, anchor))),
  );
  const full = items.map(({ key }) => fullHeight(slots.get(key)));
  const index = items.findIndex(({ key }) => key === active);
  const stack = { wants, heights: full, active: index < 0 ? null : index };
  const spacing = { gap, floor: floorOf(margin) };
  const squeezed = squeezeCards(stack, lineHeight, spacing);
  const heights = full.map((height, card) => (squeezed.has(card) ? lineHeight : height));
  const tops = layoutCards({ ...stack, heights }, spacing);
  const hidden: string[] = [];
  for (const [card, { key }] of items.entries()) {
    const top = tops[card] ?? 0;
    const out = top < spacing.floor;
    if (out) hidden.push(key);
    moveSlot(slots.get(key), { top, out, squeezed: squeezed.has(card) });
  }
  const bottoms = tops.map((top, card) => top + (heights[card] ?? 0));
  margin.style.minHeight = `${Math.max(0, ...bottoms) + 40}px`;
  return hidden;
}

function slotsByKey(margin: HTMLElement): ReadonlyMap<string, HTMLElement> {
  const slots = margin.querySelectorAll<HTMLElement>(':scope > .slot');
  return new Map([...slots].map((slot) => [slot.dataset['key'] ?? '', slot]));
}

function fullHeight(slot: HTMLElement | undefined): number {
  if (!slot) return 0;
  if (!slot.classList.contains('squeezed')) fullHeights.set(slot, slot.offsetHeight);
  return fullHeights.get(slot) ?? slot.offsetHeight;
}

/** Where the first card may stand: under what lies on top of the margin. */
function floorOf(margin: HTMLElement): number {
  const tray = margin.querySelector<HTMLElement>('.margin-top')?.offsetHeight ?? 0;
  return tray > 0 ? tray + gap : airAtTop;
}

interface SlotLook {
  readonly top: number;
  readonly out: boolean;
  readonly squeezed: boolean;
}

function moveSlot(slot: HTMLElement | undefined, { top, out, squeezed }: SlotLook): void {
  if (!slot) return;
  slot.style.transform = `translateY(${top}px)`;
  slot.classList.toggle('out', out);
  slot.classList.toggle('squeezed', squeezed);
  if (!slot.classList.contains('placed')) {
    requestAnimationFrame(() => slot.classList.add('placed'));
  }
}

/** Heights that do not fall from one item to the next, whatever the estimates say. */
function rising(heights: readonly number[]): readonly number[] {
  let last = 0;
  return heights.map((height) => {
    last = Math.max(last, height);
    return last;
  });
}

/** Scrolls as little as needed so that the text of an opened thread and its card are both seen. */
function showBoth(page: Page, margin: HTMLElement | null, { key, anchor }: MarginItem): void {
  const text = page.fileViews.current.peek()?.elementOf(key, anchor);
  const slot = margin ? slotsByKey(margin).get(key) : undefined;
  if (!text) return;
  bringIntoView(text);
  const room = window.innerHeight - text.getBoundingClientRect().top;
  const height = slot?.offsetHeight ?? 0;
  const visibleTop = text.getBoundingClientRect().top;
  if (visibleTop > 60 && height > room) {
    const by = Math.min(height - room + 16, visibleTop - 76);
    if (by > 0) window.scrollBy({ top: by, behavior: scrollBehavior(by) });
  }
}
