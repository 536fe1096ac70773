import { type Refusal, refuse } from '../refusal.ts';
import { hostQuestionCard } from './asked-question.ts';
import { type GivenReply, mapGiven, viaOf } from './given-reply.ts';
import {
  type HostAnswer,
  type HostQuestion,
  type HostQuestionEnd,
  questionReference,
} from './host-question.ts';
import type { Via } from './provenance.ts';

/**
 * How a reply ends a question, by its options: a number, a name or a pick chooses, other words are the free form
 * where that is allowed. Refused with `bad_answer` and one `follow_up` when the reply picks nothing, and the question
 * waits on. Without `via`, the reply was given where the options are shown.
 */
export function answerHostQuestion(
  question: HostQuestion,
  given: GivenReply,
  via?: Via,
): HostQuestionEnd | Refusal {
  const answerable = { options: question.question.options, allowOther: question.allowOther };
  const reply = mapGiven(answerable, given);
  if (reply.kind === 'unclear') {
    return refuse(
      'bad_answer',
      `the reply picks no option of ${questionReference(question)} (${reply.reason.replaceAll('_', ' ')})`,
      {
        details: {
          reason: reply.reason,
          follow_up: reply.followUp,
          question: hostQuestionCard(question),
        },
        next: `put one follow-up to the user: ${reply.followUp}`,
      },
    );
  }
  const came = { words: given.words ?? '', via: via ?? viaOf(answerable, given) };
  if (reply.kind === 'other') return { status: 'answered', answer: came };
  const { number, label, qualification } = reply;
  const answer: HostAnswer = {
    number,
    label,
    ...(qualification === undefined ? {} : { qualification }),
    ...came,
  };
  return { status: 'answered', answer };
}
