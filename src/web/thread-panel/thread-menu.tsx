import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Icon } from '../icons/icon.tsx';
import { usePage } from '../page.ts';
import type { PageThread } from '../state/review-state.ts';
import { activate } from './thread-commands.ts';

/** What can be done with a whole thread: move it, delete it, close it. Deleting asks once more. */
export function ThreadMenu({ thread }: { readonly thread: PageThread }): JSX.Element {
  const page = usePage();
  const asking = useSignal(false);
  const { view, review } = page;
  if (asking.value) {
    return (
      <fieldset class="confirm">
        <legend class="sr-only">Delete this thread?</legend>
        <button
          type="button"
          class="plain bad"
          ref={(button) => button?.focus()}
          onClick={() => {
            view.active.value = null;
            review.submit({ kind: 'delete', threadId: thread.id });
            page.toasts.announce('Thread deleted.');
          }}
        >
          Delete thread
        </button>
        <button type="button" class="plain" onClick={() => (asking.value = false)}>
          Keep
        </button>
      </fieldset>
    );
  }
  const canChange = !review.state.value?.finished && !thread.pending;
  return (
    <span class="card-tools">
      {canChange && (
        <button
          type="button"
          class="small-icon"
          aria-label="Attach to another place"
          title="Attach to another place"
          onClick={() => (view.reattaching.value = thread.id)}
        >
          <Icon name="pin" />
        </button>
      )}
      {canChange && !thread.prepopulated && (
        <button
          type="button"
          class="small-icon"
          aria-label="Delete thread"
          title="Delete thread"
          onClick={() => (asking.value = true)}
        >
          <Icon name="trash" />
        </button>
      )}
      <button
        type="button"
        class="small-icon"
        aria-label="Close thread"
        title="Close (Esc)"
        onClick={() => activate(page, null)}
      >
        <Icon name="close" />
      </button>
    </span>
  );
}
