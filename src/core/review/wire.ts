import type { BlockLines, BlockTextRange, Quote } from '../anchor/anchor.ts';
import type { Author } from '../author.ts';
import type { BlockChanges } from '../document/block-changes.ts';
import type { FileKind } from './file-kind.ts';

/** What a remark asks for. */
export type Intent = 'comment' | 'question' | 'change' | 'suggestion';

/** How far a person's remark has come on its way to the agent. */
export type Delivery = 'saved' | 'delivered' | 'answered';

/** A reviewed file. */
export interface WireFile {
  readonly id: string;
  readonly path: string;
  readonly kind: FileKind;
  /** Ours: the reviewer has marked the file as viewed, and it has not changed since. */
  readonly viewed?: boolean;
}

/** A thread as state, events and transcript carry it. */
export interface WireThread {
  readonly id: string;
  readonly fileId: string;
  readonly anchorStart: number;
  readonly anchorEnd: number;
  readonly snippet: string;
  readonly breadcrumb: string;
  readonly text: string;
  readonly createdAt: string;
  readonly kind: 'user' | 'prepopulated';
  readonly lineRange?: BlockLines;
  readonly orphaned?: true;
  /** Ours, from here on. */
  readonly quote?: Quote;
  readonly range?: BlockTextRange;
  readonly author?: Author;
  readonly intent?: Intent;
  readonly replacement?: string;
  /** The text was found again with changes; a person should confirm the place. */
  readonly moved?: true;
  /** The thread of an earlier review that this one goes on from. */
  readonly carriedFrom?: string;
  /** The id that its request had. */
  readonly requestId?: string;
  /** Something of the thread is still to be written into the file, or the file cannot hold it. */
  readonly writeBack?: 'pending' | 'none';
  /** Why the file cannot hold it. */
  readonly writeBackReason?: string;
  readonly delivery?: Delivery;
}

/** A reply (a person's) or a take (an agent's). */
export interface WireMessage {
  readonly id: string;
  readonly threadId: string;
  readonly text: string;
  readonly createdAt: string;
  readonly author?: Author;
  readonly intent?: Intent;
  readonly replacement?: string;
  readonly delivery?: Delivery;
  /** It stood in the file and was removed there since the last round. */
  readonly removed?: true;
  /** The id that its request had. */
  readonly requestId?: string;
}

/** How a thread was closed. */
export interface WireResolution {
  readonly decision: string | null;
  readonly resolvedAt: string;
}

/** A verdict button. */
export interface VerdictOption {
  readonly id: string;
  readonly label: string;
  readonly style: 'positive' | 'neutral' | 'negative';
  readonly feedbackRequired: boolean;
}

/** What the reviewer is asked at the end. */
export interface VerdictConfig {
  readonly prompt?: string;
  readonly options: readonly VerdictOption[];
}

/** The verdict that was given. */
export interface WireVerdict {
  readonly optionId: string;
  readonly label: string;
  readonly feedback?: string;
  readonly decidedAt: string;
}

/** Text that is kept while it is being written; beside it, ours: what it is for. */
export interface WireDraft {
  readonly text: string;
  readonly updatedAt: string;
  readonly scope: 'newThread' | 'followup';
  readonly threadId?: string;
  readonly fileId?: string;
  readonly anchorStart?: number;
  readonly anchorEnd?: number;
  readonly lineRange?: BlockLines;
  readonly quote?: Quote;
  readonly range?: BlockTextRange;
  readonly intent?: Intent;
  readonly replacement?: string;
}

/** Which draft was cleared: what it was for. */
export type DraftName = Omit<WireDraft, 'text' | 'updatedAt' | 'range' | 'intent' | 'replacement'>;

/** The response of `GET /api/state`. */
export interface WireState {
  readonly threads: readonly WireThread[];
  readonly replies: Readonly<Record<string, readonly WireMessage[]>>;
  readonly takes: Readonly<Record<string, readonly WireMessage[]>>;
  readonly resolutions: Readonly<Record<string, WireResolution>>;
  readonly drafts: {
    readonly newThread: Readonly<Record<string, WireDraft>>;
    readonly followup: Readonly<Record<string, WireDraft>>;
  };
  readonly sourceVersion: number;
  readonly files: readonly WireFile[];
  readonly verdictConfig?: VerdictConfig;
  /** Ours: the review itself, and the log position that the snapshot holds. */
  readonly review: WireReview;
}

