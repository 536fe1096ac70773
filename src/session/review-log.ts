import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { refuseFinished } from '../core/review/decision.ts';
import type { ReviewEvent } from '../core/review/events.ts';
import type { LogTail } from '../core/review/ports/log-tail.ts';
import type { ReviewLog } from '../core/review/ports/review-log.ts';
import type { ReviewStore } from '../core/review/ports/review-store.ts';
import { applyEvents, replay } from '../core/review/replay.ts';
import type { ReviewedDocument } from '../core/review/reviewed-document.ts';
import type { ReviewedFile, ReviewState } from '../core/review/state.ts';
import { draftPlacer } from './placed-drafts.ts';
import { takeTurns } from './take-turns.ts';

/** Most attempts at a change while others change the same review. */
const attempts = 5;

/** How many versions of a file stay parsed: the present one, and the one before for who is still at that. */
const versionsKept = 2;

/** A version of a file that is parsed, or on the way to it, so that nobody parses it beside another. */
interface ParsedVersion {
  readonly textHash: string;
  readonly document: Promise<ReviewedDocument>;
}

/** Makes the log of reviews over a store and what tells its followers. */
export function reviewLog(store: ReviewStore, tail: LogTail): ReviewLog {
  const states = new Map<string, ReviewState>();
  /** The versions of each file of a review that were asked for last, the newest request first. */
  const documents = new Map<string, readonly ParsedVersion[]>();
  const inTurn = takeTurns();
  const placeDrafts = draftPlacer(store);

  const state = async (id: string): Promise<ReviewState | Refusal> => {
    const cached = states.get(id);
    const events = await store.events(id, cached?.position ?? 0).catch((error: unknown) => {
      throw new Error(`the log of review ${id} cannot be read`, { cause: error });
    });
    if (cached === undefined && events.length === 0)
      return refuse('not_found', `no review ${id} in the store`);
    const present =
      cached === undefined ? replay(id, events) : catchUp(states.get(id) ?? cached, events);
    states.set(id, present);
    return present;
  };

  const changeNow: ReviewLog['change'] = async (id, decide) => {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const present = await state(id);
      if (isRefusal(present)) return present;
      const decided = await decide(present);
      if (isRefusal(decided)) return decided;
      if (decided.events.length === 0) return { state: present, events: [], decided };
      const finished = refuseFinished(present);
      if (finished !== undefined) return finished;
      const appended = await store.append(id, present.position, decided);
      if (!appended.ok) continue;
      const next = catchUp(states.get(id) ?? present, appended.events);
      states.set(id, next);
      tail.wake(id);
      return { state: next, events: appended.events, decided };
    }
    return refuse('store_busy', `review ${id} was changed by others ${attempts} times in a row`, {
      next: 'try again',
    });
  };

  const readFile = async ({ started }: ReviewState, file: ReviewedFile) => {
    const text = await store.text(file.textHash);
    if (text === undefined)
      throw new Error(`the store lost the text ${file.textHash} of ${file.path}`);
    // Loaded here, since the Markdown parser is no part of what a start needs.
    const { readDocument } = await import('../core/review/reviewed-document.ts');
    return readDocument({ ...file, text }, started.speakers);
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
      const { textHash } = file;
      const key = `${present.id} ${fileId}`;
      const others = documents.get(key)?.filter((version) => version.textHash !== textHash) ?? [];
      const version = documents.get(key)?.find((kept) => kept.textHash === textHash) ?? {
        textHash,
        document: readFile(present, file),
      };
      documents.set(key, [version, ...others].slice(0, versionsKept));
      return version.document.catch((error: unknown) => {
        documents.delete(key);
        throw error;
      });
    },
    // In turn, so that this process's own changes never conflict with each other.
    change: (id, decide) => inTurn(id, () => changeNow(id, decide)),
    async saveDraft(id, change) {
      const draft = await store.saveDraft(id, change);
      tail.wake(id);
      return draft;
    },
    drafts: async (present) => placeDrafts(present, await store.drafts(present.id)),
  };
  return log;
}

/** Applies the events that a state has not seen; a concurrent reader may have applied some already. */
function catchUp(state: ReviewState, events: readonly ReviewEvent[]): ReviewState {
  return applyEvents(
    state,
    events.filter(({ position }) => position > state.position),
  );
}
