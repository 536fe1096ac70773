import { type AskedQuestion, hostQuestionCard } from '../../core/question/asked-question.ts';
import { isRefusal } from '../../core/refusal.ts';
import { type DeepReadonly, defineAction, type Zod } from '../kit/action.ts';
import { optionCardsShape } from './shared/option-cards-shape.ts';

interface PendingRequest {
  /** Those of every project. */
  readonly all?: boolean | undefined;
}

const input = (z: Zod) =>
  z.object({ all: z.optional(z.boolean().check(z.describe('Of every project, not of this one'))) });

const output = (z: Zod) =>
  z.object({
    questions: z.array(
      z.object({
        question_id: z.string(),
        header: z.string(),
        question: z.string(),
        options: optionCardsShape(z),
        allow_other: z.boolean(),
        blocking: z.boolean(),
        project: z.optional(z.string()),
        asker: z.string(),
        asked_at: z.string(),
      }),
    ),
  });

/** The questions that agents have asked and that wait for the person. */
export const questionPending = defineAction({
  input,
  output,
  async run({ all = false }: PendingRequest, { ports, directory }) {
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

function linesOf({ question_id, header, question, options, ...more }: Waiting): string {
  const { allow_other, project, asker } = more;
  return [
    `${question_id}  ${asker}${project === undefined ? '' : ` in ${project}`}`,
    `  ${header}: ${question}`,
    ...options.map(({ number, label, description }) => `    ${number}. ${label} — ${description}`),
    ...(allow_other ? ['    Other: say what you want instead'] : []),
    `  discuss answer ${question_id} "…"`,
  ].join('\n');
}
