import type { ReviewEvent, StartedReview } from './events.ts';
import type { FileKind } from './file-kind.ts';
import type { Thread } from './thread.ts';
import type { WireVerdict } from './wire.ts';

/** A reviewed file at present. */
export interface ReviewedFile {
  readonly id: string;
  readonly path: string;
  readonly kind: FileKind;
  readonly realPath?: string;
  /** Where it lay before, as `realPath`, or as `path` in a diff. */
  readonly formerly?: readonly string[];
  readonly textHash: string;
  /** The source version at which this file last changed. */
  readonly changedAt: number;
  /** Hash of the text that the reviewer marked as viewed. */
  readonly viewedHash?: string;
  /** Hash of the text that the disk (or git) had when it was last read; another text was pushed over the API. */
  readonly diskHash: string;
}

/** A text that a file had from a source version on. */
export interface FileVersion {
  readonly sourceVersion: number;
  readonly round: number;
  readonly fileId: string;
  readonly textHash: string;
  readonly at: string;
}

/** A review as its log says, up to a position. */
export interface ReviewState {
  readonly id: string;
  /** Position of the last event that was applied. */
  readonly position: number;
  readonly started: StartedReview;
  readonly startedAt: string;
  readonly files: ReadonlyMap<string, ReviewedFile>;
  readonly sourceVersion: number;
  /** The round that the review is in, counted over the reviews of the same files. */
  readonly round: number;
  /** Every text that a file has had, oldest first. */
  readonly versions: readonly FileVersion[];
  /** Every thread, deleted ones too, in the order in which they were opened. */
  readonly threads: ReadonlyMap<string, Thread>;
  /** How many threads, replies and takes have been made so far, for the next id. */
  readonly counts: { readonly threads: number; readonly replies: number; readonly takes: number };
  /** The events that requests with an id have made, by `requestKey`. */
  readonly requests: ReadonlyMap<string, ReviewEvent>;
  /** Position up to which an agent has received the events. */
  readonly deliveredUpTo: number;
  /** Time of the last change that a person or agent made. */
  readonly changedAt: string;
  /** Whether the reviewer has been asked to finish since the last change. */
  readonly suggestedDone: boolean;
  readonly finishedAt?: string;
  readonly verdict?: WireVerdict;
}
