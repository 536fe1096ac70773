import type { JSX } from 'preact';
import { usePage } from '../page.ts';
import { placeLabel, shorten } from './thread-title.ts';

/** Says that the next place picked will be the new place of a thread. */
export function PickingNotice(): JSX.Element | null {
  const { view, review } = usePage();
  const id = view.reattaching.value;
  const thread = id === null ? undefined : review.state.value?.threads.get(id);
  if (!thread) return null;
  return (
    <div class="picking" role="status">
      <p>
        Where does <q>{shorten(placeLabel(thread.place), 40)}</q> belong now? Select the text, or
        use the plus beside a block.
      </p>
      <button type="button" class="plain" onClick={() => (view.reattaching.value = null)}>
        Cancel
      </button>
    </div>
  );
}
