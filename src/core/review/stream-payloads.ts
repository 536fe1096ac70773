import type { AskedQuestion } from '../question/asked-question.ts';
import type { Transcript } from './transcript.ts';
import type {
  DraftName,
  WireDraft,
  WireFile,
  WireMessage,
  WireResolution,
  WireThread,
} from './wire.ts';
import type { WriteBack } from './write-due.ts';

/** The payload of `session.started`. */
export interface SessionStarted {
  readonly url: string;
  readonly mode: 'markdown' | 'diff' | 'mixed';
  readonly source_file: string;
  readonly files_count: number;
  readonly started_at: string;
  readonly git_args?: readonly string[];
  readonly review_id: string;
  readonly resumed?: true;
}

/** The payload of `source.updated`. */
export interface SourcePayload {
  readonly markdown: string;
  readonly fileId: string;
  readonly renderedHtml: string;
  readonly threadAnchors: readonly {
    readonly threadId: string;
    readonly anchorStart: number;
    readonly anchorEnd: number;
    readonly orphaned: boolean;
  }[];
  readonly orphanedThreadIds: readonly string[];
  readonly sourceVersion: number;
  readonly requestId?: string;
}

/** What each kind of message of a review's stream carries. */
export interface StreamPayloads {
  readonly 'session.started': SessionStarted;
  readonly 'thread.created': WireThread;
  readonly 'reply.added': WireMessage;
  readonly 'thread.resolved': {
    readonly threadId: string;
    readonly resolution: WireResolution;
    readonly requestId?: string;
  };
  readonly 'thread.unresolved': { readonly threadId: string };
  readonly 'thread.deleted': { readonly threadId: string };
  readonly 'source.updated': SourcePayload;
  readonly 'prompt.suggest_done': { readonly idle_for_secs: number };
  /** On the event stream with the path of the transcript, or null where none was written. */
  readonly 'session.done': Transcript & { readonly transcriptPath?: string | null };
  readonly 'take.added': WireMessage;
  readonly 'thread.updated': WireThread;
  readonly 'message.edited': {
    readonly threadId: string;
    readonly messageId: string;
    readonly text: string;
  };
  readonly 'message.removed': { readonly threadId: string; readonly messageId: string };
  readonly 'writes.changed': {
    readonly threads: readonly (WriteBack & { readonly threadId: string })[];
  };
  readonly 'draft.updated': WireDraft;
  readonly 'draft.cleared': DraftName;
  readonly 'file.added': WireFile & { readonly sourceVersion: number };
  readonly 'file.renamed': { readonly fileId: string; readonly path: string };
  readonly 'file.viewed': { readonly fileId: string; readonly viewed: boolean };
  readonly 'delivery.updated': { readonly delivered: readonly string[] };
  readonly 'agent.presence': { readonly listening: boolean };
  readonly 'questions.changed': { readonly questions: readonly AskedQuestion[] };
}

/** Name of a kind of message. */
export type StreamKind = keyof StreamPayloads;

/** Whether a kind of message is for the page alone and never on stdout. */
export const isPageOnly: Readonly<Record<StreamKind, boolean>> = {
  'session.started': false,
  'thread.created': false,
  'reply.added': false,
  'thread.resolved': false,
  'thread.unresolved': false,
  'thread.deleted': false,
  'source.updated': false,
  'prompt.suggest_done': false,
  'session.done': false,
  'take.added': true,
  'thread.updated': true,
  'message.edited': true,
  'message.removed': true,
  'writes.changed': true,
  'draft.updated': true,
  'draft.cleared': true,
  'file.added': true,
  'file.renamed': true,
  'file.viewed': true,
  'delivery.updated': true,
  'agent.presence': true,
  'questions.changed': true,
};

/** Every kind of message. */
export const streamKinds = Object.keys(isPageOnly) as readonly StreamKind[];
