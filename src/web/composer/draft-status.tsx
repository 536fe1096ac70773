import { usePage } from '../page.ts';
import { isBlank, type PageDraft } from '../state/draft.ts';

/** Whether what has been written is safe, and where. */
export function DraftStatus({ draft }: { readonly draft: PageDraft | undefined }) {
  const { link } = usePage();
  const label = !draft || isBlank(draft) ? '' : statusLabel(draft, link.state.value === 'live');
  return <span class="draft-status">{label}</span>;
}

function statusLabel(draft: PageDraft, live: boolean): string {
  if (draft.saved) return 'Draft saved';
  return live ? 'Saving…' : 'Draft kept in this browser';
}
