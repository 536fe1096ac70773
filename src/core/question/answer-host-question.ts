import { type Refusal, refuse } from '../refusal.ts';
import { hostQuestionCard } from './asked-question.ts';
import {
  type HostAnswer,
  type HostQuestion,
  type HostQuestionEnd,
  questionReference,
} from './host-question.ts';
import type { Via } from './provenance.ts';
import { mapRawReply, type RawReply, viaOf } from './raw-reply.ts';

/**
 * Returns how a reply settles a question: a number, a label or a pick chooses an option, other text is the free form
 * where that is allowed. Refused with `bad_answer` and one `follow_up` when the reply picks nothing; the question then
 * stays pending. Without `via`, the reply was given where the options are shown.
 */
export function answerHostQuestion(
  question: HostQuestion,
  rawReply: RawReply,
  via?: Via,
): HostQuestionEnd | Refusal {
  const answerable = { options: question.question.options, allowOther: question.allowOther };
  const reply = mapRawReply(answerable, rawReply);
  if (reply.kind === 'unclear') {
    const message = `the reply picks no option of ${questionReference(question)} (${reply.reason.replaceAll('_', ' ')})`;
    return refuse('bad_answer', message, {
      details: {
        reason: reply.reason,
        follow_up: reply.followUp,
        question: hostQuestionCard(question),
      },
      next: `put one follow-up to the user: ${reply.followUp}`,
    });
  }
  const received = { words: rawReply.words ?? '', via: via ?? viaOf(answerable, rawReply) };
  if (reply.kind === 'other') return { status: 'answered', answer: received };
  const { number, label, qualification } = reply;
  const answer: HostAnswer = {
    number,
    label,
    ...(qualification === undefined ? {} : { qualification }),
    ...received,
  };
  return { status: 'answered', answer };
}
