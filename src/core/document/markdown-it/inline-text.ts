import { attributesOf, type DecodeEntity } from '../html-text.ts';
import type { Token } from './types.ts';

/** Returns the canonical text of one inline token: what a reader sees of it, without marks. */
export function tokenText(token: Token, decodeEntity: DecodeEntity): string {
  switch (token.type) {
    case 'text':
    case 'text_special':
    case 'code_inline':
    case 'math_inline':
      return token.content;
    case 'softbreak':
      return ' ';
    case 'hardbreak':
      return '\n';
    case 'image':
      return inlineText(token.children ?? [], decodeEntity);
    case 'html_inline':
      return token.meta?.['breaks'] === true ? '\n' : htmlInlineText(token.content, decodeEntity);
    default:
      return '';
  }
}

/** Returns the canonical text of a line of text: soft breaks are spaces, hard ones line feeds, images their description. */
export function inlineText(children: readonly Token[], decodeEntity: DecodeEntity): string {
  let text = '';
  for (const child of children) text += tokenText(child, decodeEntity);
  return text;
}

function htmlInlineText(tag: string, decodeEntity: DecodeEntity): string {
  if (/^<br(?=[\s/>])/i.test(tag)) return '\n';
  if (!/^<img(?=[\s/>])/i.test(tag)) return '';
  return imageAlt(tag, decodeEntity);
}

/** Returns the description of an image in raw HTML. */
export function imageAlt(tag: string, decodeEntity: DecodeEntity): string {
  return (attributesOf(tag, decodeEntity).get('alt') ?? '').replace(/\s+/g, ' ').trim();
}

/** Returns whether a line of text shows anything; comments and empty anchors show nothing. */
export function hasVisibleInline(children: readonly Token[]): boolean {
  return children.some((child) => {
    if (child.type === 'text' || child.type === 'text_special') return child.content.trim() !== '';
    if (child.type === 'html_inline') return /^<img(?=[\s/>])/i.test(child.content);
    return ['code_inline', 'math_inline', 'image', 'footnote_ref'].includes(child.type);
  });
}
