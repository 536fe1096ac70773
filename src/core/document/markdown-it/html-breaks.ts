import { hiddenElements, inlineElements, tagName } from '../html-tags.ts';
import type { StateInline, Token } from './types.ts';

/**
 * Finds where tags of block elements in a line of text end a line, such as `<li>` in the cell of a table; records it on
 * the last tag between two words.
 */
export function breakLinesAtTags(state: StateInline): void {
  let hasText = false;
  let gap: Token | undefined;
  for (const token of state.tokens) {
    const name = token.type === 'html_inline' ? tagName(token.content) : '';
    if (name !== '' && name !== 'br' && name !== 'img' && !isInLine(name)) {
      if (hasText) gap = token;
    } else if (token.type === 'hardbreak' || name === 'br') {
      hasText = false;
      gap = undefined;
    } else if (isShown(token, name)) {
      if (gap !== undefined) gap.meta = { ...gap.meta, breaks: true };
      gap = undefined;
      hasText = true;
    }
  }
}

function isInLine(name: string): boolean {
  return inlineElements.has(name) || hiddenElements.has(name);
}

function isShown(token: Token, name: string): boolean {
  if (token.type === 'html_inline') return name === 'img';
  return token.type === 'image' || token.content.trim() !== '';
}
