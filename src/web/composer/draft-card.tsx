import { useSignal } from '@preact/signals';
import type { Intent } from '../../core/review/wire.ts';
import { shortened } from '../../core/text/whole-characters.ts';
import { returnToText } from '../document-view/block-focus.ts';
import { Icon } from '../icons/icon.tsx';
import { IconButton } from '../icons/icon-button.tsx';
import { Problem } from '../labels/problem.tsx';
import { anchorLabel, linesLabel } from '../labels/thread-title.ts';
import { type Page, usePage } from '../page.ts';
import type { PageDraft } from '../state/draft.ts';
import { closeComposer } from './close-composer.ts';
import { fillSuggestion, pickAnchorFor } from './compose.ts';
import { DraftStatus } from './draft-status.tsx';
import { IntentPicker } from './intent-picker.tsx';
import { isSendable, sendDraft } from './send-draft.ts';
import { WritingField } from './writing-field.tsx';

/** What a draft card shows. */
export interface DraftCardProps {
  readonly draftKey: string;
  readonly draft: PageDraft;
}

const placeholders: Record<Intent, string> = {
  comment: 'What do you think?',
  question: 'What would you like to know?',
  change: 'What should change?',
  suggestion: 'Why is it better? (optional)',
};

/** A remark being written: the composer while it is open, else its first words. */
export function DraftCard({ draftKey, draft }: DraftCardProps) {
  const { view } = usePage();
  return view.composing.value === draftKey ? (
    <Composer draftKey={draftKey} draft={draft} />
  ) : (
    <KeptDraft draftKey={draftKey} draft={draft} />
  );
}

function KeptDraft({ draftKey, draft }: DraftCardProps) {
  const { view, drafts } = usePage();
  const text = draft.text.trim() || draft.replacement || '';
  return (
    <article class="card kept-draft" aria-label={`Draft: ${shortened(text, 60)}`}>
      <button type="button" class="folded-text" onClick={() => (view.composing.value = draftKey)}>
        <Icon name="suggestion" />
        <span>
          <b>Draft</b> {shortened(text.replace(/\s+/g, ' '), 90)}
        </span>
      </button>
      <DraftProblem draftKey={draftKey} draft={draft} />
      <div class="kept-draft-actions">
        <button type="button" class="plain" onClick={() => (view.composing.value = draftKey)}>
          {draft.problem ? 'Look again' : 'Go on'}
        </button>
        <button type="button" class="plain" onClick={() => drafts.discard(draftKey)}>
          Discard
        </button>
      </div>
    </article>
  );
}

function Composer({ draftKey, draft }: DraftCardProps) {
  const page = usePage();
  const { drafts } = page;
  const previewing = useSignal(false);
  const isSuggestion = draft.intent === 'suggestion';
  const send = (): void => sendDraft(page, draftKey);
  const close = (): void => leaveComposer(page, draft);
  const pick = (intent: Intent): void => {
    drafts.edit(draftKey, { intent });
    if (intent === 'suggestion' && !draft.isLost && draft.target.kind === 'new-thread')
      void fillSuggestion(page, draft.target.anchor);
  };
  return (
    <article class="card active composer" aria-label="New remark" onFocusOut={() => drafts.flush()}>
      <ComposerTarget draft={draft} onClose={close} />
      <IntentPicker value={draft.intent} onPick={pick} />
      {isSuggestion && (
        <WritingField
          label="Text to put in its place"
          placeholder="Text to put in its place"
          text={draft.replacement ?? ''}
          rows={2}
          code
          focus
          previewing={false}
          onText={(replacement) => drafts.edit(draftKey, { replacement })}
          onSend={send}
          onClose={close}
        />
      )}
      <WritingField
        label={isSuggestion ? 'Reason' : 'Remark'}
        placeholder={placeholders[draft.intent]}
        text={draft.text}
        rows={isSuggestion ? 2 : 3}
        focus={!isSuggestion}
        previewing={previewing.value}
        onText={(text) => drafts.edit(draftKey, { text })}
        onSend={send}
        onClose={close}
      />
      <DraftProblem draftKey={draftKey} draft={draft} />
      <div class="composer-foot">
        <DraftStatus draft={draft} />
        <button
          type="button"
          class="plain"
          aria-pressed={previewing.value}
          onClick={() => (previewing.value = !previewing.value)}
        >
          {previewing.value ? 'Write' : 'Preview'}
        </button>
        <button
          type="button"
          class="primary"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Ctrl or ⌘ with Enter"
          disabled={!isSendable(draft)}
          onClick={send}
        >
          {draft.problem ? 'Retry' : 'Send'}
        </button>
      </div>
    </article>
  );
}

/** Why a draft cannot be sent, and what can be done. */
function DraftProblem({ draftKey, draft }: DraftCardProps) {
  const page = usePage();
  if (draft.isLost) {
    return (
      <div class="problem" role="alert">
        <span>
          The text this is about is gone. The draft goes back to it when it returns, and is not sent
          before.
        </span>
        <span class="problem-actions">
          <button type="button" onClick={() => pickAnchorFor(page.view, draftKey)}>
            Attach elsewhere…
          </button>
        </span>
      </div>
    );
  }
  return <Problem text={draft.problem} />;
}

function ComposerTarget({
  draft,
  onClose,
}: {
  readonly draft: PageDraft;
  readonly onClose: () => void;
}) {
  const page = usePage();
  const anchor = draft.target.kind === 'new-thread' ? draft.target.anchor : null;
  const block = anchor && page.fileViews.current.value?.sections.block(anchor.anchorStart);
  const text =
    anchor &&
    (anchorLabel(anchor) === 'this block' && !draft.isLost
      ? block?.textContent?.trim()
      : anchorLabel(anchor));
  return (
    <div class="quote">
      <q>
        {shortened(
          (text || (anchor && linesLabel(anchor)) || 'this block').replace(/\s+/g, ' '),
          80,
        )}
      </q>
      <span class="card-tools">
        <IconButton
          icon="close"
          label="Close, keep the draft"
          title="Close, keep the draft (Esc)"
          onClick={onClose}
        />
      </span>
    </div>
  );
}

/** Closes the composer and gives the focus back to the text that it was about. */
function leaveComposer(page: Page, draft: PageDraft): void {
  closeComposer(page);
  if (draft.target.kind === 'new-thread') returnToText(page, draft.target.anchor);
}
