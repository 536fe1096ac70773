import type { Token } from './types.ts';

const taskMark = /^\[([ xX])\](?=[ \t\n])[ \t]*/;
const alertMark = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/i;

/**
 * Finds task items (`- [ ] …`) and alerts (`> [!NOTE]`), records them on the item's or quote's opening token and removes
 * their marks from the text. `meta.dropped` of the inline token counts the removed characters.
 */
export function readMarks(tokens: readonly Token[]): void {
  tokens.forEach((token, index) => {
    if (token.type === 'list_item_open') readMark(tokens, { index, mark: taskMark, name: 'task' });
    if (token.type === 'blockquote_open')
      readMark(tokens, { index, mark: alertMark, name: 'alert' });
  });
}

function readMark(
  tokens: readonly Token[],
  { index, mark, name }: { index: number; mark: RegExp; name: string },
): void {
  const opening = tokens[index];
  const inline = tokens[index + 2];
  if (opening === undefined || inline?.type !== 'inline') return;
  if (tokens[index + 1]?.type !== 'paragraph_open') return;
  const match = mark.exec(inline.content);
  if (!match || !dropFromStart(inline, match[0])) return;
  opening.meta = { ...opening.meta, [name]: (match[1] ?? '').toLowerCase() };
  inline.meta = { ...inline.meta, dropped: match[0].length };
}

/** Removes the mark from the parsed text; a mark that was parsed as something else, such as a link, stays. */
function dropFromStart(inline: Token, mark: string): boolean {
  const [first, second] = inline.children ?? [];
  const text = mark.trimEnd();
  if (first?.type !== 'text' || !first.content.startsWith(text)) return false;
  const endsLine = mark.endsWith('\n') || first.content.length === text.length;
  first.content = first.content.slice(text.length).trimStart();
  if (endsLine && (second?.type === 'softbreak' || second?.type === 'hardbreak')) {
    inline.children?.splice(1, 1);
  }
  return true;
}
