import type { Asking, PersonReply } from '../core/question/ports/ask-person.ts';
import { foldLabel, shownLabel } from '../core/question/question.ts';
import { writeOptions } from '../core/question/saved-order.ts';

/** A form as a client draws it: one single choice with titles, and a line of text where own words are allowed. */
export interface ElicitationForm {
  readonly message: string;
  readonly requestedSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, FormField>>;
    readonly required: string[];
  };
}

type FormField =
  | (FieldText & { readonly type: 'string'; readonly oneOf: { const: string; title: string }[] })
  | (FieldText & {
      readonly type: 'string';
      readonly enum: string[];
      readonly enumNames: string[];
    })
  | (FieldText & { readonly type: 'string' });

interface FieldText {
  readonly title: string;
  readonly description: string;
}

/** What a client calls the choice of own words in the form. */
const otherChoice = 'other';

/**
 * The form of a question. The message says what each option brings, since a choice shows titles alone; revisions of
 * the protocol before 2025-11-25 know titles in another form.
 */
export function elicitationForm(
  { question, allowOther, followUp }: Pick<Asking, 'question' | 'allowOther' | 'followUp'>,
  titles: 'oneOf' | 'enumNames' = 'oneOf',
): ElicitationForm {
  const choices = [
    ...question.options.map((option, index) => ({
      const: String(index + 1),
      title: shownLabel(question, option),
    })),
    ...(allowOther ? [{ const: otherChoice, title: 'Other — specify' }] : []),
  ];
  const fieldText = { title: question.header, description: followUp ?? question.prompt };
  const choice: FormField =
    titles === 'oneOf'
      ? { type: 'string', ...fieldText, oneOf: choices }
      : {
          type: 'string',
          ...fieldText,
          enum: choices.map((option) => option.const),
          enumNames: choices.map((option) => option.title),
        };
  const remark: FormField = {
    type: 'string',
    title: 'Other, or a remark',
    description: 'What you want instead, or what you add to your choice',
  };
  return {
    message: [
      ...(followUp === undefined ? [] : [followUp, '']),
      question.prompt,
      '',
      ...writeOptions(question),
    ].join('\n'),
    requestedSchema: {
      type: 'object',
      properties: allowOther ? { choice, words: remark } : { choice },
      required: ['choice'],
    },
  };
}

/** What a client sent back, as a reply. Content that is empty or of another form gives nothing, which is no answer. */
export function readElicitation(
  { question }: Pick<Asking, 'question'>,
  answer: { readonly action?: unknown; readonly content?: unknown },
): PersonReply {
  if (answer.action === 'decline') return { kind: 'declined' };
  if (answer.action === 'cancel') return { kind: 'cancelled' };
  if (answer.action !== 'accept') {
    return { kind: 'failed', reason: `the client answered with "${String(answer.action)}"` };
  }
  const content = (answer.content ?? {}) as Readonly<Record<string, unknown>>;
  const text = typeof content['words'] === 'string' ? content['words'] : '';
  const choice = choiceOf(question, content['choice']);
  // Words beside no choice, or beside one that is not there, say nothing about what was chosen.
  if (choice === undefined) return { kind: 'given', words: '' };
  if (choice !== otherChoice) return { kind: 'given', choice, words: text };
  return { kind: 'given', words: text.trim() === '' ? otherChoice : text };
}

function choiceOf(
  question: Asking['question'],
  value: unknown,
): number | typeof otherChoice | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  if (/^other\b/i.test(text)) return otherChoice;
  const byNumber = /^\d$/.test(text) ? Number(text) : 0;
  if (question.options[byNumber - 1] !== undefined) return byNumber;
  const byLabel = question.options.findIndex(({ label }) => foldLabel(label) === foldLabel(text));
  return byLabel < 0 ? undefined : byLabel + 1;
}
