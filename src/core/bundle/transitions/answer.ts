import { isAnswerOfPerson, type Via } from '../../question/provenance.ts';
import { mapRawReply, replyText } from '../../question/raw-reply.ts';
import type { Reply } from '../../question/reply.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import {
  type Bundle,
  decisionsPath,
  deferredQuestions,
  openAction,
  pendingQuestion,
} from '../bundle.ts';
import type { Edit } from '../edit.ts';
import { appendLog, logPhrases } from '../evidence-log.ts';
import { writeField, writeQuotedField } from '../field.ts';
import { gated, questionPending } from '../gate.ts';
import { type QuestionCard, questionCard } from '../question-card.ts';
import { otherChoice, type QuestionEntry } from '../question-entry.ts';
import { findQuestion, writeReferences } from '../references.ts';
import { references, releaseReference } from '../required-references.ts';
import { revisedOptions } from '../revised-options.ts';
import type { Circumstances, Step } from '../transition.ts';
import { addEntry, changeStatus, headingAndBody, newIdentity } from './entry-draft.ts';

/** A person's reply to a question. */
export interface AnswerInput {
  /** The question; the pending one when absent. */
  readonly id?: string;
  /** Number of the option that was picked where options are shown; what is said beside it qualifies the choice. */
  readonly choice?: number;
  /** What the person said, to the letter. */
  readonly words: string;
  readonly via: Via;
}

/** What was recorded as the answer, and what is to be asked next. */
export interface Answered {
  readonly id: string;
  readonly status: 'answered' | 'assumed';
  /** Number of the chosen option; none for the free form. */
  readonly number?: number;
  /** `2. Broader cleanup`, or `Other — specify`. */
  readonly choice: string;
  readonly qualification?: string;
  readonly words: string;
  readonly via: Via;
  /** The assumption that took the default's place in the record. */
  readonly assumption?: string;
  /** The question whose turn it is now. */
  readonly next?: QuestionCard;
}

/** Records the reply to a question by its saved options. Refused with `bad_answer` when it picks nothing. */
export const answer = gated<AnswerInput, Answered>('answer', (bundle, input, circumstances) => {
  const question = answerableQuestion(bundle, input, circumstances);
  if (isRefusal(question)) return question;
  if (!isAnswerOfPerson(input.via)) return takeDefault(bundle, { question, input }, circumstances);
  const reply = mapRawReply(question, input);
  if (reply.kind === 'unclear') return unclearReply(bundle, question, reply);
  return recordReply(bundle, { question, reply, input }, circumstances);
});

function answerableQuestion(
  bundle: Bundle,
  { id }: AnswerInput,
  { sha256 }: Circumstances,
): QuestionEntry | Refusal {
  const pending = pendingQuestion(bundle);
  const question = id === undefined ? pending : findQuestion(bundle, id);
  if (isRefusal(question)) return question;
  if (question === undefined) {
    return refuse('not_found', 'no question waits for an answer', {
      next: 'name the question, or ask one first',
    });
  }
  if (question.status !== 'pending' && question.status !== 'deferred') {
    return badAnswer(bundle, question, {
      reason: 'not_open',
      message: `${question.id} is ${question.status} already`,
      next: `ask it anew: discuss bundle ask --revises ${question.id} …`,
    });
  }
  if (pending !== undefined && pending !== question) {
    return questionPending(bundle, pending, `answering ${question.id}`);
  }
  const revised = revisedOptions(question, sha256);
  return revised === undefined ? question : badAnswer(bundle, question, revised);
}

function unclearReply(
  bundle: Bundle,
  question: QuestionEntry,
  { reason, followUp }: Extract<Reply, { kind: 'unclear' }>,
): Refusal {
  return badAnswer(bundle, question, {
    reason,
    followUp,
    message: `the reply picks no option of ${question.id} (${reason.replaceAll('_', ' ')})`,
    next: `put one follow-up to the user: ${followUp}`,
  });
}

function badAnswer(
  bundle: Bundle,
  question: QuestionEntry,
  fault: { reason: string; message: string; next: string; followUp?: string },
): Refusal {
  return refuse('bad_answer', fault.message, {
    details: {
      reason: fault.reason,
      ...(fault.followUp === undefined ? {} : { follow_up: fault.followUp }),
      question: questionCard(bundle, question),
    },
    next: fault.next,
  });
}

