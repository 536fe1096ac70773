import { batch, computed, type ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { WireState } from '../core/review/wire.ts';
import { type BlockCursor, createBlockCursor } from './document-view/block-cursor.ts';
import { carryDrafts, textOfReader } from './document-view/carry-drafts.ts';
import { fetchDocument } from './document-view/load-document.ts';
import type { Reader } from './document-view/reader.ts';
import { createReaders, type Readers } from './document-view/readers.ts';
import { createFinishStore, type FinishStore } from './finish/finish-store.ts';
import { type ApiClient, createApiClient } from './link/api-client.ts';
import { canSend } from './link/live-connection.ts';
import { createLiveLink, type LiveLink } from './link/live-link.ts';
import { createQuestionDesk, type QuestionDesk } from './question-card/question-desk.ts';
import { type ChangesView, createChangesView } from './rounds/changes-view.ts';
import { createRoundsStore, type RoundsStore } from './rounds/rounds-store.ts';
import { draftKey, draftsOfSnapshot } from './state/draft.ts';
import { createDraftBackup } from './state/draft-backup.ts';
import { createDraftStore, type DraftStore } from './state/draft-store.ts';
import type { Operation } from './state/operation.ts';
import { type ReviewState, stateOfSnapshot } from './state/review-state.ts';
import { createReviewStore, type ReviewStore } from './state/review-store.ts';
import { createTextRenderer, type TextRenderer } from './state/text-renderer.ts';
import { createViewState, type ViewState } from './state/view-state.ts';
import { heedStream } from './sync/heed-stream.ts';
import { createToastStore, type ToastStore } from './toasts/toast-store.ts';

/** Everything that the page is made of, wired together; components take from it what they show and do. */
export interface Page {
  readonly api: ApiClient;
  readonly link: LiveLink;
  readonly review: ReviewStore;
  readonly drafts: DraftStore;
  readonly view: ViewState;
  readonly toasts: ToastStore;
  readonly readers: Readers;
  readonly finish: FinishStore;
  readonly texts: TextRenderer;
  /** The questions that wait for the person. */
  readonly questions: QuestionDesk;
  readonly rounds: RoundsStore;
  /** What changed in the shown file since the round that is compared with. */
  readonly changes: ChangesView;
  /** Threads that began on this page: from their ids to the ones under which they were first shown. */
  readonly names: Map<string, string>;
  /** The cursor in the file that is shown. */
  readonly cursor: ReadonlySignal<BlockCursor | null>;
}

/** Wires a page whose server is at a base address. Nothing is requested before `link.start()`. */
export function createPage(base: string, storage: Storage | null): Page {
  const api = createApiClient(base);
  const now = (): string => new Date().toISOString();
  const view = createViewState();
  const toasts = createToastStore();
  const readers = createReaders(api);
  // A server that has not been looked at may show another review, whose drafts these are not.
  const whileLive: ApiClient = {
    send: async (request) =>
      canSend(link.state.peek())
        ? api.send(request)
        : { ok: false, failure: { kind: 'unreachable' } },
  };
  const drafts = createDraftStore({ api: whileLive, backup: createDraftBackup(storage), now });
  const review: ReviewStore = createReviewStore({
    api,
    now,
    canSend: () => canSend(link.state.peek()),
    onUnreachable: () => link.doubt(),
    onDone: (operation) => forgetDraft(drafts, operation),
    onRefused: (operation, message) => returnDraft(page, operation, message),
    onNamed: (provisional, id) => nameThread(page, provisional, id),
  });
  const link = createLiveLink({
    api,
    base,
    onAsk: () => drafts.expect(),
    onSnapshot: (snapshot) => takeSnapshot(page, snapshot),
    onEvent: (event) => heedStream(page, event),
  });
  const cursor = computed(() => readers.current.value && createBlockCursor(readers.current.value));
  const finish = createFinishStore({ api, review, link });
  const texts = createTextRenderer(api);
  const questions = createQuestionDesk({
    api,
    storage,
    onUnreachable: () => link.doubt(),
    announce: toasts.announce,
  });
  const rounds = createRoundsStore(api, () => review.state.value);
  const changes = createChangesView({ rounds, reader: readers.current, review: review.state });
  const page: Page = {
    api,
    link,
    review,
    drafts,
    view,
    toasts,
    readers,
    finish,
    texts,
    questions,
    rounds,
    changes,
    names: new Map(),
    cursor,
  };
  return page;
}

/** A thread that was shown before the server knew it has its id: what belongs to it follows. */
function nameThread({ view, drafts, names }: Page, provisional: string, id: string): void {
  if (names.has(id)) return;
  names.set(id, provisional);
  const reply = { kind: 'reply' as const, threadId: provisional };
  drafts.move([{ key: draftKey(reply), target: { ...reply, threadId: id } }]);
  if (view.active.peek() === provisional) view.active.value = id;
  if (view.hovered.peek() === provisional) view.hovered.value = id;
}

async function takeSnapshot(page: Page, snapshot: WireState): Promise<void> {
  const { readers, review, drafts, view } = page;
  const shown = readers.current.peek();
  const told = stateOfSnapshot(snapshot);
  const [next, tellRounds] = await Promise.all([
    shown && newerDocument(page.api, shown, snapshot.sourceVersion),
    // Marks of changes come together with the text that they are in; nothing else waits for them.
    shown && page.rounds.marking.peek() ? page.rounds.prepare(told, shown.fileId) : null,
  ]);
  const before = next && shown ? textOfReader(shown) : null;
  const wasAway = readers.current.peek() !== shown;
  batch(() => {
    if (next && shown && !wasAway) {
      const report = shown.update(next);
      page.changes.at.value = -1;
      readers.forgetOthers();
      if (report.drawn.length > 0 || report.removed > 0)
        announceChange(page, shown.fileId, report.drawn.length);
    }
    review.setSnapshot(told);
    tellRounds?.();
    drafts.load(snapshot.review.id, draftsOfSnapshot(snapshot.drafts));
    const known = snapshot.files.some((file) => file.id === view.file.peek());
    if (!known) view.file.value = snapshot.files[0]?.id ?? '';
    if (view.file.peek()) readers.show(view.file.peek());
  });
  if (!tellRounds) void tellLater(page, told);
  if (before && shown) await carryDrafts(page, shown, before);
}

async function tellLater({ rounds, view }: Page, told: ReviewState): Promise<void> {
  const tell = await rounds.prepare(told, view.file.peek());
  tell();
}

async function newerDocument(api: ApiClient, reader: Reader, version: number) {
  const drawn = reader.version.peek();
  return drawn > 0 && drawn < version ? fetchDocument(api, reader.fileId, reader.showsAll()) : null;
}

function announceChange({ toasts, review, rounds }: Page, fileId: string, drawn: number): void {
  const path = review.state.peek()?.files.find((file) => file.id === fileId)?.path ?? 'The file';
  const name = path.split('/').at(-1) ?? path;
  const what = drawn === 1 ? '1 block is new' : `${drawn} blocks are new`;
  const text = `${name} has changed: ${drawn > 0 ? what : 'text was removed'}`;
  if (rounds.marking.peek()) toasts.announce(text);
  else toasts.show({ text: `${text} · Show`, onFollow: () => (rounds.marking.value = true) });
}

/** What was sent has arrived: its draft is needed no longer. */
function forgetDraft(drafts: DraftStore, operation: Operation): void {
  if (operation.kind === 'open-thread') {
    drafts.settle(draftKey({ kind: 'new-thread', place: operation.place }));
  }
  if (operation.kind === 'reply') {
    drafts.settle(draftKey({ kind: 'reply', threadId: operation.threadId }));
  }
}

/** What was refused goes back to where it was written, with the reason. */
function returnDraft(page: Page, operation: Operation, problem: string): void {
  const { drafts, view, toasts } = page;
  toasts.announce(`Not sent. ${problem}`);
  if (operation.kind !== 'open-thread' && operation.kind !== 'reply') return;
  const target =
    operation.kind === 'reply'
      ? { kind: 'reply' as const, threadId: operation.threadId }
      : { kind: 'new-thread' as const, place: operation.place };
  const { text, intent, replacement } = operation;
  drafts.restore(
    {
      target,
      text,
      intent,
      ...(replacement !== undefined && { replacement }),
      updatedAt: new Date().toISOString(),
      saved: false,
    },
    problem,
  );
  if (target.kind === 'new-thread' && !view.composing.peek())
    view.composing.value = draftKey(target);
}

/** Whether there is something of the person's on the page that has not become part of the review. */
export function isWriting({ review, drafts }: Page): boolean {
  return review.outgoing.value.length > 0 || drafts.written.value.length > 0;
}

/** The page for components below its provider. */
export const PageContext = createContext<Page | null>(null);

/** The page that a component belongs to. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('This component stands outside the page.');
  return page;
}
