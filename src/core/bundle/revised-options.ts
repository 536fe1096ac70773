import type { Finding } from '../finding.ts';
import type { Sha256 } from '../ports/sha256.ts';
import type { Question } from '../question/question.ts';
import { type Bundle, pendingQuestion } from './bundle.ts';
import type { QuestionEntry } from './question-entry.ts';

/** Why no reply can be mapped to the options of a question as the file has them. */
export interface RevisedOptions {
  readonly reason: 'options_changed' | 'options_unsound';
  readonly message: string;
  readonly next: string;
}

/**
 * A short digest of a question as it was put to the person. An answer is mapped to options that still are those
 * shown; when the digest differs, the question is to be asked anew.
 */
export function optionsDigest(
  { prompt, options, recommended }: Pick<Question, 'prompt' | 'options' | 'recommended'>,
  sha256: Sha256,
): string {
  const shown = options.map(({ label, description }) => [label, description]);
  return sha256(JSON.stringify([prompt, shown, recommended])).slice(0, 12);
}

/** A reply belongs to the options that were shown; numbers that are not 1, 2, 3 map to nothing. */
export function revisedOptions(
  question: QuestionEntry,
  sha256: Sha256,
): RevisedOptions | undefined {
  const { id, entry, saved } = question;
  const shown = entry.marks['shown'];
  const { numbers } = saved;
  const changed = shown !== undefined && shown !== optionsDigest(question, sha256);
  const unsound = numbers.length === 0 || numbers.some((number, index) => number !== index + 1);
  if (!changed && !unsound) return undefined;
  return {
    reason: changed ? 'options_changed' : 'options_unsound',
    message: changed
      ? `the options of ${id} are not those that were asked`
      : `the options of ${id} are not numbered 1, 2, 3`,
    next: `ask the revised question anew: discuss bundle ask --revises ${id} …`,
  };
}

/** The pending question that somebody has edited since it was asked, as a warning: no reply to it is accepted. */
export function revisedWarnings(bundle: Bundle, sha256: Sha256): Finding[] {
  const question = pendingQuestion(bundle);
  const revised = question === undefined ? undefined : revisedOptions(question, sha256);
  if (question === undefined || revised === undefined) return [];
  const { reason, message, next } = revised;
  return [{ rule: reason, ids: [question.id], path: question.entry.path, detail: message, next }];
}
