import { type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AskedQuestion } from '../../core/question/asked-question.ts';
import { type ApiClient, createApiClient, failureText } from '../api-client.ts';
import { createQuestionDesk, type QuestionDesk } from '../question-card/question-desk.ts';
import type { RoomLink } from '../room-frame/room-bar.tsx';
import { createTextRenderer, type TextRenderer } from '../text-renderer.ts';
import type { RecordView } from './record.ts';

/** What the page of a record holds. */
export interface BundlePage {
  readonly texts: TextRenderer;
  readonly questions: QuestionDesk;
  /** Null until it has come. */
  readonly view: Signal<RecordView | null>;
  readonly link: Signal<RoomLink>;
  /** Why the record cannot be loaded, in words. */
  readonly problem: Signal<string | null>;
  /** The file that is shown. */
  readonly file: Signal<string>;
  /** The entry that was asked for last, to be found in its file. */
  readonly entry: Signal<string | null>;
  /** The latest sentence for the polite live region. */
  readonly announcement: Signal<string>;
}

/** How long after a failure the record is asked for again, in milliseconds. */
const retryDelay = 1000;

/** Makes the page's state and follows the record for as long as the page is open. */
export function createBundlePage(base: string, storage: Storage | null): BundlePage {
  const api = createApiClient(base);
  const announcement = signal('');
  const page: BundlePage = {
    texts: createTextRenderer(api),
    questions: createQuestionDesk({
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
  follow(page, api, base);
  return page;
}

/** Loads the record at each change; changes that come while it loads are loaded together. */
function follow(page: BundlePage, api: ApiClient, base: string): void {
  const { texts, questions, view, link, problem } = page;
  let newest = 0;
  let isLoading = false;
  const load = async (): Promise<void> => {
    if (isLoading) return;
    isLoading = true;
    for (let seen = 0; seen < newest; ) {
      seen = newest;
      const answer = await api.send<RecordView>({ method: 'GET', path: 'api/record' });
      if (answer.ok) view.value = answer.value;
      problem.value = answer.ok ? null : failureText(answer.failure);
      // Once the link is back, the server tells of the present state by itself.
      if (!answer.ok && link.value === 'live') setTimeout(heed, retryDelay);
    }
    isLoading = false;
  };
  const heed = (): void => {
    newest++;
    void load();
  };
  const events = new EventSource(new URL('api/events', base));
  events.addEventListener('open', () => {
    link.value = 'live';
    texts.retry();
    void questions.load();
  });
  events.addEventListener('error', () => {
    link.value = 'lost';
  });
  events.addEventListener('record.changed', heed);
  events.addEventListener('questions.changed', (message: MessageEvent<string>) => {
    const told = JSON.parse(message.data) as { readonly questions: readonly AskedQuestion[] };
    questions.take(told.questions);
  });
}

export const BundlePageContext = createContext<BundlePage | null>(null);

/** The page that a component is part of. */
export function useBundlePage(): BundlePage {
  const page = useContext(BundlePageContext);
  if (page === null) throw new Error('A component of the record stands outside its page.');
  return page;
}
