import type { SourceRange } from '../document/text-offsets.ts';
import { oneLine } from '../text/one-line.ts';
import type { Quote } from './anchor.ts';
import { contextFit } from './context-fit.ts';
import type { RangeMapper } from './range-mapper.ts';
import type { SearchText } from './search-text.ts';
import { quoteOf } from './visible-text.ts';

/** A quote with its old and its new range, and the texts that they count in. */
export interface MappedQuote {
  readonly quote: Quote;
  readonly source: SourceRange;
  readonly range: SourceRange;
  readonly before: string;
  readonly after: string;
  readonly previousSearchText: SearchText;
  readonly rangeMapper: RangeMapper;
}

/** Most duplicates that are compared; a text that occurs more often is told apart by other means. */
const maxDuplicates = 12;

/** How much better the contexts of a duplicate must fit, of both sides together. */
const minLead = 1;

/**
 * Returns whether a new range belongs to a duplicate of the quote in the old text: the duplicate's contexts fit the
 * range clearly better, and the duplicate has no other range. When one of two duplicates was deleted, their anchors
 * must not both end on the one that is left.
 */
export function belongsToDuplicate(mapped: MappedQuote): boolean {
  const { quote, source, range, before, after } = mapped;
  const duplicates = duplicatesOf(mapped);
  if (duplicates.length === 0) return false;
  const ownFit = totalFit(after, range, quote);
  return duplicates.some((duplicate) => {
    if (totalFit(after, range, quoteOf(before, duplicate)) < ownFit + minLead) return false;
    const newRange = mapped.rangeMapper.mapRange(duplicate)?.range;
    return newRange === undefined || overlap(newRange, range) || overlap(duplicate, source);
  });
}

function duplicatesOf({ quote, source, previousSearchText }: MappedQuote): readonly SourceRange[] {
  const exact = oneLine(quote.exact);
  if (exact === '') return [];
  const occurrences = previousSearchText.occurrences(exact);
  if (occurrences.length > maxDuplicates) return [];
  return occurrences
    .map((start) => previousSearchText.toOriginal({ start, end: start + exact.length }))
    .filter((duplicate) => !overlap(duplicate, source));
}

function totalFit(text: string, range: SourceRange, quote: Quote): number {
  const { prefix, suffix } = contextFit(text, range, quote);
  return prefix + suffix;
}

function overlap(first: SourceRange, second: SourceRange): boolean {
  return first.start < second.end && second.start < first.end;
}
