import { type Signal, signal } from '@preact/signals';
import type { AskedQuestion } from '../../core/question/asked-question.ts';
import { createApiClient } from '../link/api-client.ts';
import { createQuestionStore, type QuestionStore } from '../question-card/question-store.ts';
import { followRoom, type RoomPage } from '../room-frame/follow-room.ts';
import { createPageContext } from '../shell/page-context.ts';
import { createTextRenderer } from '../state/text-renderer.ts';
import type { RecordView } from './record.ts';

/** What the page of a record holds. */
export interface BundlePage extends RoomPage<RecordView> {
  readonly questions: QuestionStore;
  /** The file that is shown. */
  readonly file: Signal<string>;
  /** The entry that was asked for last, to be found in its file. */
  readonly entry: Signal<string | null>;
  /** The latest sentence for the polite live region. */
  readonly announcement: Signal<string>;
}

/** Makes the page's state and follows the record for as long as the page is open. */
export function createBundlePage(base: string, storage: Storage | null): BundlePage {
  const api = createApiClient(base);
  const announcement = signal('');
  const page: BundlePage = {
    texts: createTextRenderer(api),
    questions: createQuestionStore({
      api,
      storage,
      // The stream notices by itself.
      onUnreachable: () => undefined,
      announce: (text) => {
        announcement.value = announcement.peek() === text ? `${text} ` : text;
      },
    }),
    view: signal(null),
    link: signal('connecting'),
    problem: signal(null),
    file: signal('decisions.md'),
    entry: signal(null),
    announcement,
  };
  const events = followRoom(page, { api, base, path: 'api/record', changed: 'record.changed' });
  followQuestions(page.questions, events);
  return page;
}

/** Takes in what the stream tells of questions; what was missed is asked for. */
function followQuestions(questions: QuestionStore, events: EventSource): void {
  events.addEventListener('open', () => void questions.load());
  events.addEventListener('questions.changed', (message: MessageEvent<string>) => {
    const payload = JSON.parse(message.data) as { readonly questions: readonly AskedQuestion[] };
    questions.take(payload.questions);
  });
}

/** The page for components below its provider. */
export const [BundlePageContext, useBundlePage] = createPageContext<BundlePage>();
