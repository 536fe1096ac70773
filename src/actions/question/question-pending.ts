import { type AskedQuestion, hostQuestionCard } from '../../core/question/asked-question.ts';
import { isRefusal } from '../../core/refusal.ts';
import { type DeepReadonly, defineAction, type Zod } from '../kit/action.ts';
import { flag, objects, text } from '../kit/described.ts';
import { optionCardsShape } from './shared/option-cards-shape.ts';

const input = (z: Zod) =>
  z.object({ all: z.optional(flag(z, 'Of every project, not of this one')) });

const output = (z: Zod) =>
  z.object({
    questions: objects(z, 'The oldest first', {
      question_id: text(z, 'How it is named, such as to question_answer'),
      header: text(z, 'A word for what it is about'),
      question: text(z, 'What is asked'),
      options: optionCardsShape(z),
      allow_other: flag(z, 'Own words may answer it'),
      blocking: flag(z, 'The asker waits for the answer'),
      project: z.optional(text(z, 'Folder of the project')),
      asker: text(z, 'Who asks'),
      asked_at: text(z, 'When it was asked'),
    }),
  });

/** The questions that agents have asked and that wait for the person. */
export const questionPending = defineAction({
  guide: 'Answers the questions that wait for the user, the oldest first.',
  input,
  output,
  async run({ all = false }, { ports, directory }) {
    const store = await ports.questions();
    if (isRefusal(store)) return store;
    const project = (await ports.folders.existing(directory)) ?? directory;
    const waiting = await store.pending(all ? undefined : project);
    return {
      questions: waiting.map((question) => {
        const card = hostQuestionCard(question);
        return {
          question_id: card.ref,
          header: card.header,
          question: card.prompt,
          options: card.options,
          allow_other: card.allowOther,
          blocking: card.blocking,
          ...(question.project === undefined ? {} : { project: question.project }),
          asker: question.asker,
          asked_at: question.askedAt,
        };
      }),
    };
  },
  text: ({ questions }) =>
    questions.length === 0 ? 'no question waits\n' : `${questions.map(linesOf).join('\n\n')}\n`,
});

type Waiting = DeepReadonly<{
  question_id: string;
  header: string;
  question: string;
  options: AskedQuestion['options'];
  allow_other: boolean;
  project?: string | undefined;
  asker: string;
}>;

function linesOf({ question_id, header, question, options, ...rest }: Waiting): string {
  const { allow_other, project, asker } = rest;
  return [
    `${question_id}  ${asker}${project === undefined ? '' : ` in ${project}`}`,
    `  ${header}: ${question}`,
    ...options.map(({ number, label, description }) => `    ${number}. ${label} — ${description}`),
    ...(allow_other ? ['    Other: say what you want instead'] : []),
    `  discuss answer ${question_id} "…"`,
  ].join('\n');
}
