import type { SourceRange } from '../../src/core/document/text-offsets.ts';
import type { Case } from './cases.ts';
import type { Answer } from './methods.ts';

/** `attached`: the text is gone, and the anchor was put somewhere all the same. */
export type Verdict = 'correct' | 'wrong' | 'missed' | 'attached';

/** Holds a method's answer against the truth. */
export function judge({ unit, truth }: Case, answer: Answer): Verdict {
  if (truth === undefined) return answer === undefined ? 'correct' : 'attached';
  if (answer === undefined) return 'missed';
  const right = unit === 'line' ? isOnLine(answer.range, truth) : isSame(answer.range, truth);
  return right ? 'correct' : 'wrong';
}

const lengthOf = ({ start, end }: SourceRange): number => end - start;

function overlap(one: SourceRange, other: SourceRange): number {
  return Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));
}

/** A line that was wrapped goes on below: most of the range or of the line must be in the other. */
function isOnLine(range: SourceRange, line: SourceRange): boolean {
  return overlap(range, line) > Math.min(lengthOf(range), lengthOf(line)) / 2;
}

function isSame(range: SourceRange, phrase: SourceRange): boolean {
  const common = overlap(range, phrase);
  return common / (lengthOf(range) + lengthOf(phrase) - common) >= 0.8;
}
