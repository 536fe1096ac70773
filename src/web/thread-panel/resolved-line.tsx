import { shortened } from '../../core/text/whole-characters.ts';
import { Icon } from '../icons/icon.tsx';
import { anchorLabel } from '../labels/thread-title.ts';
import { usePage } from '../page.ts';
import type { PageThread } from '../state/review-state.ts';
import { activate, toggleResolved } from './thread-commands.ts';

/** A resolved thread, folded to one line. */
export function ResolvedLine({ thread }: { readonly thread: PageThread }) {
  const page = usePage();
  const label = shortened(anchorLabel(thread.anchor), 36);
  const decision = thread.resolution?.decision;
  return (
    <article
      id={`card-${thread.id}`}
      class="card folded"
      aria-label={`Resolved thread on ${label}`}
      tabIndex={-1}
    >
      <button type="button" class="folded-text" onClick={() => activate(page, thread.id)}>
        <Icon name="check" />
        <span>
          Resolved: “{label}”{decision && <> → “{shortened(decision, 60)}”</>}
        </span>
      </button>
      {!page.review.state.value?.finished && (
        <button
          type="button"
          class="plain"
          aria-label={`Reopen the thread on ${label}`}
          onClick={() => toggleResolved(page, thread.id)}
        >
          Reopen
        </button>
      )}
    </article>
  );
}
