import { vias } from '../../../core/question/provenance.ts';
import type { ActionContext, DeepReadonly, InputOf, Zod } from '../../kit/action.ts';
import { count, oneOf, text } from '../../kit/described.ts';
import type { QuestionEnd, StoredQuestion } from './stored-question.ts';

/** The exact form of a result. */
export const questionResult = (z: Zod) => {
  const question_id = text(z, 'How the question is named, such as to question_answer');
  const next = text(z, 'What to do now');
  const open = {
    question_id,
    answer_with: text(z, 'The command that records a reply, which it reads from standard input'),
    text: z.optional(text(z, 'The question as numbered text, to be put to the user as it stands')),
    follow_up: z.optional(text(z, 'The one question to put instead: a reply has picked nothing')),
    next,
  };
  const without = { question_id, next };
  const status = <Value extends string>(value: Value) =>
    z.literal(value).check(z.describe('What asking has come to'));
  return z.discriminatedUnion('status', [
    z.object({
      status: status('answered'),
      question_id,
      choice: z
        .nullable(chosenOption(z))
        .check(z.describe('The chosen option; null when own words stand in its place')),
      qualification: z.optional(text(z, 'What the user added to the choice')),
      words: text(z, 'What the user said, to the letter; empty when an option was only picked'),
      via: oneOf(z, vias, 'How the answer came'),
    }),
    z.object({ status: status('declined'), ...without }),
    z.object({ status: status('cancelled'), ...without }),
    z.object({ status: status('timed_out'), ...without }),
    z.object({ status: status('pending'), ...open }),
    z.object({ status: status('unavailable'), ...open }),
  ]);
};

/** What asking has come to. Only `answered` carries an answer of the person. */
export type QuestionResult = DeepReadonly<InputOf<typeof questionResult>>;

/** The option that was chosen, by number and label. */
export const chosenOption = (z: Zod) =>
  z.object({ number: count(z, 'Its number'), label: text(z, 'Its label') });

/** The result of a question that has ended. */
export function endedResult(stored: StoredQuestion, end: QuestionEnd): QuestionResult {
  const question_id = stored.reference;
  if (end.status === 'answered') return { ...end, question_id };
  return { status: end.status, question_id, next: afterNoAnswer(end.status, stored) };
}

function afterNoAnswer(
  status: 'declined' | 'cancelled' | 'timed_out',
  { blocking }: StoredQuestion,
): string {
  const fact = {
    declined: 'the user declined to answer',
    cancelled: 'the user closed the question without an answer',
    timed_out: 'no answer came in time',
  }[status];
  return blocking
    ? `${fact}: that is no answer and no leave to go on; save where you stand and stop until the user speaks`
    : `${fact}: go on with the default that you stated, recorded as assumed`;
}

/** How a question that still waits is told of. */
export interface OpenState {
  readonly status: 'pending' | 'unavailable';
  readonly text?: string | undefined;
  readonly followUp?: string | undefined;
}

/** The result of a question that waits on. */
export function openResult(
  stored: StoredQuestion,
  { status, text, followUp }: OpenState,
  { caller }: Pick<ActionContext, 'caller'>,
): QuestionResult {
  const again =
    caller === 'mcp'
      ? 'call request_user_input with the same question again'
      : 'run the same command again';
  return {
    status,
    question_id: stored.reference,
    answer_with: stored.answerWith,
    ...(text === undefined ? {} : { text }),
    ...(followUp === undefined ? {} : { follow_up: followUp }),
    next: nextOf({ status, text, followUp }, stored, again),
  };
}

function nextOf({ status, text }: OpenState, { blocking }: StoredQuestion, again: string): string {
  if (text !== undefined) {
    return `put this text to the user as it stands, once, and stop; record the reply to the letter with question_answer or answer_with`;
  }
  if (!blocking) {
    return `the question waits for the user; go on with the default that you stated, and ${again} when the answer matters`;
  }
  if (status === 'pending') {
    return `the question waits for the user: to wait on, ${again}; do nothing that rests on the answer, and do not repeat the question in prose`;
  }
  return `nothing reaches the user from here: say that the question tool is unavailable, save where you stand, and stop; do not repeat the question in prose; once the user is back, ${again}`;
}
