import { isRefusal } from '../../core/refusal.ts';
import { defineAction } from '../kit/action.ts';
import { list } from '../kit/described.ts';
import { askedQuestionShape } from './shared/room-question-shapes.ts';
import { roomQuestions } from './shared/room-questions.ts';

/** The questions that wait for the person at a room's page. */
export const roomQuestionList = defineAction({
  input: (z) => z.object({}),
  output: (z) =>
    z.object({
      questions: list(z, askedQuestionShape(z), 'The oldest first'),
    }),
  async run(_request: object, context) {
    const questions = await roomQuestions(context);
    return isRefusal(questions) ? questions : { questions };
  },
});
