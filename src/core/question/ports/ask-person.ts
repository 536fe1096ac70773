import type { Refusal } from '../../refusal.ts';
import type { Via } from '../provenance.ts';
import type { Question } from '../question.ts';

/** Puts a question to the person by means of the caller's own: a dialog of the agent's host, a terminal. */
export interface AskPerson {
  /** The provenance of the answers that it returns. */
  readonly via: Via;
  /** The question that an earlier call has put, whose reply comes with this call. */
  readonly resumed?: EarlierAsking;
  /** Puts a question. Ends without an answer once `signal` is aborted. */
  put(asking: Asking): Promise<PersonReply | Refusal>;
}

/** A question that an earlier call has put. */
export interface EarlierAsking {
  /** The id of the question. */
  readonly id: string;
  /** The text that was put in the question's place, where a first reply had picked nothing. */
  readonly followUp?: string;
}

/** A question to be put now. */
export interface Asking {
  readonly id: string;
  readonly question: Question;
  readonly allowOther: boolean;
  /** Put to the person in the question's place, since an earlier reply has picked nothing. */
  readonly followUp?: string;
  /** Aborted when the question needs no answer any more, or the caller has gone. */
  readonly signal: AbortSignal;
}

/** The outcome of putting a question. */
export type PersonReply =
  /** Something was given back; whether it answers is for the rules of replies to say. */
  | { readonly kind: 'given'; readonly choice?: number; readonly words: string }
  | { readonly kind: 'declined' | 'cancelled' | 'timed_out' }
  /** The means does not work here after all. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The signal was aborted. */
  | { readonly kind: 'aborted' }
  /** The question was put; the reply comes with a later call. */
  | { readonly kind: 'suspended' };
