import { answerHostQuestion } from '../../../core/question/answer-host-question.ts';
import {
  type HostQuestion,
  type HostQuestionEnd,
  isSameAsking,
  questionReference,
} from '../../../core/question/host-question.ts';
import type { EarlierAsking } from '../../../core/question/ports/ask-person.ts';
import type { HostQuestions } from '../../../core/question/ports/host-questions.ts';
import type { CheckedQuestion } from '../../../core/question/style.ts';
import { isRefusal, type Refusal, refuse } from '../../../core/refusal.ts';
import type { ActionContext } from '../../kit/action.ts';
import type { QuestionEnd, StoredQuestion } from './stored-question.ts';

/** A question as an agent asks it, once it keeps the rules. */
export interface HostAsking {
  readonly question: CheckedQuestion['question'];
  readonly allowOther: boolean;
  readonly blocking: boolean;
}

/**
 * Stores a question of an agent, or rejoins the same one where it waits or its end was not told yet. Refused with
 * `invalid_request_state` when the call goes on from another question.
 */
export async function askHostQuestion(
  asking: HostAsking,
  context: ActionContext,
): Promise<StoredQuestion | Refusal> {
  const { ports, author, directory, askPerson } = context;
  const questions = await ports.questions();
  if (isRefusal(questions)) return questions;
  const project = await ports.folders.existing(directory);
  const asked: HostQuestion = {
    ...asking,
    id: ports.ids.uuid(),
    ...(project === undefined ? {} : { project }),
    asker: author?.name ?? 'Agent',
    askedAt: ports.clock.now(),
    status: 'pending',
  };
  const { resumed } = askPerson ?? {};
  const stored =
    resumed === undefined
      ? await questions.askOnce(asked)
      : await rejoin(questions, asked, resumed);
  return isRefusal(stored) ? stored : storedHostQuestion(stored, questions, context);
}

async function rejoin(
  questions: HostQuestions,
  asked: HostQuestion,
  { id }: EarlierAsking,
): Promise<HostQuestion | Refusal> {
  const match = await questions.find(bareId(id));
  if (match !== undefined && isSameAsking(match, asked)) return match;
  return otherQuestion(id);
}

/** The refusal for a call whose state belongs to another question. */
export function otherQuestion(id: string): Refusal {
  return refuse('invalid_request_state', `the request state belongs to another question, ${id}`, {
    details: { reason: 'other_question', question_id: id },
    next: 'ask again without requestState; a question that waits is rejoined',
  });
}

/** A question of the user's store, by what is known of it. */
export function storedHostQuestion(
  asked: HostQuestion,
  questions: HostQuestions,
  { ports }: Pick<ActionContext, 'ports'>,
): StoredQuestion {
  const { id, question, allowOther, blocking } = asked;
  const reference = questionReference(asked);
  const settle = async (end: HostQuestionEnd): Promise<QuestionEnd | Refusal> => {
    const settled = await questions.settle(id, end, ports.clock.now());
    return isRefusal(settled) ? settled : (endOf(settled) ?? settledWithout(reference));
  };
  return {
    reference,
    question,
    allowOther,
    blocking,
    answerWith: `discuss answer ${reference} -`,
    async end() {
      const match = await questions.find(id);
      return match === undefined ? settledWithout(reference) : endOf(match);
    },
    async answer(reply, via) {
      const end = answerHostQuestion(asked, reply, via);
      return isRefusal(end) ? end : settle(end);
    },
    endWithout: (status) => settle({ status }),
    follow: questions.follow,
  };
}

function settledWithout(reference: string): Refusal {
  return refuse('not_found', `the question ${reference} is not in the store any more`, {
    next: 'ask it again',
  });
}

/** How a question of the user's store has ended. */
function endOf({ status, answer }: HostQuestion): QuestionEnd | undefined {
  if (status === 'pending') return undefined;
  if (status !== 'answered') return { status };
  const { number, label, qualification, words = '', via = 'typed' } = answer ?? {};
  return {
    status,
    choice: number === undefined || label === undefined ? null : { number, label },
    ...(qualification === undefined ? {} : { qualification }),
    words,
    via,
  };
}

/** The id in the store of a question as it is named from outside. */
export function bareId(reference: string): string {
  return reference.replace(/^question:/, '');
}
