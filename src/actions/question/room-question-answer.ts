import { answerHostQuestion } from '../../core/question/answer-host-question.ts';
import type { AskedQuestion } from '../../core/question/asked-question.ts';
import {
  type HostQuestion,
  type HostQuestionEnd,
  questionReference,
} from '../../core/question/host-question.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { type ActionContext, defineAction, type Zod } from '../kit/action.ts';
import { count, flag, text } from '../kit/described.ts';
import { answerInRecord } from './shared/answer-in-record.ts';
import {
  hostChoice,
  type SettledQuestion,
  unknownQuestion,
} from './shared/room-question-outcome.ts';
import { askedQuestionShape, settledQuestionShape } from './shared/room-question-shapes.ts';
import { concernsRoom, roomQuestions } from './shared/room-questions.ts';

interface AnswerRequest {
  readonly ref: string;
  readonly choice?: number;
  readonly words?: string;
  readonly decline?: boolean;
}

const input = (z: Zod) =>
  z.object({
    ref: text(z, 'As the list of questions names it'),
    choice: z.optional(count(z, 'Number of the option that was picked')),
    words: z.optional(text(z, 'What the person says; beside a choice, what qualifies it')),
    decline: z.optional(flag(z, 'The person will not answer; only for questions of agents')),
  });

const output = (z: Zod) =>
  z.object({
    recorded: settledQuestionShape(z).check(z.describe('What was recorded')),
    next: z.nullable(askedQuestionShape(z)).check(z.describe('The question whose turn it is now')),
  });

/** Records the person's answer to a question that is shown at a room's page. */
export const roomQuestionAnswer = defineAction({
  input,
  output,
  async run(request: AnswerRequest, context) {
    const recorded = request.ref.startsWith('bundle:')
      ? await answerInRecord(request, context)
      : await settleHostQuestion(request, context);
    if (isRefusal(recorded)) return recorded;
    const { root, ...shown } = recorded;
    const waiting = await roomQuestions(context);
    const next = isRefusal(waiting) ? null : nextInTurn(waiting, root);
    return { recorded: shown, next };
  },
  semanticValidation: [
    'A number picks by the saved order, words beside it qualify the choice; words alone are read as typed replies are: "2, but …" picks, other words are the free form where it is allowed.',
    'What picks nothing is refused with bad_answer, and details.follow_up is the one question to put next.',
    'The first answer stands: a later one is refused with already_settled, whose details say what was recorded.',
    'A question of a record cannot be declined; it waits until it is answered.',
  ],
});

/** The next question of the same record comes before all others. */
function nextInTurn(waiting: readonly AskedQuestion[], root?: string): AskedQuestion | null {
  return (
    waiting.find(({ record }) => root !== undefined && record?.root === root) ?? waiting[0] ?? null
  );
}

async function settleHostQuestion(
  request: AnswerRequest,
  context: ActionContext,
): Promise<SettledQuestion | Refusal> {
  const store = await context.ports.questions();
  if (isRefusal(store)) return store;
  const id = /^question:(.+)$/.exec(request.ref)?.[1] ?? '';
  const question = await store.find(id);
  if (question === undefined || !(await concernsRoom(question, context))) {
    return unknownQuestion(request.ref);
  }
  const end = endOf(question, request);
  if (isRefusal(end)) return end;
  const settled = await store.settle(id, end, context.ports.clock.now());
  return isRefusal(settled) ? settled : outcomeOf(settled);
}

function endOf(question: HostQuestion, request: AnswerRequest): HostQuestionEnd | Refusal {
  const { status, answer } = question;
  // What was asked and is over is not mapped again: the person is told what stands.
  if (status === 'answered' || status === 'declined') {
    return refuse('already_settled', `question ${question.id} is ${status} already`, {
      details: { status, ...(answer === undefined ? {} : { answer }) },
      next: 'ask a new question if the answer no longer holds',
    });
  }
  return request.decline === true ? { status: 'declined' } : answerHostQuestion(question, request);
}

function outcomeOf(question: HostQuestion): SettledQuestion {
  const { status, answer } = question;
  const ref = questionReference(question);
  if (status !== 'answered' || answer === undefined)
    return { ref, source: 'host', status: 'declined' };
  const { number, qualification, words, via } = answer;
  return {
    ref,
    source: 'host',
    status: 'answered',
    ...(number === undefined ? {} : { number }),
    choice: hostChoice(answer),
    ...(qualification === undefined ? {} : { qualification }),
    words,
    via,
  };
}
