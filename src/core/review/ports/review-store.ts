import type { Draft, DraftChange } from '../draft.ts';
import type { NewEvent, ReviewEvent } from '../events.ts';

/** What is known of a review without replaying it. */
export interface ReviewHeader {
  readonly id: string;
  /** Identity of what is reviewed, by which an unfinished review is found again; absent for standard input. */
  readonly inputsKey?: string;
  readonly sourceFile: string;
  readonly mode: 'markdown' | 'diff' | 'mixed';
  readonly startedAt: string;
  readonly finishedAt?: string;
  /** The round that the review is in; every new text begins one. */
  readonly round: number;
}

/** Texts by their hash. */
export type TextsByHash = ReadonlyMap<string, string>;

/** What one write adds to a review's log. */
export interface ReviewChanges {
  readonly events: readonly NewEvent[];
  /** Texts that the events name by hash and that may not be stored yet. */
  readonly texts?: TextsByHash;
}

/** Whether an append happened, or at which event the log stood in its place. */
export type Appended =
  | { readonly ok: true; readonly events: readonly ReviewEvent[] }
  | { readonly ok: false; readonly lastEvent: number };

/** What a stream of a review's log carries, in order of position. */
export type LogEntry =
  | { readonly type: 'event'; readonly event: ReviewEvent }
  | { readonly type: 'draft'; readonly draft: Draft };

/**
 * Keeps reviews as logs. Every promise resolves only when the change is durable. Events and drafts of one review
 * share one run of positions; an append expects the position of the last event that its writer has seen.
 */
export interface ReviewStore {
  create(header: ReviewHeader, changes: ReviewChanges): Promise<readonly ReviewEvent[]>;
  append(id: string, lastEvent: number, changes: ReviewChanges): Promise<Appended>;
  header(id: string): Promise<ReviewHeader | undefined>;
  /** Reviews, the one that was created last first; with `inputsKey`, those of the same inputs. */
  list(filter?: {
    readonly inputsKey?: string;
    readonly limit?: number;
  }): Promise<readonly ReviewHeader[]>;
  events(id: string, after: number): Promise<readonly ReviewEvent[]>;
  text(hash: string): Promise<string | undefined>;
  /** Stores a draft, or that it was cleared; returns it with its position. */
  saveDraft(id: string, change: DraftChange): Promise<Draft>;
  /** The drafts that are not cleared. */
  drafts(id: string): Promise<readonly Draft[]>;
  /** Events and drafts after a position, in order; of a draft, its last change alone. */
  entries(id: string, after: number): Promise<readonly LogEntry[]>;
}
