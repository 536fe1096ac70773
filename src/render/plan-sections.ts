import type { MarkdownDocument } from '../core/document/markdown-it/blocks.ts';
import type { TokenSpan } from './match-raw-html.ts';

/** A section of a page before it is rendered: the tokens that it shows, the end exclusive, and its blocks. */
export interface PlannedSection {
  readonly firstToken: number;
  readonly endToken: number;
  readonly firstBlock: number;
  readonly lastBlock: number;
  /** Lines of the source. */
  readonly lines: number;
}

/** Splits a document into sections of about so many blocks, at its top level and not inside of raw HTML. */
export function planSections(
  { tokens, blockOf }: MarkdownDocument,
  { blocksPerSection, spans }: { blocksPerSection: number; spans: readonly TokenSpan[] },
): readonly PlannedSection[] {
  const sections: PlannedSection[] = [];
  let start = { token: 0, block: 1, line: 0 };
  let [lastBlock, lastLine] = [0, 0];
  const endSection = (endToken: number): void => {
    const [firstToken, firstBlock, lines] = [start.token, start.block, lastLine - start.line];
    sections.push({ firstToken, endToken, firstBlock, lastBlock, lines });
    start = { token: endToken, block: lastBlock + 1, line: lastLine };
  };
  const isInHtml = spanFinder(spans);
  tokens.forEach((token, index) => {
    const isFull = lastBlock - start.block + 1 >= blocksPerSection;
    if (isFull && token.level === 0 && token.nesting !== -1 && !isInHtml(index)) endSection(index);
    lastBlock = blockOf.get(token)?.index ?? lastBlock;
    lastLine = Math.max(lastLine, token.map?.[1] ?? 0);
  });
  if (sections.length === 0 || start.token < tokens.length) endSection(tokens.length);
  return sections;
}

/** Returns a function that tests whether a token is inside a span; indexes must be ascending. */
function spanFinder(spans: readonly TokenSpan[]): (index: number) => boolean {
  const pending = spans.toSorted((left, right) => left.first - right.first);
  let next = 0;
  let end = -1;
  return (index) => {
    for (
      let span = pending[next];
      span !== undefined && span.first < index;
      span = pending[++next]
    ) {
      end = Math.max(end, span.last);
    }
    return index <= end;
  };
}
