import { effect } from '@preact/signals';
import { beginningOf } from '../../core/text/whole-characters.ts';
import { isDark, themeVersion } from '../state/theme.ts';
import { blockText } from './block-text.ts';
import { createDiagramFrame, type DiagramFrame } from './diagram-frame.ts';
import type { FileView } from './file-view.ts';

/**
 * Draws the diagrams of a document once they come near the screen, and again when the colours change. The source stays
 * in the document, hidden behind its drawing, so that remarks on its lines keep their place. Returns what stops it.
 */
export function drawDiagrams(fileView: FileView): () => void {
  let frame: DiagramFrame | null = null;
  const near = new Set<HTMLElement>();
  const draw = (block: HTMLElement): void => {
    frame ??= createDiagramFrame();
    void drawOne(frame, block);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        observer.unobserve(target);
        near.add(target);
        draw(target);
      }
    },
    { rootMargin: '600px' },
  );
  const seen = new WeakSet<Element>();
  const stopLooking = effect(() => {
    fileView.version.value;
    fileView.grown.value;
    for (const block of fileView.element.querySelectorAll('[data-mermaid]')) {
      if (seen.has(block)) continue;
      seen.add(block);
      observer.observe(block);
    }
  });
  const stopRedrawing = effect(() => {
    if (themeVersion.value === 0) return;
    for (const block of near) if (block.isConnected) draw(block);
  });
  return () => {
    stopLooking();
    stopRedrawing();
    observer.disconnect();
    frame?.remove();
  };
}

async function drawOne(frame: DiagramFrame, block: HTMLElement): Promise<void> {
  const source = sourceOf(block);
  const result = await frame.draw(source, isDark());
  if (!block.isConnected) return;
  const figure = figureOf(block);
  if (!result.ok) {
    block.classList.remove('drawn');
    figure.replaceChildren(problemOf(result.error));
    return;
  }
  const image = document.createElement('img');
  image.alt = `Diagram drawn from: ${beginningOf(source, 300)}`;
  image.width = Math.ceil(result.width);
  image.height = Math.ceil(result.height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(result.svg)}`;
  const open = block.classList.contains('source-shown');
  block.classList.add('drawn');
  figure.replaceChildren(image, toggleOf(block, open));
}

function sourceOf(block: HTMLElement): string {
  return blockText(block);
}

/** The element before the source that holds its drawing. */
function figureOf(block: HTMLElement): HTMLElement {
  const existing = block.querySelector<HTMLElement>('.diagram');
  if (existing) return existing;
  const figure = document.createElement('span');
  figure.className = 'diagram';
  figure.dataset['generated'] = '';
  block.prepend(figure);
  return figure;
}

function problemOf(error: string): HTMLElement {
  const problem = document.createElement('span');
  problem.className = 'diagram-problem';
  problem.textContent = `This diagram cannot be drawn: ${error}`;
  return problem;
}

function toggleOf(block: HTMLElement, open: boolean): HTMLElement {
  const toggle = document.createElement('button');
  toggle.type = 'button';
  toggle.className = 'diagram-toggle';
  toggle.textContent = 'Source';
  toggle.setAttribute('aria-expanded', String(open));
  toggle.addEventListener('click', () => {
    const shown = block.classList.toggle('source-shown');
    toggle.setAttribute('aria-expanded', String(shown));
  });
  return toggle;
}