/** The review as the page shows it. */
export interface WireReview {
  readonly id: string;
  readonly mode: 'markdown' | 'diff' | 'mixed';
  /** The absolute path, `<stdin>`, `multi-<N>-files` or `git <args>`. */
  readonly sourceFile: string;
  readonly startedAt: string;
  /** Position in the log up to which this snapshot goes: where to start listening. */
  readonly position: number;
  /** Whether an agent is hearing the events now. */
  readonly agentListening: boolean;
  /** Name shown for the person, when one is configured. */
  readonly reviewerName?: string;
  /** Which version of the documents is shown, counted over the reviews of the same files. */
  readonly round: number;
  readonly finishedAt?: string;
  readonly verdict?: WireVerdict;
  /** The folder into which the transcript is written at the end; absent when none is kept. */
  readonly transcriptFolder?: string;
}

/** The response of `GET /api/files/{id}/document`: a file as the page draws it. */
export interface WireDocument {
  readonly fileId: string;
  readonly sourceVersion: number;
  /** Words of the whole file. */
  readonly words: number;
  /** Words that are folded away, and characters that are drawn as escapes. */
  readonly unseen: { readonly parts: number; readonly characters: number };
  readonly outline: readonly {
    readonly block: number;
    readonly level: number;
    readonly text: string;
  }[];
  /** Number of sections of the whole file; `sections` may hold a part of them. */
  readonly sectionCount: number;
  readonly sections: readonly WireSection[];
  /** The file's patch is too large to be shown unasked; `all=yes` asks for it. */
  readonly tooLarge?: { readonly characters: number; readonly lines: number };
}

/** A run of blocks, drawn on its own. */
export interface WireSection {
  /** 0-based position among the file's sections. */
  readonly number: number;
  readonly firstBlock: number;
  readonly lastBlock: number;
  /** Source lines in it, for an estimate of its height. */
  readonly lines: number;
  /** Sanitised HTML; an element of block N carries `data-block="N"`. */
  readonly html: string;
}

/** Where a thread of an earlier review would stand now; `orphaned` near the place where its text was. */
export type WirePreviousPlace = Pick<
  WireThread,
  'fileId' | 'anchorStart' | 'anchorEnd' | 'snippet' | 'lineRange' | 'quote' | 'range' | 'orphaned'
>;

/** A thread with everything that was said in it. */
export interface TranscriptThread extends WireThread {
  readonly replies: readonly WireMessage[];
  readonly takes: readonly WireMessage[];
  readonly resolution: WireResolution | null;
  readonly deletedAt: string | null;
}

/** A thread of the review before. */
export interface WirePreviousThread extends TranscriptThread {
  /** Its place in the present review; absent when its file is not under review any more. */
  readonly now?: WirePreviousPlace;
  /** The thread of the present review that goes on from it. */
  readonly carriedAs?: string;
}

/** A version of the texts, counted over the reviews of the same files. */
export interface WireRound {
  readonly round: number;
  readonly reviewId: string;
  readonly at: string;
  readonly finishedAt?: string;
  readonly isThisReview: boolean;
  readonly sourceVersion: number;
  /** With the last round of the review before: the threads of that review. */
  readonly threads?: readonly WirePreviousThread[];
}

/** The response of `GET /api/rounds`: the rounds, oldest first. */
export interface WireRounds {
  /** The round that is shown now. */
  readonly round: number;
  readonly rounds: readonly WireRound[];
}

/** The response of `GET /api/rounds/{n}/changes`: what changed in a file since the end of a round. */
export interface WireRoundChanges extends BlockChanges {
  readonly fileId: string;
  readonly round: number;
  readonly sourceVersion: number;
  /** The change of the source as a unified patch; empty when there is none. */
  readonly patch: string;
  /** The patch as sanitised HTML, when it was asked for. */
  readonly html?: string;
}
