import type { WireDocument } from '../../core/review/wire.ts';

const wordsPerMinute = 220;

/** Adds what helps reading and is no part of the text: the reading time, and ways into what scrolls sideways. */
export function decorate(root: HTMLElement, loaded: WireDocument): void {
  addReadingTime(root, loaded);
  for (const wide of root.querySelectorAll<HTMLElement>(
    'pre:not([tabindex]), .table-scroll:not([tabindex])',
  )) {
    wide.tabIndex = 0;
  }
}

/** A document may tell its number of words. */
type Worded = WireDocument & { readonly words?: number };

function addReadingTime(root: HTMLElement, { words }: Worded): void {
  const title = root.querySelector<HTMLElement>('.section > h1');
  if (!title || words === undefined) return;
  const existing = root.querySelector<HTMLElement>('.document-facts');
  const facts = existing ?? document.createElement('p');
  facts.className = 'document-facts';
  facts.dataset['generated'] = '';
  const minutes = Math.max(1, Math.round(words / wordsPerMinute));
  const frontMatter = root.querySelector('[data-block].front-matter')
    ? ' · front matter folded'
    : '';
  facts.textContent = `${minutes} min read · ${words.toLocaleString('en')} words${frontMatter}`;
  if (facts.previousElementSibling !== title) title.after(facts);
}
