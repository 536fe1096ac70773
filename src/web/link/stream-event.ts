import type { AskedQuestion } from '../../core/question/asked-question.ts';
import type {
  WireDraft,
  WireMessage,
  WireResolution,
  WireThread,
  WireVerdict,
} from '../../core/review/wire.ts';

/** Payloads by event kind, as far as the page reads them. */
export interface StreamPayloads {
  'session.started': unknown;
  'thread.created': WireThread;
  'thread.updated': WireThread;
  'thread.resolved': { readonly threadId: string; readonly resolution: WireResolution };
  'thread.unresolved': { readonly threadId: string };
  'thread.deleted': { readonly threadId: string };
  'reply.added': WireMessage;
  'take.added': WireMessage;
  'source.updated': { readonly fileId: string; readonly sourceVersion: number };
  'draft.updated': WireDraft;
  'draft.cleared': DraftCleared;
  'delivery.updated': { readonly delivered: readonly string[] };
  'agent.presence': { readonly listening: boolean };
  'questions.changed': { readonly questions: readonly AskedQuestion[] };
  'file.renamed': { readonly fileId: string; readonly path: string };
  'file.viewed': { readonly fileId: string; readonly viewed: boolean };
  'prompt.suggest_done': { readonly idle_for_secs: number };
  'session.done': { readonly verdict?: WireVerdict; readonly transcriptPath?: string | null };
}

/** Which draft was cleared. */
export type DraftCleared = Omit<WireDraft, 'text' | 'updatedAt'>;

/** A kind of event on the review's stream. */
export type StreamKind = keyof StreamPayloads;

/** An event of the review's stream with its position in the log; null for what is not in the log. */
export type StreamEvent = {
  [Kind in StreamKind]: {
    readonly kind: Kind;
    readonly position: number | null;
    readonly payload: StreamPayloads[Kind];
  };
}[StreamKind];

/** Every kind that the page listens for. */
export const streamKinds: readonly StreamKind[] = [
  'session.started',
  'thread.created',
  'thread.updated',
  'thread.resolved',
  'thread.unresolved',
  'thread.deleted',
  'reply.added',
  'take.added',
  'source.updated',
  'draft.updated',
  'draft.cleared',
  'delivery.updated',
  'agent.presence',
  'questions.changed',
  'file.renamed',
  'file.viewed',
  'prompt.suggest_done',
  'session.done',
];
