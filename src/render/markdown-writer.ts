import type { HtmlPiece } from '../core/document/html-text.ts';
import type { Footnote, MarkdownDocument } from '../core/document/markdown-it/blocks.ts';
import { isMathFence } from '../core/document/markdown-it/collect-blocks.ts';
import { hasVisibleInline } from '../core/document/markdown-it/inline-text.ts';
import type { Token } from '../core/document/markdown-it/types.ts';
import { codeHtml } from './code-block.ts';
import { numberedLines } from './code-lines.ts';
import { ElementStack } from './element-stack.ts';
import { attribute, escapeHtml } from './escape.ts';
import { highlightLines } from './highlight.ts';
import { type InlineContext, inlineHtml } from './inline-html.ts';
import { showInvisibleCharacters } from './invisible.ts';
import { idPrefix } from './links.ts';
import { leaveTable, writeRawHtml } from './raw-html.ts';
import { TableWriter } from './table.ts';

/** What all sections of a page share. */
export interface PageContext extends InlineContext {
  readonly document: MarkdownDocument;
  /** Start tags of raw HTML that a later block closes. */
  readonly closedLater: ReadonlySet<HtmlPiece>;
  /** Ids of the headings, by their tokens; without them headings have none. */
  readonly headingIds: ReadonlyMap<Token, string>;
  /** Blocks carry their numbers. */
  readonly numbered: boolean;
}

/** Renders a range of a document's tokens, which must begin and end at its top level. */
export function writeSection(context: PageContext, first: number, end: number): string {
  const writer = new MarkdownWriter(context);
  const { tokens } = context.document;
  for (let index = first; index < end; index++) {
    const token = tokens[index];
    if (token !== undefined) writer.add(token, tokens[index + 1]);
  }
  return showInvisibleCharacters(writer.finish());
}

class MarkdownWriter {
  readonly #context: PageContext;
  readonly #stack = new ElementStack();
  readonly #table = new TableWriter();
  /** How many paragraphs each open list item has so far; undefined for a footnote. */
  readonly #items: ({ texts: number } | undefined)[] = [];
  readonly #footnotes: (Footnote | undefined)[] = [];
  /** Inside a paragraph that shows nothing and is no part of any block's text. */
  #isOutsideText = false;

  constructor(context: PageContext) {
    this.#context = context;
  }

  add(token: Token, next: Token | undefined): void {
    const { document, numbered } = this.#context;
    const block = numbered ? document.blockOf.get(token)?.index : undefined;
    if (token.type === 'html_block') this.#addRawHtml(token, block);
    else this.#addMarkdown(token, { block, next });
  }

  finish(): string {
    this.#stack.closeAll();
    return this.#stack.take();
  }

  #addRawHtml(token: Token, block: number | undefined): void {
    const pieces = this.#context.document.htmlOf.get(token) ?? [];
    const isInItem = this.#items.at(-1) !== undefined;
    writeRawHtml(this.#stack, { pieces, block, isInItem }, this.#context);
  }

  #addMarkdown(token: Token, { block, next }: BlockToken): void {
    if (token.nesting !== -1 && token.type !== 'inline') leaveTable(this.#stack);
    switch (token.type) {
      case 'inline':
        this.#addInline(token);
        break;
      case 'heading_open':
        this.#openHeading(token, block);
        break;
      case 'paragraph_open':
        this.#openParagraph(token, { block, next });
        break;
      case 'paragraph_close':
        this.#isOutsideText = false;
        if (!token.hidden) this.#stack.close();
        break;
      case 'list_item_open':
        this.#openItem(token, block);
        break;
      case 'footnote_reference_open':
        this.#openFootnote(token);
        break;
      case 'list_item_close':
        this.#items.pop();
        this.#stack.close();
        break;
      case 'footnote_reference_close':
        this.#items.pop();
        this.#closeFootnote();
        break;
      case 'blockquote_open':
        this.#openQuote(token);
        break;
      case 'bullet_list_open':
      case 'ordered_list_open':
        this.#stack.open(`<${token.tag}${attribute('start', startOf(token))}>`, `</${token.tag}>`);
        break;
      case 'hr':
        this.#stack.write('<hr>');
        break;
      case 'reference_definition':
      case 'hidden_front_matter':
        this.#stack.write(this.#context.hiddenMark(token));
        break;
      default:
        this.#addLeaf(token, block);
    }
  }

  #addInline(token: Token): void {
    const html = inlineHtml(token.children ?? [], this.#context);
    this.#stack.write(this.#isOutsideText ? `<span data-generated>${html}</span>` : html);
  }

