import type { ReadonlySignal } from '@preact/signals';
import type { BlockCursor } from './document-view/block-cursor.ts';
import type { FileViews } from './document-view/file-views.ts';
import type { FinishStore } from './finish/finish-store.ts';
import type { ApiClient } from './link/api-client.ts';
import type { LiveLink } from './link/live-link.ts';
import type { QuestionStore } from './question-card/question-store.ts';
import type { ChangesView } from './rounds/changes-view.ts';
import type { RoundsStore } from './rounds/rounds-store.ts';
import { createPageContext } from './shell/page-context.ts';
import type { DraftStore } from './state/draft-store.ts';
import type { PageReviewStore } from './state/review-store.ts';
import type { TextRenderer } from './state/text-renderer.ts';
import type { ViewState } from './state/view-state.ts';
import type { ToastStore } from './toasts/toast-store.ts';

/** Everything that the page is made of, wired together; components take from it what they show and do. */
export interface Page {
  readonly api: ApiClient;
  readonly link: LiveLink;
  readonly review: PageReviewStore;
  readonly drafts: DraftStore;
  readonly view: ViewState;
  readonly toasts: ToastStore;
  readonly fileViews: FileViews;
  readonly finish: FinishStore;
  readonly texts: TextRenderer;
  /** The questions that wait for the person. */
  readonly questions: QuestionStore;
  readonly rounds: RoundsStore;
  /** What changed in the shown file since the round that is compared with. */
  readonly changes: ChangesView;
  /** Threads that began on this page: from their ids to the ones under which they were first shown. */
  readonly names: Map<string, string>;
  /** The cursor in the file that is shown. */
  readonly cursor: ReadonlySignal<BlockCursor | null>;
}

/** The page for components below its provider. */
export const [PageContext, usePage] = createPageContext<Page>();
