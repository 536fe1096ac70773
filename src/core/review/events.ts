import type { Anchor } from '../anchor/anchor.ts';
import type { Author } from '../author.ts';
import type { FileKind } from './file-kind.ts';
import type { GitDiffRequest } from './ports/git-diff.ts';
import type { Intent, VerdictConfig, WireVerdict } from './wire.ts';

/** A file as a review starts with it. */
export interface StartedFile {
  readonly id: string;
  /** As given on the command line, or relative to the repository root. */
  readonly path: string;
  readonly kind: FileKind;
  readonly textHash: string;
  /** Absolute path on disk, for what is watched and whose pictures are shown. */
  readonly realPath?: string;
  /** Places where it lay in earlier reviews, as `realPath`. */
  readonly formerly?: readonly string[];
}

/** Reviews are found by what they review; when that lies elsewhere, all reviews of it go along. */
export interface MovedInputs {
  readonly from: string;
  readonly to: string;
}

/** A reviewed file that lies elsewhere now. */
export interface RenamedFile {
  readonly fileId: string;
  readonly path: string;
  readonly realPath?: string;
  /** What the review calls itself now, and its folder in the history, where both come from the file's name. */
  readonly named?: { readonly sourceFile: string; readonly historyName: string };
  readonly inputs?: MovedInputs;
}

/** Who speaks in the discussions inside the reviewed files. */
export interface InlineSpeakers {
  /** People and agents who take part: a lone comment of theirs is a discussion for certain. */
  readonly known?: readonly string[];
  /** The only names whose comments are discussions, where the configuration names them. */
  readonly configured?: readonly string[];
}

/** Facts that the start of a review fixes. */
export interface StartedReview {
  readonly mode: 'markdown' | 'diff' | 'mixed';
  readonly sourceFile: string;
  readonly files: readonly StartedFile[];
  readonly gitArgs?: readonly string[];
  readonly verdictConfig?: VerdictConfig;
  /** How git was asked for the diff, so that it can be asked again. */
  readonly git?: Omit<GitDiffRequest, 'signal'>;
  readonly speakers?: InlineSpeakers;
  /** Whether every new thread and message is written into the reviewed file. */
  readonly writeBack?: boolean;
  /** Folder name of the transcript in the history. */
  readonly historyName: string;
  /** Which run of the same inputs this is, from 1. */
  readonly round: number;
  /** Set when the files were reviewed before under other names. */
  readonly inputs?: MovedInputs;
}

/** A thread as it is opened. */
/** A request that made something, so that it has one effect when it is sent again because its answer was lost. */
export interface LoggedRequest {
  /** As its author has named it. */
  readonly id: string;
  /** Hash of all that it asked for. */
  readonly sha256: string;
}

export interface OpenedThread {
  readonly request?: LoggedRequest;
  readonly id: string;
  readonly fileId: string;
  readonly place: Anchor;
  readonly snippet: string;
  readonly breadcrumb: string;
  readonly text: string;
  readonly kind: 'user' | 'prepopulated';
  /** Key of the inline discussion in the file that the thread shows, if it shows one. */
  readonly inlineKey?: string;
  /** The thread of an earlier review that this one goes on from, such as `review:<id>#u-3`. */
  readonly carriedFrom?: string;
  readonly intent?: Intent;
  readonly replacement?: string;
}

/** A reply or take as it is written. */
export interface WrittenMessage {
  readonly request?: LoggedRequest;
  readonly id: string;
  readonly threadId: string;
  readonly text: string;
  /** It came from the reviewed file and need not be written there. */
  readonly inFile?: true;
  readonly intent?: Intent;
  readonly replacement?: string;
}

/** Something that stands in the reviewed file now: a message, a thread's first one, or its resolution. */
export interface WrittenItem {
  readonly threadId: string;
  readonly messageId?: string;
  readonly status?: true;
}

/** Where a thread of an updated file went: a new place, or nowhere. */
export interface Placement {
  readonly threadId: string;
  readonly place?: Anchor;
  readonly orphaned: boolean;
  readonly moved: boolean;
  readonly snippet?: string;
  readonly breadcrumb?: string;
}

/** What an update of a file's text changed. */
export interface UpdatedSource {
  readonly request?: LoggedRequest;
  readonly fileId: string;
  readonly textHash: string;
  readonly sourceVersion: number;
  readonly placements: readonly Placement[];
  /**
   * Where the text came from: pushed over the API, read again from the disk or git, or written by the review itself,
   * which changes discussions and not what is discussed.
   */
  readonly origin: 'pushed' | 'disk' | 'written';
}

/** What each kind of event carries. */
export interface EventData {
  readonly 'review.started': StartedReview;
  /** The verdict that is asked from now on; none when absent. */
  readonly 'verdict.configured': { readonly verdictConfig?: VerdictConfig };
  /** Of an id that was deleted: the thread is back, with all that was said in it. */
  readonly 'thread.created': OpenedThread;
  readonly 'reply.added': WrittenMessage;
  readonly 'take.added': WrittenMessage;
  /** The text of a thread's first message (then `messageId` is the thread's) or of another was changed in the file. */
  readonly 'message.edited': {
    readonly threadId: string;
    readonly messageId: string;
    readonly text: string;
  };
  /** A thread stands in the file as an inline discussion of this key from now on. */
  readonly 'inline.linked': { readonly threadId: string; readonly inlineKey: string };
  readonly 'inline.written': { readonly items: readonly WrittenItem[] };
  /** What could not be written: into this text, which cannot hold it, or without one, since the file refused. */
  readonly 'inline.refused': {
    readonly textHash?: string;
    readonly items: readonly (WrittenItem & { readonly reason: string })[];
  };
  /** A message left the file that it stood in; `reply.added` or `take.added` of the same id brings it back. */
  readonly 'message.removed': { readonly threadId: string; readonly messageId: string };
  readonly 'thread.resolved': {
    readonly threadId: string;
    readonly decision: string | null;
    readonly inFile?: true;
    readonly request?: LoggedRequest;
  };
  readonly 'thread.unresolved': { readonly threadId: string; readonly inFile?: true };
  readonly 'thread.deleted': { readonly threadId: string };
  readonly 'thread.placed': Placement;
  readonly 'source.updated': UpdatedSource;
  readonly 'file.added': StartedFile;
  readonly 'file.renamed': RenamedFile;
  /** The disk has the text now that the review has already, since it was pushed. */
  readonly 'file.saved': { readonly fileId: string; readonly textHash: string };
  readonly 'file.viewed': { readonly fileId: string; readonly viewed: boolean };
  readonly 'delivery.updated': { readonly upTo: number };
  readonly 'prompt.suggest_done': { readonly idleForSecs: number };
  readonly 'session.done': { readonly verdict?: WireVerdict };
}

/** Name of a kind of event. */
export type EventKind = keyof EventData;

/** Something that is to be logged. */
export type NewEvent<Kinds extends EventKind = EventKind> = {
  [Kind in Kinds]: {
    readonly kind: Kind;
    readonly at: string;
    readonly author?: Author;
    readonly data: EventData[Kind];
  };
}[Kinds];

/** Something that is in the log: an event with its position, which is also its id on the event stream. */
export type ReviewEvent<Kinds extends EventKind = EventKind> = NewEvent<Kinds> & {
  readonly position: number;
};

/** Version of the payloads that this program writes: since 2, the text that a review starts with is version 0. */
export const eventVersion = 2;
