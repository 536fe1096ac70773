import search from 'approx-string-match';
import { collapseSpace } from '../text/similarity.ts';
import type { Quote, SourceRange } from './anchor.ts';

/** How much of a quote's contexts stands around a place, each from 0 to 1. */
export interface ContextFit {
  readonly prefix: number;
  readonly suffix: number;
}

/** Text that may have been inserted between a quote and its context. */
const slack = 32;

/** Holds the surroundings of a range against a quote's contexts; space does not count. */
export function contextFit(text: string, { start, end }: SourceRange, quote: Quote): ContextFit {
  const { prefix, suffix } = quote;
  const before = text.slice(Math.max(0, start - prefix.length - slack), start);
  const after = text.slice(end, end + suffix.length + slack);
  return {
    prefix: before.endsWith(prefix) && prefix !== '' ? 1 : agreement(before, prefix, 'end'),
    suffix: after.startsWith(suffix) && suffix !== '' ? 1 : agreement(after, suffix, 'start'),
  };
}

/** Below this, two texts agree as much as any two do. */
const chance = 0.35;

function agreement(surrounding: string, expected: string, at: 'start' | 'end'): number {
  const [around, context] = [collapseSpace(surrounding), collapseSpace(expected)];
  if (context === '') return around === '' ? 1 : 0;
  if (at === 'end' ? around.endsWith(context) : around.startsWith(context)) return 1;
  const errors = search(around, context, context.length).reduce(
    (least, match) => Math.min(least, match.errors),
    context.length,
  );
  return Math.max(0, (1 - errors / context.length - chance) / (1 - chance));
}
