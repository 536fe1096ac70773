import type { QuestionStore } from './question-store.ts';

/** Brings the question that waits to the person who asks for it, wherever its card stands. */
export function openQuestion({ isOpen }: QuestionStore): void {
  isOpen.value = true;
  // A card that is in sight takes the next key at once; a folded one is drawn first.
  if (!focusCard()) requestAnimationFrame(focusCard);
}

function focusCard(): boolean {
  const card = document.querySelector<HTMLElement>('.question');
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'nearest' });
  return card !== null && document.activeElement === card;
}
