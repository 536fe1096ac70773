import { beginningOf } from '../../core/text/whole-characters.ts';
import type { PageAnchor } from '../state/page-anchor.ts';

const snippetLength = 300;

/** Folds or unfolds the words of the hidden part whose lid is at a node; returns whether there is one. */
export function toggleHiddenWords(target: EventTarget | null): boolean {
  const lid = target instanceof Element ? target.closest('.hidden-lid') : null;
  if (!lid) return false;
  const open = lid.parentElement?.classList.toggle('open') === true;
  lid.setAttribute('aria-expanded', String(open));
  return true;
}

/** The anchor of a selection of hidden words; null when it lies elsewhere. */
export function anchorOfHiddenWords(range: Range, fileId: string): PageAnchor | null {
  const { startContainer, endContainer } = range;
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  const words = element?.closest('.hidden-words');
  const block = Number(words?.closest('[data-hidden-in]')?.getAttribute('data-hidden-in') ?? 0);
  const exact = range.toString().trim();
  if (!words?.contains(endContainer) || block === 0 || exact === '') return null;
  const snippet = beginningOf(exact, snippetLength);
  const quote = { exact, prefix: '', suffix: '' };
  return { fileId, anchorStart: block, anchorEnd: block, snippet, quote };
}
