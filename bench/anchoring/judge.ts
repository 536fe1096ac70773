import type { SourceRange } from '../../src/core/document/text-offsets.ts';
import type { Case } from './cases.ts';
import type { Placement } from './methods.ts';

/** `attached`: the text is gone, and the anchor was placed nevertheless. */
export type Verdict = 'correct' | 'wrong' | 'missed' | 'attached';

/** Compares a method's placement with the truth. */
export function judge({ unit, truth }: Case, placement: Placement): Verdict {
  if (truth === undefined) return placement === undefined ? 'correct' : 'attached';
  if (placement === undefined) return 'missed';
  const right = unit === 'line' ? isOnLine(placement.range, truth) : isSame(placement.range, truth);
  return right ? 'correct' : 'wrong';
}

const lengthOf = ({ start, end }: SourceRange): number => end - start;

function overlap(first: SourceRange, second: SourceRange): number {
  return Math.max(0, Math.min(first.end, second.end) - Math.max(first.start, second.start));
}

/** A wrapped line continues below: most of the range or of the line must be in the other. */
function isOnLine(range: SourceRange, line: SourceRange): boolean {
  return overlap(range, line) > Math.min(lengthOf(range), lengthOf(line)) / 2;
}

function isSame(range: SourceRange, phrase: SourceRange): boolean {
  const common = overlap(range, phrase);
  return common / (lengthOf(range) + lengthOf(phrase) - common) >= 0.8;
}
