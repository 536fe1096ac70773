import { tagName } from '../core/document/html-tags.ts';
import type { HtmlPiece } from '../core/document/html-text.ts';
import { attributesOf } from '../core/document/html-text.ts';
import { decodeEntity } from '../core/document/markdown-it/blocks.ts';
import { isHiddenInline } from '../core/document/markdown-it/hidden-parts.ts';
import { imageAlt, inlineText } from '../core/document/markdown-it/inline-text.ts';
import type { Token } from '../core/document/markdown-it/types.ts';
import { attribute, escapeHtml } from './escape.ts';
import { type ImageUrl, imageHtml } from './images.ts';
import { deadLinkNote, idPrefix, linkStart } from './links.ts';
import { inlineElements, voidElements } from './sanitise-tag.ts';

/** What a line of text needs from the document around it. */
export interface InlineContext {
  readonly imageUrl: ImageUrl | undefined;
  readonly sanitiseTag: (source: string) => string | undefined;
  /** The mark of a hidden part; empty for what leaves none. */
  readonly hiddenMark: (part: Token | HtmlPiece) => string;
  /** Blocks of text tell the browser to find out in which direction they run. */
  readonly findsDirection: boolean;
  readonly math: (source: string, display: boolean) => string;
  /** A line end in the source breaks the line. */
  readonly breaks?: boolean;
}

/** Renders the tokens of a line of text. Whatever raw HTML is in it, the result is well formed by itself. */
export function inlineHtml(children: readonly Token[], context: InlineContext): string {
  const writer = new InlineWriter(context);
  for (const child of children) writer.add(child);
  return writer.finish();
}

class InlineWriter {
  readonly #context: InlineContext;
  /** Open elements; those of raw HTML have their name, those of Markdown an empty one. */
  readonly #open: { name: string; close: string; link: boolean }[] = [];
  #html = '';

  constructor(context: InlineContext) {
    this.#context = context;
  }

  add(token: Token): void {
    switch (token.type) {
      case 'text':
        this.#html += escapeHtml(token.content);
        break;
      case 'code_inline':
        this.#html += `<code>${escapeHtml(token.content)}</code>`;
        break;
      case 'softbreak':
        this.#html += this.#context.breaks === true ? '<br>\n' : ' ';
        break;
      case 'hardbreak':
        this.#html += '<br>\n';
        break;
      case 'math_inline': {
        const display = token.markup === '$$';
        const kind = display ? 'math math-display' : 'math';
        const drawing = this.#context.math(token.content, display);
        this.#html += `<span class="${kind}" data-atom>${drawing}</span>`;
        break;
      }
      case 'image':
        this.#addImage(token);
        break;
      case 'html_inline':
        if (isHiddenInline(token)) this.#html += this.#context.hiddenMark(token);
        else this.#addTag(token);
        break;
      case 'footnote_ref':
        this.#addFootnoteReference(token);
        break;
      default:
        this.#addMark(token);
    }
  }

  finish(): string {
    while (this.#open.length > 0) this.#pop();
    return this.#html;
  }

  #addMark(token: Token): void {
    if (token.nesting === 1) {
      const isLink = token.tag === 'a' && !this.#isInLink();
      const tag = token.tag === 'a' && !isLink ? 'span' : token.tag;
      const href = textOf(token, 'href');
      this.#html += isLink ? linkStart(href, optional(token, 'title')) : `<${tag}>`;
      const close = `</${tag}>${isLink ? deadLinkNote(href) : ''}`;
      this.#open.push({ name: '', close, link: isLink });
    } else if (token.nesting === -1) {
      while (this.#open.length > 0 && this.#open.at(-1)?.name !== '') this.#pop();
      this.#pop();
    }
  }

  #addTag(token: Token): void {
    const source = token.content;
    const isEnd = source.startsWith('</');
    const name = tagName(source);
    if (token.meta?.['breaks'] === true) this.#html += '<br>\n';
    if (name === 'li' && !isEnd) this.#html += '<span class="bullet" data-generated>• </span>';
    if (name === 'img' && !isEnd) this.#addRawImage(source);
    if (!inlineElements.has(name)) return;
    if (isEnd) {
      this.#closeTag(name);
      return;
    }
    const isLink = name === 'a';
    const start = isLink && this.#isInLink() ? undefined : this.#context.sanitiseTag(source);
    if (start === undefined) return;
    this.#html += start;
    if (name === 'br') this.#html += '\n';
    if (voidElements.has(name)) return;
    const note = isLink ? deadLinkNote(attributesOf(source, decodeEntity).get('href')) : '';
    this.#open.push({ name, close: `</${name}>${note}`, link: isLink });
  }

  #closeTag(name: string): void {
    const bottom = this.#open.findLastIndex((element) => element.name === '');
    const index = this.#open.findLastIndex((element) => element.name === name);
    if (index <= bottom) return;
    while (this.#open.length > index) this.#pop();
  }

  #addImage(token: Token): void {
    const source = textOf(token, 'src');
    const alt = inlineText(token.children ?? [], decodeEntity);
    const title = optional(token, 'title');
    const image = { source, alt, title, isInLink: this.#isInLink() };
    this.#html += imageHtml(image, this.#context.imageUrl);
  }

  #addRawImage(tag: string): void {
    this.#html += rawImage(tag, { isInLink: this.#isInLink(), imageUrl: this.#context.imageUrl });
  }

  #addFootnoteReference(token: Token): void {
    const number = Number(token.meta?.['id']) + 1;
    const count = Number(token.meta?.['subId'] ?? 0);
    const id = `${idPrefix}ref:${number}${count > 0 ? `:${count}` : ''}`;
    const link = `<a href="#${idPrefix}note:${number}"${attribute('id', id)}>${number}</a>`;
    const mark = this.#isInLink() ? String(number) : link;
    this.#html += `<sup class="footnote-ref" data-generated>${mark}</sup>`;
  }

  #isInLink(): boolean {
    return this.#open.some(({ link }) => link);
  }

  #pop(): void {
    this.#html += this.#open.pop()?.close ?? '';
  }
}

/** Renders an image of raw HTML. */
export function rawImage(
  tag: string,
  { isInLink, imageUrl }: { isInLink: boolean; imageUrl: ImageUrl | undefined },
): string {
  const attributes = attributesOf(tag, decodeEntity);
  const image = {
    source: attributes.get('src') ?? '',
    alt: imageAlt(tag, decodeEntity),
    title: attributes.get('title'),
    width: attributes.get('width'),
    height: attributes.get('height'),
    isInLink,
  };
  return imageHtml(image, imageUrl);
}

function textOf(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

function optional(token: Token, name: string): string | undefined {
  const value = token.attrGet(name);
  return value === null ? undefined : String(value);
}
