import { useComputed } from '@preact/signals';
import { DocumentView } from './document-view/document-view.tsx';
import { FindBar } from './find/find-bar.tsx';
import { FinishDialog } from './finish/finish-dialog.tsx';
import { Finished } from './finish/finished.tsx';
import { Rail, RailDrawer } from './frame/rail.tsx';
import { TopBar } from './frame/top-bar.tsx';
import { KeyHint } from './keys/key-hint.tsx';
import { KeysDialog } from './keys/keys-dialog.tsx';
import { usePage } from './page.ts';
import { NarrowQuestions } from './question-card/narrow-questions.tsx';
import { SourceDialog } from './rounds/source-dialog.tsx';
import { Sheet } from './sheet/sheet.tsx';
import { ThreadList } from './thread-list/thread-list.tsx';
import { Margin } from './thread-panel/margin.tsx';
import { Toasts } from './toasts/toasts.tsx';

/** The whole page. */
export function App() {
  const { view, review } = usePage();
  const loaded = useComputed(() => review.state.value !== null);
  const finished = useComputed(
    () => review.state.value?.finished === true && !view.rereading.value,
  );
  const narrow = view.narrow.value;
  if (finished.value) {
    return (
      <>
        <TopBar />
        <Finished />
        <Toasts />
      </>
    );
  }
  return (
    <>
      <TopBar />
      <div class="layout">
        {view.roomy.value && loaded.value ? <Rail /> : <span />}
        <DocumentView />
        {!narrow && <Margin />}
      </div>
      {narrow && <NarrowQuestions />}
      {narrow && <Sheet />}
      <RailDrawer />
      <ThreadList />
      <FindBar />
      <FinishDialog />
      <KeysDialog />
      <SourceDialog />
      <KeyHint />
      <Toasts />
    </>
  );
}
