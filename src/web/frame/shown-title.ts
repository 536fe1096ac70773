import type { Page } from '../page.ts';
import { countThreads } from '../state/review-state.ts';

/** The title of the tab: how many threads are open, which file, and whether something is wrong. */
export function shownTitle({ review, view, link, questions }: Page): string {
  const state = review.state.value;
  if (!state) return 'discuss';
  const path = state.files.find((file) => file.id === view.file.value)?.path ?? '';
  const name = path.split('/').at(-1) ?? path;
  if (state.finished) return `✓ ${name} · discuss`;
  const { open, needsYou } = countThreads(state.threads.values());
  const lost = link.state.value === 'lost' ? '⚠ ' : '';
  const [waiting, ...others] = questions.questions.value;
  const asks =
    waiting === undefined ? '' : `${others.length > 0 ? others.length + 1 : waiting.header}? · `;
  const asked = needsYou > 0 || waiting !== undefined ? '● ' : '';
  return `${lost}${asked}${asks}${open > 0 ? `(${open}) ` : ''}${name} · discuss`;
}
