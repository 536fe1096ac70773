import { shortened } from '../../core/text/whole-characters.ts';
import { anchorLabel } from '../labels/thread-title.ts';
import { usePage } from '../page.ts';
import { isOpen, type PageThread } from '../state/review-state.ts';
import { activate } from './thread-commands.ts';

/** The threads of the shown file whose text is gone: their old text, and the ways to read and re-attach them. */
export function OrphanTray({ threads }: { readonly threads: readonly PageThread[] }) {
  const page = usePage();
  const { view } = page;
  const lost = threads.filter((thread) => thread.orphaned && isOpen(thread));
  if (lost.length === 0) return null;
  const title =
    lost.length === 1 ? '1 comment lost its place' : `${lost.length} comments lost their place`;
  return (
    <section class="orphans" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {lost.map((thread) => (
          <li key={thread.id}>
            <q>{shortened(anchorLabel(thread.anchor), 60)}</q>
            <span class="orphan-actions">
              <button
                type="button"
                aria-expanded={view.active.value === thread.id}
                onClick={() => activate(page, view.active.value === thread.id ? null : thread.id)}
              >
                {view.active.value === thread.id ? 'Hide' : 'Show'}
              </button>
              <button type="button" onClick={() => (view.reattaching.value = thread.id)}>
                Re-attach…
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
