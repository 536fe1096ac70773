import type { WireDocument } from '../../core/review/wire.ts';

const wordsPerMinute = 220;

/** Adds what helps reading and is no part of the text: the reading time, and a lid for the front matter. */
export function decorate(root: HTMLElement, { words, unseen }: WireDocument): void {
  const frontMatter = root.querySelector<HTMLElement>('pre.front-matter');
  if (frontMatter) foldFrontMatter(frontMatter);
  addReadingTime(root, { words, unseen, folded: frontMatter !== null });
}

interface Facts {
  readonly words: number;
  readonly folded: boolean;
  readonly unseen: WireDocument['unseen'];
}

function addReadingTime(root: HTMLElement, { words, folded, unseen }: Facts): void {
  const title = root.querySelector<HTMLElement>('.section > h1:not(.diff-path)');
  if (!title) return;
  const facts = root.querySelector<HTMLElement>('.document-facts') ?? document.createElement('p');
  facts.className = 'document-facts';
  facts.dataset['generated'] = '';
  const minutes = Math.max(1, Math.round(words / wordsPerMinute));
  const text = `${minutes} min read · ${words.toLocaleString('en')} words${folded ? ' · front matter folded' : ''}${unseenIn(unseen)}`;
  if (facts.textContent !== text) facts.textContent = text;
  if (facts.previousElementSibling !== title) title.after(facts);
}

/** What the document has that its reader does not see as it is. */
function unseenIn({ parts, characters }: WireDocument['unseen']): string {
  const counted = (count: number, what: string): string =>
    count === 0 ? '' : ` · ${count} ${what}${count === 1 ? '' : 's'}`;
  return counted(parts, 'hidden part') + counted(characters, 'invisible character');
}

/** Front matter is for machines: it stays folded until somebody wants to see it. */
function foldFrontMatter(block: HTMLElement): void {
  if (block.querySelector('.front-matter-lid')) return;
  const lid = document.createElement('button');
  lid.type = 'button';
  lid.className = 'front-matter-lid';
  lid.dataset['generated'] = '';
  lid.textContent = 'Front matter';
  lid.setAttribute('aria-expanded', 'false');
  lid.addEventListener('click', () => {
    const open = block.classList.toggle('open');
    lid.setAttribute('aria-expanded', String(open));
  });
  block.prepend(lid);
}

/** Lets the keyboard scroll what is wider than the page, and nothing else. */
export function reachScrollable(section: Element): void {
  for (const wide of section.querySelectorAll<HTMLElement>('pre, .table-scroll, .math-display')) {
    const scrolls = wide.scrollWidth > wide.clientWidth + 1;
    if (scrolls) wide.tabIndex = 0;
    else if (wide.tabIndex === 0 && !wide.classList.contains('stop'))
      wide.removeAttribute('tabindex');
  }
}
