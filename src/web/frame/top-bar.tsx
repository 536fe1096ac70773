import { useComputed } from '@preact/signals';
import { IconButton } from '../icons/icon-button.tsx';
import type { LinkState } from '../link/live-connection.ts';
import { usePage } from '../page.ts';
import { RoundsMenu } from '../rounds/rounds-menu.tsx';
import { countThreads } from '../state/review-state.ts';
import { cycleTheme, theme } from '../state/theme.ts';

/** Where one is, how the link is, what is open, and the way to the end. */
export function TopBar() {
  const { view, review, link } = usePage();
  const state = review.state.value;
  const toggle = (overlay: 'find' | 'keys' | 'rail'): void => {
    view.overlay.value = view.overlay.value === overlay ? 'none' : overlay;
  };
  return (
    <header class="bar">
      {!view.roomy.value && state && !state.finished && (
        <IconButton
          icon="menu"
          label="Files and outline"
          class="icon-button"
          onClick={() => toggle('rail')}
        />
      )}
      <span class="logo">
        discuss<i>.</i>
      </span>
      <Path />
      {state && state.review.round > 1 && <RoundsMenu round={state.review.round} />}
      {(state || link.state.value === 'lost') && <Connection />}
      <span class="space" />
      {state && !state.finished && <Counts />}
      <div class="tools">
        {!state?.finished && (
          <IconButton
            class="icon-button tool-find"
            icon="find"
            label="Find"
            keys="/"
            onClick={() => toggle('find')}
          />
        )}
        <IconButton
          class="icon-button tool-theme"
          icon={theme.value}
          label={`Theme: ${theme.value}`}
          keys="t"
          onClick={cycleTheme}
        />
        <IconButton
          class="icon-button tool-help"
          icon="help"
          label="Keys"
          keys="?"
          onClick={() => toggle('keys')}
        />
      </div>
      {!state?.finished && (
        <button
          type="button"
          class="primary"
          disabled={!state}
          onClick={() => (view.overlay.value = 'finish')}
        >
          Finish<span class="wide-only"> review</span>
        </button>
      )}
    </header>
  );
}

function Path() {
  const { view, review } = usePage();
  const path = review.state.value?.files.find((file) => file.id === view.file.value)?.path;
  if (!path) return null;
  const parts = path.split('/');
  const name = parts.pop();
  return (
    <span class="path" title={path}>
      {parts.length > 0 && <span class="folders">{parts.slice(-2).join(' / ')} / </span>}
      <b>{name}</b>
    </span>
  );
}

function Connection() {
  const { link, review } = usePage();
  const state = review.state.value;
  const shown = state?.finished ? 'finished' : link.state.value;
  const listening = state?.review.agentListening === true;
  if (shown === 'replaced') return <Replaced />;
  const look = shown === 'live' && !listening ? 'quiet' : shown;
  return (
    <span class={`link ${look}`} role="status">
      <span class="words">{linkLabel(shown, listening)}</span>
    </span>
  );
}

/** What the page shows is over at this address; the way to what is there now. */
function Replaced() {
  return (
    <span class="link lost" role="status">
      <button type="button" class="words" onClick={() => location.reload()}>
        Another review is here now · Go to it
      </button>
    </span>
  );
}

function linkLabel(state: Exclude<LinkState, 'replaced'>, listening: boolean): string {
  switch (state) {
    case 'connecting':
      return 'Connecting…';
    case 'live':
      return listening ? 'Live · agent listening' : 'Live · no agent listening';
    case 'lost':
      return 'Connection lost · what you write is kept';
    case 'catching-up':
      return 'Catching up…';
    case 'finished':
      return 'Finished';
  }
}

function Counts() {
  const { view, review, drafts } = usePage();
  const counts = useComputed(() => countThreads(review.state.value?.threads.values() ?? []));
  const { open, resolved } = counts.value;
  const written = drafts.written.value.length;
  const shown = view.overlay.value === 'threads';
  return (
    <button
      type="button"
      class="counts"
      aria-expanded={shown}
      aria-keyshortcuts="g t"
      title="All threads (g t)"
      onClick={() => (view.overlay.value = shown ? 'none' : 'threads')}
    >
      <b>{open}</b> open
      <span class="wide-only">
        {resolved > 0 && ` · ${resolved} resolved`}
        {written > 0 && ` · ${written} ${written === 1 ? 'draft' : 'drafts'}`}
      </span>
    </button>
  );
}
