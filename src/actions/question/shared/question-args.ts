import { readOptions } from '../../../core/question/saved-order.ts';
import type { OptionDraft } from '../../../core/question/style.ts';
import type { QuestionRequest } from './question-request.ts';

/** What a command line may give in other forms. */
export interface QuestionArgs extends QuestionRequest {
  /** All of it as JSON; the other words fill what it leaves open. */
  readonly input?: unknown;
  /** Options as `Label: what choosing it brings`. */
  readonly option?: readonly string[];
  readonly no_other?: boolean;
  readonly not_blocking?: boolean;
}

/** Brings the forms of a command line into the one of the schema; what was JSON is unchecked yet. */
export function readQuestionArgs({
  input,
  option,
  no_other,
  not_blocking,
  ...request
}: QuestionArgs): { readonly value: unknown; readonly isChecked: boolean } {
  const inText = request.question === undefined ? undefined : objectIn(request.question);
  const { question: _json, ...rest } = request;
  const fromArgs = {
    ...(inText === undefined ? request : rest),
    ...(option === undefined ? {} : { options: option.map(readOption) }),
    ...(no_other === true ? { allow_other: false } : {}),
    ...(not_blocking === true ? { blocking: false } : {}),
  };
  const json = input ?? inText;
  if (json === undefined) return { value: fromArgs, isChecked: true };
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  return { value: isObject ? { ...fromArgs, ...json } : json, isChecked: false };
}

/** A question of a whole that came as JSON where its words are usual. */
function objectIn(text: string): object | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** An option that a command line gives as `Label: what choosing it brings`. */
export function readOption(text: string): OptionDraft {
  const { options, recommended } = readOptions([`1. ${text.replace(/\s+/gu, ' ')}`]);
  const [option = { label: text, description: '' }] = options;
  return { ...option, recommended: recommended.length > 0 };
}
