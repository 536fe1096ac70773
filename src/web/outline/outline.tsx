import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { goToBlock } from '../document-view/block-focus.ts';
import { blockAround, blockNumber } from '../document-view/block-text.ts';
import { type Page, usePage } from '../page.ts';
import { isOpen } from '../state/review-state.ts';
import { type Heading, openByHeading } from './open-by-heading.ts';

/** The headings of the shown file with the open threads under each; the one being read is marked. */
export function Outline() {
  const page = usePage();
  const reading = useReadBlock(page);
  const outline = page.fileViews.current.value?.outline.value ?? [];
  const headings = outline.filter((heading, index) => index > 0 || heading.level > 1);
  const counts = useComputed(() => countsOf(page, outline));
  const changed = useComputed(() =>
    page.rounds.marking.value
      ? openByHeading(
          outline,
          page.changes.stops.value.map(({ start }) => start),
        )
      : null,
  );
  if (headings.length < 2) return null;
  const top = Math.min(...headings.map((heading) => heading.level));
  const current = headings.findLast((heading) => heading.block <= reading.value);
  return (
    <nav aria-label="Outline">
      <h2>Outline</h2>
      <ul>
        {headings.map((heading) => (
          <li key={heading.block}>
            <button
              type="button"
              class={`row level-${Math.min(3, heading.level - top)}`}
              aria-current={heading === current ? 'location' : undefined}
              onClick={() => {
                page.view.overlay.value = 'none';
                goToBlock(page, heading.block);
              }}
            >
              <span class="name">{heading.text}</span>
              {changed.value?.has(heading.block) && (
                <span class="changed-dot">
                  <span class="sr-only">changed</span>
                </span>
              )}
              {(counts.value.get(heading.block) ?? 0) > 0 && (
                <span class="count">
                  {counts.value.get(heading.block)}
                  <span class="sr-only"> open</span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function countsOf(
  { review, view }: Page,
  outline: readonly Heading[],
): ReadonlyMap<number, number> {
  const blocks = [...(review.state.value?.threads.values() ?? [])]
    .filter((thread) => isOpen(thread) && !thread.orphaned)
    .filter((thread) => thread.anchor.fileId === view.file.value)
    .map((thread) => thread.anchor.anchorStart);
  return openByHeading(outline, blocks);
}

/** Line under the bar at which the block being read is looked for. */
const readingLine = 120;

/** The block at the top of the screen, followed while the page scrolls. */
function useReadBlock(page: Page): { readonly value: number } {
  const block = useSignal(1);
  useEffect(() => {
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const fileView = page.fileViews.current.peek();
      const box = fileView?.element.getBoundingClientRect();
      if (!box) return;
      for (let y = readingLine; y < readingLine + 90; y += 30) {
        const under = document.elementFromPoint(box.left + box.width / 2, y);
        const read = under && fileView?.element.contains(under) ? blockAround(under) : null;
        if (read) {
          block.value = blockNumber(read);
          return;
        }
      }
    };
    const soon = (): void => {
      frame ||= requestAnimationFrame(look);
    };
    window.addEventListener('scroll', soon, { passive: true });
    const stop = page.fileViews.current.subscribe(soon);
    return () => {
      window.removeEventListener('scroll', soon);
      cancelAnimationFrame(frame);
      stop();
    };
  }, [page, block]);
  return block;
}