  #addLeaf(token: Token, block: number | undefined): void {
    const code = token.content.replace(/\n$/, '');
    if (token.type === 'math_block' || isMathFence(token)) {
      const drawing = this.#context.math(code, true);
      this.#stack.write(
        `<div class="math math-display"${attribute('data-block', block)} data-atom>${drawing}</div>`,
      );
    } else if (token.type === 'fence' || token.type === 'code_block') {
      this.#stack.write(codeHtml(code, { block, info: token.info }));
    } else if (token.type === 'front_matter') {
      const lines = code === '' ? [] : highlightLines(code, 'yaml').map((html) => ({ html }));
      const start = `<pre class="front-matter"${attribute('data-block', block)} data-language="yaml">`;
      this.#stack.write(`${start}<code>${numberedLines(lines)}</code></pre>`);
    } else {
      const html = this.#table.htmlOf(token, { block, direction: this.#direction() });
      if (html !== undefined) this.#stack.write(html);
      else if (token.nesting === -1) this.#stack.close();
    }
  }

  #direction(): string {
    return this.#context.findsDirection ? ' dir="auto"' : '';
  }

  #openHeading(token: Token, block: number | undefined): void {
    const id = this.#context.headingIds.get(token);
    const start = `<${token.tag}${attribute('id', id)}${attribute('data-block', block)}${this.#direction()}>`;
    this.#stack.open(start, `</${token.tag}>`);
  }

  #openParagraph(token: Token, { block, next }: BlockToken): void {
    const item = this.#items.at(-1);
    this.#isOutsideText = !hasVisibleInline(next?.children ?? []);
    if (item !== undefined && !this.#isOutsideText) {
      if (item.texts > 0) this.#stack.write('\n');
      item.texts++;
    }
    if (!token.hidden)
      this.#stack.open(`<p${attribute('data-block', block)}${this.#direction()}>`, '</p>');
  }

  #openItem(token: Token, block: number | undefined): void {
    this.#items.push({ texts: 0 });
    const task = token.meta?.['task'];
    const kind = task === undefined ? '' : ' class="task"';
    this.#stack.open(`<li${kind}${attribute('data-block', block)}${this.#direction()}>`, '</li>');
    if (task === undefined) return;
    const [checked, label] = task === 'x' ? [' checked', 'done'] : ['', 'to do'];
    this.#stack.write(
      `<input type="checkbox" disabled${checked} aria-label="${label}" data-generated>`,
    );
  }

  #openQuote(token: Token): void {
    const alert = token.meta?.['alert'];
    if (typeof alert !== 'string') {
      this.#stack.open('<blockquote>', '</blockquote>');
      return;
    }
    const title = alert[0]?.toUpperCase() + alert.slice(1);
    this.#stack.open(`<blockquote class="alert alert-${alert}">`, '</blockquote>');
    this.#stack.write(`<div class="alert-title" data-generated>${title}</div>`);
  }

  #openFootnote(token: Token): void {
    this.#items.push(undefined);
    const label = String(token.meta?.['label'] ?? '');
    const footnote = this.#context.document.footnotes.get(label);
    this.#footnotes.push(footnote);
    const id = footnote === undefined ? undefined : `${idPrefix}note:${footnote.number}`;
    const start = `<aside class="footnote" role="doc-footnote"${attribute('id', id)}>`;
    this.#stack.open(start, '</aside>');
    const mark = escapeHtml(String(footnote?.number ?? label));
    this.#stack.write(`<span class="footnote-mark" data-generated>${mark}</span>`);
    this.#stack.open('<div class="footnote-body">', '</div>');
  }

  /** After the footnote's text come links back to its references. */
  #closeFootnote(): void {
    this.#stack.close();
    const { number, references } = this.#footnotes.pop() ?? { number: 0, references: 0 };
    for (let count = 0; count < references; count++) {
      const target = `#${idPrefix}ref:${number}${count > 0 ? `:${count}` : ''}`;
      this.#stack.write(
        `<a class="footnote-back" href="${target}" aria-label="back to the text" data-generated>↩</a>`,
      );
    }
    this.#stack.close();
  }
}

interface BlockToken {
  /** Number of the commentable block that the token opens. */
  readonly block: number | undefined;
  readonly next: Token | undefined;
}

function startOf(token: Token): number | undefined {
  const start = token.attrGet('start');
  return start === null ? undefined : Number(start);
}
