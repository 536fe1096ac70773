import { vias } from '../../core/question/provenance.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { type ActionContext, defineAction, type InputOf, type Zod } from '../kit/action.ts';
import { flag, oneOf, text } from '../kit/described.ts';
import { chosenOption } from './shared/question-result.ts';
import { askBundleQuestion } from './shared/stored-bundle-question.ts';
import { bareId, storedHostQuestion } from './shared/stored-host-question.ts';
import type { StoredQuestion } from './shared/stored-question.ts';

const input = (z: Zod) =>
  z.object({
    question_id: text(z, 'As request_user_input named it'),
    words: z.optional(
      text(z, 'What the user said, to the letter, such as "2, but only the parser"'),
    ),
    decline: z.optional(flag(z, 'The user declined to answer; without words')),
    root: z.optional(text(z, 'The bundle of a question by its folder')),
  });

type AnswerRequest = InputOf<typeof input>;

const output = (z: Zod) =>
  z.object({
    question_id: text(z, 'How the question is named'),
    status: oneOf(z, ['answered', 'declined'], 'What was recorded'),
    choice: z.nullable(chosenOption(z)).check(z.describe('The chosen option; null for own words')),
    qualification: z.optional(text(z, 'What the user added to the choice')),
    words: text(z, 'What the user said, to the letter'),
    via: z.nullable(z.enum(vias)).check(z.describe('How the answer came')),
  });

/** Records what the person said to a question that waits. */
export const questionAnswer = defineAction({
  guide: 'Use it when the user has answered outside of the dialog, such as in the chat.',
  input,
  output,
  async run(request, context) {
    if (request.decline === true && request.words !== undefined) {
      return refuse('invalid_input', 'words and decline exclude each other', {
        next: 'give words for an answer, or decline alone',
      });
    }
    const stored = await findQuestion(request, context);
    if (isRefusal(stored)) return stored;
    const end = await record(request, stored, context);
    if (isRefusal(end)) return end;
    const { reference: question_id } = stored;
    if (end.status === 'answered') return { ...end, question_id };
    return { question_id, status: 'declined' as const, choice: null, words: '', via: null };
  },
  async delivered({ question_id }, _input, { ports, caller, author }) {
    // The asker that has recorded the reply itself knows it; at a command line it is not known who records.
    if (caller !== 'mcp' || !question_id.startsWith('question:')) return;
    const questions = await ports.questions();
    if (isRefusal(questions)) return;
    const answered = await questions.find(bareId(question_id));
    if (answered?.asker !== author?.name) return;
    await questions.markDelivered(bareId(question_id), ports.clock.now());
  },
  text: ({ question_id, status, choice, qualification, words }) => {
    const chosen = choice === null ? words : `${choice.number}. ${choice.label}`;
    const remark = qualification === undefined ? '' : `, ${qualification}`;
    return `${question_id} ${status}${chosen === '' ? '' : `: ${chosen}${remark}`}\n`;
  },
  semanticValidation: [
    'words and decline exclude each other.',
    'A number picks by the saved order, "2, but …" with a qualification, the name of an option picks it; other words are the free form.',
    'An empty reply, a bare Other or yes, a number that is not there, several numbers and a question in return pick nothing (bad_answer with one follow_up).',
    'The first answer stands (already_settled); what was cancelled or timed out may still be answered.',
  ],
});

async function record(
  { words, decline = false }: AnswerRequest,
  stored: StoredQuestion,
  { askPerson, signal }: ActionContext,
) {
  if (decline) return stored.endWithout('declined');
  if (words !== undefined || askPerson === undefined) {
    return stored.answer({ words: words ?? '' }, 'typed');
  }
  const { reference: id, question, allowOther } = stored;
  const reply = await askPerson.put({ id, question, allowOther, signal });
  if (isRefusal(reply)) return reply;
  const answer = reply.kind === 'given' ? reply : { words: '' };
  return stored.answer(answer, askPerson.via);
}

async function findQuestion(
  { question_id, root }: AnswerRequest,
  context: ActionContext,
): Promise<StoredQuestion | Refusal> {
  if (question_id.startsWith('bundle:') || root !== undefined) {
    return askBundleQuestion({ question: question_id, root }, context);
  }
  const questions = await context.ports.questions();
  if (isRefusal(questions)) return questions;
  const question = await questions.find(bareId(question_id));
  if (question !== undefined) return storedHostQuestion(question, questions, context);
  return refuse('not_found', `there is no question ${question_id}`, {
    next: 'list those that wait: discuss questions',
  });
}
