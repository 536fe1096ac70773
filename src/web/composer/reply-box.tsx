import { useSignal } from '@preact/signals';
import { Problem } from '../labels/problem.tsx';
import { usePage } from '../page.ts';
import { draftKey } from '../state/draft.ts';
import type { PageThread } from '../state/review-state.ts';
import { focusCard, toggleResolved } from '../thread-panel/thread-commands.ts';
import { DraftStatus } from './draft-status.tsx';
import { sendDraft } from './send-draft.ts';
import { WritingField } from './writing-field.tsx';

/** The foot of an open thread: a reply, and the ways to settle it. */
export function ReplyBox({ thread }: { readonly thread: PageThread }) {
  const page = usePage();
  const { drafts, review } = page;
  const previewing = useSignal(false);
  const target = { kind: 'reply' as const, threadId: thread.id };
  const key = draftKey(target);
  const draft = drafts.drafts.value.get(key);
  const text = draft?.text ?? '';
  const written = text.trim() !== '';
  const suggestion = thread.messages.findLast(
    (message) => message.replacement !== undefined && message.author.kind === 'agent',
  );
  const send = (): void => {
    sendDraft(page, key);
    previewing.value = false;
  };
  const resolve = (): void => {
    if (written) drafts.discard(key);
    toggleResolved(page, thread.id, written ? text.trim() : undefined);
  };
  return (
    <div class={`reply ${written ? 'written' : ''}`} onFocusOut={() => drafts.flush()}>
      <WritingField
        label="Reply"
        placeholder="Reply…"
        text={text}
        rows={1}
        previewing={previewing.value}
        onText={(next) => {
          drafts.open(target);
          drafts.edit(key, { text: next });
        }}
        onSend={send}
        onClose={() => focusCard(thread.id)}
      />
      <Problem text={draft?.problem} />
      {written && <DraftStatus draft={draft} />}
      <div class="reply-actions">
        {written && (
          <button
            type="button"
            class="plain"
            aria-pressed={previewing.value}
            onClick={() => (previewing.value = !previewing.value)}
          >
            {previewing.value ? 'Write' : 'Preview'}
          </button>
        )}
        {suggestion && !written && (
          <button
            type="button"
            class="secondary"
            disabled={thread.pending}
            onClick={() =>
              review.submit({ kind: 'accept', threadId: thread.id, messageId: suggestion.id })
            }
          >
            Accept
          </button>
        )}
        <button
          type="button"
          class="secondary"
          aria-keyshortcuts="e"
          title={written ? 'Keep what you wrote as the decision' : 'Resolve (e)'}
          disabled={thread.pending}
          onClick={resolve}
        >
          {written ? 'Resolve with this' : 'Resolve'}
        </button>
        {written && (
          <button type="button" class="primary" title="Ctrl or ⌘ with Enter" onClick={send}>
            {draft?.problem ? 'Retry' : 'Reply'}
          </button>
        )}
      </div>
    </div>
  );
}
