import { type AskedOption, askedOptions } from '../question/asked-question.ts';
import { type Bundle, pendingQuestion } from './bundle.ts';
import type { QuestionEntry, QuestionStatus } from './question-entry.ts';
import { externalReference } from './references.ts';

/** A question as it is put to a person, whichever way it reaches them. */
export interface QuestionCard {
  readonly id: string;
  /** How the answer names it from outside the record. */
  readonly ref: string;
  readonly status: QuestionStatus;
  readonly header: string;
  readonly prompt: string;
  readonly options: readonly AskedOption[];
  readonly material: boolean;
  /** What is taken when no answer comes; only questions that are not material have it. */
  readonly default?: string | undefined;
}

/** What a page, a terminal or a host needs in order to put a question of the record to a person. */
export function questionCard(bundle: Bundle, question: QuestionEntry): QuestionCard {
  return {
    id: question.id,
    ref: externalReference(bundle, question),
    status: question.status,
    header: question.header,
    prompt: question.prompt,
    options: askedOptions(question),
    material: question.material,
    ...(question.default === undefined ? {} : { default: question.default }),
  };
}

/** The card of the question that waits for its answer, if one does. */
export function pendingCard(bundle: Bundle): QuestionCard | undefined {
  const question = pendingQuestion(bundle);
  return question === undefined ? undefined : questionCard(bundle, question);
}
