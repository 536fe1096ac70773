import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { WireRoundChanges } from '../../core/review/wire.ts';
import { Modal } from '../frame/modal.tsx';
import { usePage } from '../page.ts';

/** The change of the shown file's source, as a patch. */
export function SourceDialog() {
  const { view, rounds } = usePage();
  const base = rounds.base.value;
  if (view.overlay.value !== 'source' || base === null) return null;
  return <OpenSource base={base} />;
}

type Shown = { readonly html: string } | 'loading' | 'failed';

function OpenSource({ base }: { readonly base: number }) {
  const { view, review, api } = usePage();
  const shown = useSignal<Shown>('loading');
  const tries = useSignal(0);
  const fileId = view.file.value;
  const state = review.state.value;
  const name = state?.files
    .find(({ id }) => id === fileId)
    ?.path.split('/')
    .at(-1);
  useEffect(() => {
    let isWanted = true;
    const path = `api/rounds/${base}/changes?html=yes&fileId=${encodeURIComponent(fileId)}`;
    void api.send<WireRoundChanges>({ method: 'GET', path }).then((response) => {
      if (isWanted) shown.value = response.ok ? { html: response.value.html ?? '' } : 'failed';
    });
    return () => {
      isWanted = false;
    };
  }, [api, base, fileId, state?.sourceVersion, tries.value]);
  return (
    <Modal
      label={`Source of ${name}, changed since round ${base}`}
      class="drawer right source-dialog"
    >
      <h2>
        {name}{' '}
        <span class="quiet">
          round {base} → round {state?.review.round}
        </span>
      </h2>
      <SourceText shown={shown.value} onRetry={() => tries.value++} />
    </Modal>
  );
}

function SourceText(props: { readonly shown: Shown; readonly onRetry: () => void }) {
  const { shown, onRetry } = props;
  if (shown === 'loading') return <p class="quiet">Comparing…</p>;
  if (shown === 'failed') {
    return (
      <p>
        The change of the source is not to be had.{' '}
        <button type="button" class="plain" onClick={onRetry}>
          Retry
        </button>
      </p>
    );
  }
  if (shown.html === '') return <p class="quiet">The source is the same.</p>;
  // The server made this HTML from the patch, with all of its text escaped.
  return <div class="source-view" dangerouslySetInnerHTML={{ __html: shown.html }} />;
}
