import { shortened } from '../../core/text/whole-characters.ts';
import { anchorLabel } from '../labels/thread-title.ts';
import { usePage } from '../page.ts';

/** Says that the next anchor picked will be the new anchor of a thread or draft. */
export function PickingNotice() {
  const { view, review, drafts } = usePage();
  const id = view.reattaching.value;
  const draft = drafts.drafts.value.get(id ?? '')?.target;
  const anchor =
    draft?.kind === 'new-thread' ? draft.anchor : review.state.value?.threads.get(id ?? '')?.anchor;
  if (!anchor) return null;
  return (
    <div class="picking" role="status">
      <p>
        Where does <q>{shortened(anchorLabel(anchor), 40)}</q> belong now? Select the text, or use
        the plus beside a block.
      </p>
      <button type="button" class="plain" onClick={() => (view.reattaching.value = null)}>
        Cancel
      </button>
    </div>
  );
}
