import search from 'approx-string-match';
import type { Quote } from '../../src/core/anchor/anchor.ts';
import type { SourceRange } from '../../src/core/document/text-offsets.ts';

const contextLength = 32;
const maxErrors = 256;
const weights = { quote: 50, prefix: 20, suffix: 20, position: 2 } as const;
const fullWeight = 92;

interface Match extends SourceRange {
  readonly errors: number;
}

function matches(text: string, needle: string, errors: number): Match[] {
  const exact: Match[] = [];
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    exact.push({ start: at, end: at + needle.length, errors: 0 });
  }
  return exact.length > 0 ? exact : search(text, needle, errors);
}

function similarity(text: string, needle: string): number {
  if (needle === '' || text === '') return 0;
  const [best] = matches(text, needle, needle.length);
  return best === undefined ? 0 : 1 - best.errors / needle.length;
}

/**
 * The scoring that annotation clients use for Web pages, written anew: the best match of the quote by quote, contexts
 * and position, however poor it is.
 */
export function makeQuoteScorer(
  text: string,
): (quote: Quote, hint: number) => SourceRange | undefined {
  return ({ exact, prefix, suffix }, hint) => {
    const before = prefix.slice(-contextLength);
    const after = suffix.slice(0, contextLength);
    const score = (match: Match): number => {
      const context = {
        prefix: text.slice(Math.max(0, match.start - before.length), match.start),
        suffix: text.slice(match.end, match.end + after.length),
      };
      return (
        (weights.quote * (1 - match.errors / exact.length) +
          weights.prefix * (before === '' ? 1 : similarity(context.prefix, before)) +
          weights.suffix * (after === '' ? 1 : similarity(context.suffix, after)) +
          weights.position * (1 - Math.abs(match.start - hint) / text.length)) /
        fullWeight
      );
    };
    const found = matches(text, exact, Math.min(maxErrors, exact.length / 2));
    const [best] = found
      .map((match) => ({ match, score: score(match) }))
      .sort((one, other) => other.score - one.score);
    return best?.match;
  };
}
