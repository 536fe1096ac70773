import type { JSX } from 'preact';
import { placeLabel, shorten } from '../labels/thread-title.ts';
import { usePage } from '../page.ts';

/** Says that the next place picked will be the new place of a thread or draft. */
export function PickingNotice(): JSX.Element | null {
  const { view, review, drafts } = usePage();
  const id = view.reattaching.value;
  const draft = drafts.drafts.value.get(id ?? '')?.target;
  const place =
    draft?.kind === 'new-thread' ? draft.place : review.state.value?.threads.get(id ?? '')?.place;
  if (!place) return null;
  return (
    <div class="picking" role="status">
      <p>
        Where does <q>{shorten(placeLabel(place), 40)}</q> belong now? Select the text, or use the
        plus beside a block.
      </p>
      <button type="button" class="plain" onClick={() => (view.reattaching.value = null)}>
        Cancel
      </button>
    </div>
  );
}
