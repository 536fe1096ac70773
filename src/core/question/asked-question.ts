import { type HostQuestion, questionReference } from './host-question.ts';
import { type Question, shownLabel } from './question.ts';

/** A question that waits for the person, in the one form in which every page and program is given it. */
export interface AskedQuestion {
  /** How it is named when it is answered: `bundle:<tracker>#Q001~<key>`, or `question:<id>`. */
  readonly ref: string;
  /** Where it is kept: in a record bundle, or in the user's store for the agent that asked. */
  readonly source: 'bundle' | 'host';
  readonly header: string;
  /** Markdown. */
  readonly prompt: string;
  readonly options: readonly AskedOption[];
  /** Whether the person's own words may stand in place of an option. */
  readonly allowOther: boolean;
  /** Whether the work stops until it is answered. */
  readonly blocking: boolean;
  /** What is taken when no answer comes. */
  readonly default?: string;
  /** Who asks, where that is known. */
  readonly asker?: string;
  readonly askedAt?: string;
  /** The entry that it is in a record bundle. */
  readonly record?: AskedRecord;
}

/** An option as the person sees it. */
export interface AskedOption {
  /** The number by which a reply may pick it. */
  readonly number: number;
  /** As shown, with the suffix of a recommended one. */
  readonly label: string;
  readonly description: string;
  readonly recommended: boolean;
}

/** The record that a question belongs to. */
interface AskedRecord {
  /** The question's id in it, such as `Q001`. */
  readonly id: string;
  /** The bundle's folder. */
  readonly root: string;
  /** What the discussion is to achieve. */
  readonly goal: string;
}

/** A question that an agent put to the person, as it is shown. */
export function hostQuestionCard(question: HostQuestion): AskedQuestion {
  const { question: shown, allowOther, blocking, asker, askedAt } = question;
  return {
    ref: questionReference(question),
    source: 'host',
    header: shown.header,
    prompt: shown.prompt,
    options: askedOptions(shown),
    allowOther,
    blocking,
    asker,
    askedAt,
  };
}

/** The options of a question with their numbers, as a person sees them. */
export function askedOptions(question: Question): AskedOption[] {
  return question.options.map((option, index) => ({
    number: index + 1,
    label: shownLabel(question, option),
    description: option.description,
    recommended: question.recommended && index === 0,
  }));
}
