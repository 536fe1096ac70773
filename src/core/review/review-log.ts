import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { refuseFinished } from './admission.ts';
import type { Draft, DraftChange } from './draft.ts';
import type { NewEvent, ReviewEvent } from './events.ts';
import type { LogTail } from './ports/log-tail.ts';
import type { ReviewHeader, ReviewStore, TextsByHash } from './ports/review-store.ts';
import { applyEvent, replay } from './replay.ts';
import type { ReviewedDocument } from './reviewed-document.ts';
import type { ReviewState } from './state.ts';
import { takeTurns } from './take-turns.ts';

/** Events that a command makes of a state, and the texts that they name. */
export interface Admitted {
  readonly events: readonly NewEvent[];
  readonly texts?: TextsByHash;
}

/** What a change of a review led to: the state after it and the events that were logged. */
export interface Changed<Result> {
  readonly state: ReviewState;
  readonly events: readonly ReviewEvent[];
  readonly admitted: Result;
}

/** Reviews over a store: their present state, kept up to date, and changes that conflict with nobody's. */
export interface ReviewLog {
  /** Starts a review with its first events; the first of them is `review.started`. */
  start(header: ReviewHeader, admitted: Admitted): Promise<ReviewState>;
  /** The present state, every other process's events included; `not_found` for an unknown id. */
  state(id: string): Promise<ReviewState | Refusal>;
  /** A file's present text with its blocks. */
  document(state: ReviewState, fileId: string): Promise<ReviewedDocument>;
  /** The text of any version that the review has had, by its hash. */
  text(hash: string): Promise<string | undefined>;
  /**
   * Changes a review: `admit` is given the present state and answers events or a refusal; it is asked again when
   * somebody else changed the review in between. When the promise resolves, the change is durable and followers
   * have been told.
   */
  change<Result extends Admitted>(
    id: string,
    admit: (state: ReviewState) => Promise<Result | Refusal> | Result | Refusal,
  ): Promise<Changed<Result> | Refusal>;
  saveDraft(id: string, change: DraftChange): Promise<Draft>;
  drafts(id: string): Promise<readonly Draft[]>;
}

/** Most attempts at a change while others change the same review. */
const attempts = 5;

/** Makes the log of reviews over a store and what tells its followers. */
export function reviewLog(store: ReviewStore, tail: LogTail): ReviewLog {
  const states = new Map<string, ReviewState>();
  const documents = new Map<string, ReviewedDocument>();
  const inTurn = takeTurns();

  const state = async (id: string): Promise<ReviewState | Refusal> => {
    const known = states.get(id);
    const events = await store.events(id, known?.position ?? 0).catch((error: unknown) => {
      throw new Error(`the log of review ${id} cannot be read`, { cause: error });
    });
    if (known === undefined && events.length === 0)
      return refuse('not_found', `no review ${id} in the store`);
    const present =
      known === undefined ? replay(id, events) : catchUp(states.get(id) ?? known, events);
    states.set(id, present);
    return present;
  };

  const changeNow: ReviewLog['change'] = async (id, admit) => {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const present = await state(id);
      if (isRefusal(present)) return present;
      const admitted = await admit(present);
      if (isRefusal(admitted)) return admitted;
      if (admitted.events.length === 0) return { state: present, events: [], admitted };
      const finished = refuseFinished(present);
      if (finished !== undefined) return finished;
      const appended = await store.append(id, present.position, admitted);
      if (!appended.ok) continue;
      const next = catchUp(states.get(id) ?? present, appended.events);
      states.set(id, next);
      tail.wake(id);
      return { state: next, events: appended.events, admitted };
    }
    return refuse('store_busy', `review ${id} was changed by others ${attempts} times in a row`, {
      next: 'try again',
    });
  };

  const log: ReviewLog = {
    async start(header, { events, texts }) {
      const logged = await store.create(
        header,
        texts === undefined ? { events } : { events, texts },
      );
      const started = replay(header.id, logged);
      states.set(header.id, started);
      return started;
    },
    state,
    text: (hash) => store.text(hash),
    async document(present, fileId) {
      const file = present.files.get(fileId);
      if (file === undefined) throw new Error(`review ${present.id} has no file ${fileId}`);
      const { speakers } = present.started;
      const key = `${file.kind} ${file.textHash} ${JSON.stringify(speakers)}`;
      const known = documents.get(key);
      if (known !== undefined) return { ...known, fileId };
      const text = await store.text(file.textHash);
      if (text === undefined)
        throw new Error(`the store lost the text ${file.textHash} of ${file.path}`);
      // Loaded here, since the Markdown parser is no part of what a start needs.
      const { readDocument } = await import('./reviewed-document.ts');
      const document = readDocument({ ...file, text }, speakers);
      documents.set(key, document);
      return document;
    },
    // In turn, so that this process's own changes never conflict with each other.
    change: (id, admit) => inTurn(id, () => changeNow(id, admit)),
    async saveDraft(id, change) {
      const draft = await store.saveDraft(id, change);
      tail.wake(id);
      return draft;
    },
    drafts: (id) => store.drafts(id),
  };
  return log;
}

/** Applies the events that a state has not seen; a concurrent reader may have applied some already. */
function catchUp(state: ReviewState, events: readonly ReviewEvent[]): ReviewState {
  return events.filter(({ position }) => position > state.position).reduce(applyEvent, state);
}
