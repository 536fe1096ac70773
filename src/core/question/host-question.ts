import { type Refusal, refuse } from '../refusal.ts';
import type { Via } from './provenance.ts';
import type { Question } from './question.ts';

/** The status of a question. Only `answered` carries an answer; nothing else ever counts as one. */
type HostQuestionStatus = 'pending' | 'answered' | 'declined' | 'cancelled' | 'timed_out';

/** What a person answered. */
export interface HostAnswer {
  /** Number of the chosen option in the saved order, from 1; none for the free form. */
  readonly number?: number;
  /** The label of the chosen option. */
  readonly label?: string;
  /** What the person added to the choice, such as `but only the parser`. */
  readonly qualification?: string;
  /** What the person said, to the letter; empty when an option was only picked. */
  readonly words: string;
  readonly via: Via;
}

/** One question that an agent put to the person, kept by the user until it is settled and afterwards. */
export interface HostQuestion {
  /** UUID version 7; named from outside as `question:<id>`. */
  readonly id: string;
  readonly question: Question;
  readonly allowOther: boolean;
  /** Whether the asker stops until it is answered. */
  readonly blocking: boolean;
  /** The real path of the project's folder it was asked in, where the asker named one. */
  readonly project?: string;
  /** Who asks, such as the name of the agent's client. */
  readonly asker: string;
  readonly askedAt: string;
  readonly status: HostQuestionStatus;
  readonly answer?: HostAnswer;
  readonly settledAt?: string;
  /** When its asker was notified of how it ended; a late answer to a question that ended without one is sent anew. */
  readonly deliveredAt?: string;
}

/** How a question ends. */
export type HostQuestionEnd =
  | { readonly status: 'answered'; readonly answer: HostAnswer }
  | { readonly status: 'declined' | 'cancelled' | 'timed_out' };

/**
 * Settles a question. The first end stands: refused with `already_settled` when it was answered or declined. What was
 * cancelled or timed out was never answered by the person and may still be.
 */
export function settleQuestion(
  question: HostQuestion,
  end: HostQuestionEnd,
  settledAt: string,
): HostQuestion | Refusal {
  const { status } = question;
  if (status === 'answered' || status === 'declined') {
    return refuse('already_settled', `question ${question.id} is ${status} already`, {
      details: { status, ...(question.answer === undefined ? {} : { answer: question.answer }) },
      next: 'ask a new question if the answer no longer holds',
    });
  }
  const { deliveredAt: _deliveredAt, ...open } = question;
  return { ...open, ...end, settledAt };
}

/** True when two questions look the same to the person: the same texts and options, in the same project. */
export function isSameAsking(first: HostQuestion, second: HostQuestion): boolean {
  const shown = ({ question, allowOther, project }: HostQuestion): string =>
    JSON.stringify([
      question.header,
      question.prompt,
      question.options.map(({ label, description }) => [label, description]),
      question.recommended,
      allowOther,
      project ?? null,
    ]);
  return shown(first) === shown(second);
}

/**
 * Returns the existing question that a repeated question continues: a pending one, or one that ended without its asker
 * being notified, an answered one first. Undefined when it has to be asked anew.
 */
export function questionToRejoin(
  existing: readonly HostQuestion[],
  asked: HostQuestion,
): HostQuestion | undefined {
  const open = existing.filter(
    (question) =>
      (question.status === 'pending' || question.deliveredAt === undefined) &&
      isSameAsking(question, asked),
  );
  return open.find(({ status }) => status === 'answered') ?? open[0];
}

/** The reference of a question outside its store. */
export function questionReference({ id }: Pick<HostQuestion, 'id'>): string {
  return `question:${id}`;
}
