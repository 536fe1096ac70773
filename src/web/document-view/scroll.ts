const calmly = window.matchMedia('(prefers-reduced-motion: reduce)');

/** How the page may move. */
export function scrollBehavior(distance: number): ScrollBehavior {
  return calmly.matches || Math.abs(distance) > window.innerHeight * 1.5 ? 'instant' : 'smooth';
}

/**
 * Scrolls as little as needed so that an element is seen. Sections that have not been drawn change their height on the
 * way, so the place is looked at again for a few frames after a far jump.
 */
export function bringIntoView(element: Element, block: ScrollLogicalPosition = 'nearest'): void {
  const { top, bottom } = element.getBoundingClientRect();
  const distance = top < topEdge ? top - topEdge : Math.max(0, bottom - window.innerHeight);
  if (distance === 0 && block === 'nearest') return;
  const behavior = scrollBehavior(distance);
  element.scrollIntoView({ block, behavior });
  if (behavior === 'instant') settle(element, block, framesToSettle);
}

const topEdge = 60;
const framesToSettle = 6;

function settle(element: Element, block: ScrollLogicalPosition, frames: number): void {
  if (frames === 0) return;
  requestAnimationFrame(() => {
    const { top, bottom } = element.getBoundingClientRect();
    if (top < topEdge || bottom > window.innerHeight) element.scrollIntoView({ block });
    settle(element, block, frames - 1);
  });
}

/** Whether some of an element is on screen, below the bar. */
export function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > topEdge && top < window.innerHeight;
}