function recordReply(
  bundle: Bundle,
  recorded: {
    question: QuestionEntry;
    reply: Exclude<Reply, { kind: 'unclear' }>;
    input: AnswerInput;
  },
  circumstances: Circumstances,
): Step<Answered> {
  const { question, reply, input } = recorded;
  const text = replyText(question, input);
  const choice = reply.kind === 'choice' ? `${reply.number}. ${reply.label}` : otherChoice;
  const qualification = reply.kind === 'choice' ? reply.qualification : undefined;
  const lines = [
    ...writeField('Choice', choice),
    ...(qualification === undefined ? [] : writeField('Qualification', qualification)),
    ...writeQuotedField('Words', text),
    `- Via: ${input.via}`,
    `- Answered: ${circumstances.at}`,
  ];
  const phrase = `${logPhrases.answered} ${writeReferences([question.entry])}`;
  const following = nextInTurn(bundle, question);
  const edits: Edit[] = [
    ...changeStatus(question.entry, { status: 'Answered', lines }, circumstances),
    appendLog(phrase, choice, circumstances),
    ...promote(bundle, following, circumstances),
  ];
  const outcome: Answered = {
    id: question.id,
    status: 'answered',
    ...(reply.kind === 'choice' ? { number: reply.number } : {}),
    choice,
    ...(qualification === undefined ? {} : { qualification }),
    words: text,
    via: input.via,
    ...nextCard(bundle, following),
  };
  return { edits, outcome };
}

/** What timed out or was assumed is no answer: a question that is not material takes its default, others stay pending. */
function takeDefault(
  bundle: Bundle,
  { question, input }: { question: QuestionEntry; input: AnswerInput },
  circumstances: Circumstances,
): Step<Answered> | Refusal {
  const choice = question.default;
  if (question.material || choice === undefined) {
    return badAnswer(bundle, question, {
      reason: 'no_answer',
      message: `${question.id} waits for the user: what ${input.via.replaceAll('_', ' ')} is no answer to it`,
      next: 'leave it pending and stop until the user answers',
    });
  }
  const identity = newIdentity(bundle, 'assumption', circumstances);
  const text = `${question.header}: no answer came, so the default is taken: ${choice}`;
  const { heading } = headingAndBody(identity, text, { level: 3, field: 'Assumption' });
  const assumption = [
    heading,
    '',
    '- Status: Assumed',
    `- Rests on: ${writeReferences([question.entry])}`,
    `- Recorded: ${circumstances.at}`,
  ];
  const lines = [
    ...writeField('Choice', choice),
    ...(input.words.trim() === '' ? [] : writeQuotedField('Words', input.words)),
    `- Via: ${input.via}`,
    `- Answered: ${circumstances.at}`,
  ];
  const phrase = `No answer (${input.via}) to ${writeReferences([question.entry])}, default taken as ${writeReferences([identity])}`;
  const following = nextInTurn(bundle, question);
  const edits: Edit[] = [
    ...changeStatus(question.entry, { status: 'Assumed', lines }, circumstances),
    addEntry(decisionsPath, 'Assumptions', assumption),
    appendLog(phrase, choice, circumstances),
    ...promote(bundle, following, circumstances),
  ];
  const outcome: Answered = {
    id: question.id,
    status: 'assumed',
    choice,
    words: input.words,
    via: input.via,
    assumption: identity.id,
    ...nextCard(bundle, following),
  };
  return { edits, outcome };
}

/** The deferred question whose turn comes after this one; those held back wait to be raised. */
function nextInTurn(bundle: Bundle, answered: QuestionEntry): QuestionEntry | undefined {
  return deferredQuestions(bundle).find((question) => question !== answered && !question.held);
}

function promote(
  bundle: Bundle,
  following: QuestionEntry | undefined,
  circumstances: Circumstances,
): Edit[] {
  if (following === undefined) {
    return openAction(bundle) === undefined ? [releaseReference(references.response)] : [];
  }
  const phrase = `${logPhrases.asked} ${writeReferences([following.entry])}`;
  return [
    ...changeStatus(following.entry, { status: 'Pending' }, circumstances),
    appendLog(phrase, following.header, circumstances),
  ];
}

function nextCard(bundle: Bundle, following: QuestionEntry | undefined): { next?: QuestionCard } {
  return following === undefined
    ? {}
    : { next: { ...questionCard(bundle, following), status: 'pending' } };
}
