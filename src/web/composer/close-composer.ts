import type { Page } from '../page.ts';
import { isBlank } from '../state/draft.ts';

/** Closes the composer of a new thread; what was written stays as a draft. */
export function closeComposer({ view, drafts }: Pick<Page, 'view' | 'drafts'>): void {
  const key = view.composing.peek() ?? '';
  view.composing.value = null;
  const draft = drafts.drafts.peek().get(key);
  if (draft && isBlank(draft)) drafts.discard(key);
  drafts.flush();
}
