import type { Question } from './question.ts';
import { writeOptions } from './saved-order.ts';

/** A question as text, with the numbers by which it is answered, in the saved order. */
export function numberedText(question: Question, allowOther: boolean): string {
  return [
    `${question.header}: ${question.prompt}`,
    ...writeOptions(question),
    ...(allowOther ? ['Other: say what you want instead'] : []),
  ].join('\n');
}
