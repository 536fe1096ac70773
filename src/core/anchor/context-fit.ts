import searchApproximately from 'approx-string-match';
import type { SourceRange } from '../document/text-offsets.ts';
import { oneLine } from '../text/one-line.ts';
import type { Quote } from './anchor.ts';

/** How well the text around a range agrees with a quote's contexts, each from 0 to 1. */
export interface ContextFit {
  readonly prefix: number;
  readonly suffix: number;
}

/** Text that may have been inserted between a quote and its context. */
const slack = 32;

/** Compares the text around a range with a quote's contexts; white space does not count. */
export function contextFit(text: string, { start, end }: SourceRange, quote: Quote): ContextFit {
  const { prefix, suffix } = quote;
  const before = text.slice(Math.max(0, start - prefix.length - slack), start);
  const after = text.slice(end, end + suffix.length + slack);
  return {
    prefix: before.endsWith(prefix) && prefix !== '' ? 1 : agreement(before, prefix, 'end'),
    suffix: after.startsWith(suffix) && suffix !== '' ? 1 : agreement(after, suffix, 'start'),
  };
}

/** Any two texts agree about this much. */
const chanceAgreement = 0.35;

function agreement(surrounding: string, expected: string, anchoredAt: 'start' | 'end'): number {
  const [around, context] = [oneLine(surrounding), oneLine(expected)];
  if (context === '') return around === '' ? 1 : 0;
  if (anchoredAt === 'end' ? around.endsWith(context) : around.startsWith(context)) return 1;
  const errors = searchApproximately(around, context, context.length).reduce(
    (least, match) => Math.min(least, match.errors),
    context.length,
  );
  return Math.max(0, (1 - errors / context.length - chanceAgreement) / (1 - chanceAgreement));
}
