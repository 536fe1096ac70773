import { useSignal } from '@preact/signals';
import { Icon } from '../icons/icon.tsx';
import { IconButton } from '../icons/icon-button.tsx';
import { usePage } from '../page.ts';
import { countThreads } from '../state/review-state.ts';

/** The page after the end: what was handed over, where the transcript is, and that the page can be closed. */
export function Finished() {
  const { review, view } = usePage();
  const state = review.state.value;
  const counts = countThreads(state?.threads.values() ?? []);
  const total = counts.open + counts.resolved;
  const verdict = state?.review.verdict;
  return (
    <main class="finished-page">
      <div class="finished-card">
        <span class="finished-mark">
          <Icon name="check" />
        </span>
        <h1>Review handed over</h1>
        {verdict && (
          <p class="finished-verdict">
            <b>{verdict.label}</b>
            {verdict.feedback && <q>{verdict.feedback}</q>}
          </p>
        )}
        <p>
          {total === 0
            ? 'No comments were made.'
            : `${total} ${total === 1 ? 'thread' : 'threads'} went to the agent: ${counts.open} open, ${counts.resolved} resolved.`}
        </p>
        <TranscriptLine />
        <p class="quiet">You can close this page.</p>
        <button type="button" class="secondary" onClick={() => (view.rereading.value = true)}>
          Read it once more
        </button>
      </div>
    </main>
  );
}

function TranscriptLine() {
  const { review } = usePage();
  const copied = useSignal(false);
  const state = review.state.value;
  const path = state?.transcriptPath;
  if (!path) {
    const folder = state?.review.transcriptFolder;
    return folder ? <p class="quiet">The transcript is kept in {folder}</p> : null;
  }
  return (
    <div class="transcript">
      <span class="quiet">Transcript</span>
      <code>{path}</code>
      <IconButton
        icon={copied.value ? 'check' : 'copy'}
        label={copied.value ? 'Copied' : 'Copy the path'}
        title={copied.value ? 'Copied' : 'Copy the path'}
        onClick={() => void navigator.clipboard?.writeText(path).then(() => (copied.value = true))}
      />
    </div>
  );
}
