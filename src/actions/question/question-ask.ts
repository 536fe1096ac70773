import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { type ActionContext, defineAction } from '../kit/action.ts';
import { checkShape } from '../kit/check-shape.ts';
import { putQuestion } from './shared/put-question.ts';
import { type QuestionArgs, readQuestionArgs } from './shared/question-args.ts';
import {
  checkTimeout,
  namesBundle,
  type QuestionRequest,
  questionRequest,
  readQuestion,
} from './shared/question-request.ts';
import { questionResult } from './shared/question-result.ts';
import { askBundleQuestion } from './shared/stored-bundle-question.ts';
import { askHostQuestion, bareId, otherQuestion } from './shared/stored-host-question.ts';
import type { StoredQuestion } from './shared/stored-question.ts';

/** Puts one question to the person and returns what came of it. */
export const questionAsk = defineAction({
  guide:
    'Answers status answered with the answer; declined, cancelled and timed_out are no answers. unavailable and pending: stop, do not repeat the question in prose; question_answer takes what the user says later.',
  input: questionRequest,
  output: questionResult,
  async run(args: QuestionArgs, context) {
    const request = await readRequest(args);
    if (isRefusal(request)) return request;
    const stored = await keep(request, context);
    if (isRefusal(stored)) return stored;
    const resumed = context.askPerson?.resumed?.id;
    if (resumed !== undefined && resumed !== stored.reference) return otherQuestion(resumed);
    const { timeout, text_fallback: asText = false } = request;
    return putQuestion(stored, { timeout, asText }, context);
  },
  async delivered({ status, question_id }, _input, { ports }) {
    if (status === 'pending' || status === 'unavailable') return;
    if (!question_id.startsWith('question:')) return;
    const questions = await ports.questions();
    if (isRefusal(questions)) return;
    await questions.markDelivered(bareId(question_id), ports.clock.now());
  },
  exitCode: ({ status }) => (status === 'answered' ? 0 : 4),
  semanticValidation: [
    'header, question and 2 or 3 options are needed, unless bundle_question or root names a question of a record bundle.',
    'At most one option is recommended, and it stands first; an Other option is never given, since it is added.',
    'Asked again with the same words in the same project, a question that waits, or was answered meanwhile, is rejoined and not asked twice.',
  ],
});

async function readRequest(args: QuestionArgs): Promise<QuestionRequest | Refusal> {
  const { value, isChecked } = readQuestionArgs(args);
  const request = isChecked ? value : await checkShape(questionAsk, value);
  if (isRefusal(request)) return request;
  return checkTimeout((request as QuestionRequest).timeout) ?? (request as QuestionRequest);
}

async function keep(
  request: QuestionRequest,
  context: ActionContext,
): Promise<StoredQuestion | Refusal> {
  if (namesBundle(request)) {
    const { bundle_question: question, root, context: token } = request;
    return askBundleQuestion({ question, root, context: token }, context);
  }
  const checked = readQuestion(request);
  if (isRefusal(checked)) return checked;
  const { allow_other: allowOther = true, blocking = true } = request;
  return askHostQuestion({ question: checked.question, allowOther, blocking }, context);
}
