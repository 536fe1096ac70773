import type { Sha256 } from '../ports/sha256.ts';
import type { Question } from '../question/question.ts';

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
