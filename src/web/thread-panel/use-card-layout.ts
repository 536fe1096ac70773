import { effect, type ReadonlySignal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { bringIntoView, scrollBehavior } from '../document-view/scroll.ts';
import type { Page } from '../page.ts';
import { layoutCards } from './layout-cards.ts';
import type { MarginItem } from './margin-items.ts';

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
      page.readers.current.value?.layout.value;
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

function arrangeCards(page: Page, { margin, items, active }: Arrangement): readonly string[] {
  const reader = page.readers.current.peek();
  if (!reader) return [];
  const slots = new Map(
    [...margin.querySelectorAll<HTMLElement>(':scope > .slot')].map((slot) => [
      slot.dataset['key'],
      slot,
    ]),
  );
  const start = reader.element.getBoundingClientRect().top - margin.getBoundingClientRect().top;
  const wants = rising(
    items.map(({ key, place }) => Math.round(start + reader.heightOf(key, place))),
  );
  const heights = items.map(({ key }) => slots.get(key)?.offsetHeight ?? 0);
  const index = items.findIndex(({ key }) => key === active);
  const tray = margin.querySelector<HTMLElement>('.margin-top')?.offsetHeight ?? 0;
  const floor = tray > 0 ? airAtTop + tray + gap : airAtTop;
  const tops = layoutCards({ wants, heights, active: index < 0 ? null : index }, { gap, floor });
  let bottom = 0;
  const hidden: string[] = [];
  for (const [position, { key }] of items.entries()) {
    const top = tops[position] ?? 0;
    const slot = slots.get(key);
    if (!slot) continue;
    slot.style.transform = `translateY(${top}px)`;
    slot.classList.toggle('out', top < floor);
    if (top < floor) hidden.push(key);
    if (!slot.classList.contains('placed'))
      requestAnimationFrame(() => slot.classList.add('placed'));
    bottom = Math.max(bottom, top + (heights[position] ?? 0));
  }
  margin.style.minHeight = `${bottom + 40}px`;
  return hidden;
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
function showBoth(page: Page, margin: HTMLElement | null, { key, place }: MarginItem): void {
  const text = page.readers.current.peek()?.elementOf(key, place);
  const slot = [...(margin?.querySelectorAll<HTMLElement>(':scope > .slot') ?? [])].find(
    (candidate) => candidate.dataset['key'] === key,
  );
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
