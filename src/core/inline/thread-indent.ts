import type { Discussions, InlineThread } from './discussion.ts';

/** Returns the white space before the markers of lines that are added to a thread. */
export function indentOf({ text, scan }: Discussions, thread: InlineThread): string {
  const last = thread.comments.at(-1) ?? thread.root;
  const before = text.slice(scan.bounds.begin[last.line - 1], last.start).replace(/^\ufeff/, '');
  if (before.trim() === '') return before;
  return ' '.repeat(columnsOf(before));
}

function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += character === '\t' ? 4 - (columns % 4) : 1;
  return columns;
}
