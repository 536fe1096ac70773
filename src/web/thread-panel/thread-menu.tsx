import { useSignal } from '@preact/signals';
import { IconButton } from '../icons/icon-button.tsx';
import { usePage } from '../page.ts';
import type { PageThread } from '../state/review-state.ts';
import { activate } from './thread-commands.ts';

/** What can be done with a whole thread: move it, delete it, close it. Deleting asks once more. */
export function ThreadMenu({ thread }: { readonly thread: PageThread }) {
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
        <IconButton
          icon="pin"
          label="Attach to another place"
          title="Attach to another place"
          onClick={() => (view.reattaching.value = thread.id)}
        />
      )}
      {canChange && !thread.prepopulated && (
        <IconButton
          icon="trash"
          label="Delete thread"
          title="Delete thread"
          onClick={() => (asking.value = true)}
        />
      )}
      <IconButton
        icon="close"
        label="Close thread"
        title="Close (Esc)"
        onClick={() => activate(page, null)}
      />
    </span>
  );
}
