import type { Refusal } from '../../refusal.ts';
import type { Draft, DraftChange } from '../draft.ts';
import type { NewEvent, ReviewEvent } from '../events.ts';
import type { ReviewedDocument } from '../reviewed-document.ts';
import type { ReviewState } from '../state.ts';
import type { ReviewHeader, TextsByHash } from './review-store.ts';

/** Events that a command makes of a state, and the texts that they name. */
interface Decided {
  readonly events: readonly NewEvent[];
  readonly texts?: TextsByHash;
}

/** What a change of a review led to: the state after it and the events that were logged. */
export interface Changed<Result> {
  readonly state: ReviewState;
  readonly events: readonly ReviewEvent[];
  readonly decided: Result;
}

/** Reviews over a store: their present state, kept up to date, and changes that conflict with nobody's. */
export interface ReviewLog {
  /** Starts a review with its first events; the first of them is `review.started`. */
  start(header: ReviewHeader, decided: Decided): Promise<ReviewState>;
  /** The present state, every other process's events included; `not_found` for an unknown id. */
  state(id: string): Promise<ReviewState | Refusal>;
  /** A file's present text with its blocks. */
  document(state: ReviewState, fileId: string): Promise<ReviewedDocument>;
  /** The text of any version that the review has had, by its hash. */
  text(hash: string): Promise<string | undefined>;
  /**
   * Changes a review: `decide` is given the present state and returns events or a refusal; it is asked again when
   * somebody else changed the review in between. When the promise resolves, the change is durable and followers
   * have been told.
   */
  change<Result extends Decided>(
    id: string,
    decide: (state: ReviewState) => Promise<Result | Refusal> | Result | Refusal,
  ): Promise<Changed<Result> | Refusal>;
  saveDraft(id: string, change: DraftChange): Promise<Draft>;
  /** The drafts that are not cleared, each where its text is now, under the key of where it was written. */
  drafts(state: ReviewState): Promise<readonly Draft[]>;
}
