import type { DiscussionOptions, Discussions } from './discussion.ts';
import { DiscussionReader } from './discussion-reader.ts';
import { kindOf, lineKind } from './scan/leaf.ts';
import { type ScannedLines, scanLines } from './scan/scan-lines.ts';
import { isVisibleBlock } from './visible-block.ts';

/** Returns all inline discussions of a Markdown text. Any text is valid. */
export function parseDiscussions(text: string, options: DiscussionOptions = {}): Discussions {
  const scan = scanLines(text);
  const { kinds, quotes, quoteParents, bounds } = scan;
  const reader = new DiscussionReader(scan, options);
  let quote = 0;
  for (let line = 0; line < bounds.count; ) {
    if (quotes[quote] === line) {
      const end = quotes[quote + 1] ?? bounds.count;
      reader.readQuote(line, end, quoteParents[quote / 2] ?? 0);
      line = end;
      quote += 2;
    } else {
      const kind = kindOf(kinds[line]);
      const end = kind === lineKind.html ? endOfHtml(scan, line) : line + 1;
      if (kind === lineKind.none) reader.readBlankLine();
      else reader.readText(end - 1, isVisibleBlock(scan, { kind, start: line, end }));
      line = end;
    }
  }
  return reader.finish();
}

function endOfHtml({ kinds, bounds }: ScannedLines, start: number): number {
  let end = start + 1;
  while (end < bounds.count && kinds[end] === lineKind.html) end++;
  return end;
}
