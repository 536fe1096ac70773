import type { Via } from '../../../core/question/provenance.ts';
import type { Question } from '../../../core/question/question.ts';
import type { RawReply } from '../../../core/question/raw-reply.ts';
import { isRefusal, type Refusal } from '../../../core/refusal.ts';

/** How a question has ended, wherever it is stored. */
export type QuestionEnd =
  | {
      readonly status: 'answered';
      /** The chosen option; nothing when the person's own words stand in place of one. */
      readonly choice: { readonly number: number; readonly label: string } | null;
      readonly qualification?: string | undefined;
      readonly words: string;
      readonly via: Via;
    }
  | { readonly status: 'declined' | 'cancelled' | 'timed_out' };

/** A question to the person, in the one place where it is stored: the user's store, or a record bundle. */
export interface StoredQuestion {
  /** How it is named from outside, such as `question:<id>` or `bundle:<tracker>#Q001`. */
  readonly reference: string;
  readonly question: Question;
  readonly allowOther: boolean;
  readonly blocking: boolean;
  /** The command that records a reply given elsewhere, which it reads from standard input. */
  readonly answerWith: string;
  /** How it has ended by now, whoever ended it. */
  end(): Promise<QuestionEnd | undefined | Refusal>;
  /** Records what the person gave back; refused with `bad_answer` when that picks nothing. */
  answer(reply: RawReply, via: Via): Promise<QuestionEnd | Refusal>;
  /** Records that it ended without an answer. */
  endWithout(status: 'declined' | 'cancelled' | 'timed_out'): Promise<QuestionEnd | Refusal>;
  /** Calls `listener` whenever it may have ended; what it returns ends the subscription. */
  follow(listener: () => void): () => void;
}

/** Waits until a question has ended, or nothing once the signal is aborted. */
export async function waitForEnd(
  stored: StoredQuestion,
  signal: AbortSignal,
): Promise<QuestionEnd | Refusal | undefined> {
  let isTold = false;
  let wake = (): void => undefined;
  const notify = (): void => {
    isTold = true;
    wake();
  };
  const stop = stored.follow(notify);
  signal.addEventListener('abort', notify);
  try {
    for (;;) {
      isTold = false;
      const end = await stored.end();
      if (end !== undefined || signal.aborted) return end;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (isTold) resolve();
      });
    }
  } finally {
    signal.removeEventListener('abort', notify);
    stop();
  }
}

/** The end that stands: of two who end a question at the same time, the first has ended it. */
export async function endThatStands(
  stored: StoredQuestion,
  ended: QuestionEnd | Refusal,
): Promise<QuestionEnd | Refusal> {
  if (!isRefusal(ended)) return ended;
  const winner = await stored.end();
  return winner ?? ended;
}
