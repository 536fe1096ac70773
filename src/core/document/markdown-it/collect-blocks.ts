import type { Block, BlockKind } from '../block.ts';
import type { DocumentLines } from '../document-lines.ts';
import {
  type DecodeEntity,
  type HtmlPiece,
  hasVisibleContent,
  htmlText,
  parseHtml,
} from '../html-text.ts';
import type { Lines } from '../lines.ts';
import type { TextPart } from '../text-part.ts';
import { hasVisibleInline, inlineText } from './inline-text.ts';
import type { Token } from './types.ts';

/** Blocks of a document, the parts of their texts, and the blocks by their opening tokens. */
export interface CollectedBlocks {
  readonly blocks: readonly Block[];
  readonly parts: ReadonlyMap<Block, readonly TextPart[]>;
  readonly blockOf: ReadonlyMap<Token, Block>;
  /** Parsed raw HTML by its token. */
  readonly htmlOf: ReadonlyMap<Token, readonly HtmlPiece[]>;
}

interface OpenBlock {
  readonly token: Token;
  readonly kind: BlockKind;
  readonly level: number | undefined;
  readonly firstLine: number;
  lastLine: number;
  readonly parts: TextPart[];
  readonly contentLineStart: number;
  contentLines: number;
  readonly breadcrumb: string;
}

/** The document whose blocks are collected. */
interface Source {
  readonly text: string;
  readonly lines: Lines;
  readonly excludedLines: readonly DocumentLines[];
  readonly decodeEntity: DecodeEntity;
}

/** Returns the commentable blocks of a parsed document. */
export function collectBlocks(tokens: readonly Token[], source: Source): CollectedBlocks {
  const { text, lines } = source;
  const collector = new BlockCollector(source);
  for (const [index, token] of tokens.entries()) collector.add(token, tokens[index + 1]);
  const blocks: Block[] = [];
  const parts = new Map<Block, readonly TextPart[]>();
  const blockOf = new Map<Token, Block>();
  const bom = text.startsWith('\uFEFF') ? 1 : 0;
  for (const openBlock of collector.openBlocks) {
    const block = finish(openBlock, { index: blocks.length + 1, lines, from: bom });
    blocks.push(block);
    parts.set(block, openBlock.parts);
    blockOf.set(openBlock.token, block);
  }
  return { blocks, parts, blockOf, htmlOf: collector.htmlOf };
}

function finish(
  openBlock: OpenBlock,
  { index, lines, from }: { index: number; lines: Lines; from: number },
): Block {
  const block: Block = {
    index,
    kind: openBlock.kind,
    lineStart: openBlock.firstLine,
    lineEnd: openBlock.lastLine,
    start: Math.max(lines.start(openBlock.firstLine), from),
    end: lines.end(openBlock.lastLine),
    text:
      openBlock.parts.length === 1 ? (openBlock.parts[0]?.text ?? '') : joinTexts(openBlock.parts),
    contentLines: openBlock.contentLines,
    contentLineStart: openBlock.contentLineStart,
    breadcrumb: openBlock.breadcrumb,
  };
  return openBlock.level === undefined ? block : { ...block, level: openBlock.level };
}

function joinTexts(parts: readonly TextPart[]): string {
  let text = '';
  for (const part of parts) text += part.text;
  return text;
}

class BlockCollector {
  readonly openBlocks: OpenBlock[] = [];
  readonly htmlOf = new Map<Token, readonly HtmlPiece[]>();
  readonly #lines: Lines;
  readonly #excludedLines: ReadonlySet<number>;
  readonly #decodeEntity: DecodeEntity;
  /** The open list items; undefined for a footnote. */
  readonly #items: (OpenBlock | undefined)[] = [];
  readonly #headings: { level: number; text: string }[] = [];
  #breadcrumb = '';
  #quotes = 0;
  #inlineTarget: OpenBlock | undefined;
  #table: { openBlock: OpenBlock; line: number; cell: number } | undefined;

  constructor({ lines, excludedLines, decodeEntity }: Source) {
    this.#lines = lines;
    this.#excludedLines = linesOf(excludedLines);
    this.#decodeEntity = decodeEntity;
  }

  add(token: Token, next: Token | undefined): void {
    switch (token.type) {
      case 'heading_open':
        this.#openHeading(token, next);
        break;
      case 'paragraph_open':
        this.#openParagraph(token, next);
        break;
      case 'inline':
        this.#addInline(token);
        break;
      case 'list_item_open':
        this.#items.push(this.#openBlock(token, 'list-item'));
        break;
      case 'footnote_reference_open':
        this.#items.push(undefined);
        break;
      case 'list_item_close':
      case 'footnote_reference_close':
        this.#close(this.#items.pop());
        break;
      case 'blockquote_open':
        this.#quotes++;
        break;
      case 'blockquote_close':
        this.#quotes--;
        break;
      case 'fence':
      case 'code_block':
      case 'math_block':
      case 'front_matter':
        this.#addLines(token);
        break;
      case 'html_block':
        this.#addHtml(token);
        break;
      default:
        this.#addTableToken(token);
    }
  }

  #openBlock(
    token: Token,
    kind: BlockKind,
    options: { level?: number; skip?: number } = {},
  ): OpenBlock {
    const [first, afterLast] = token.map ?? [0, 1];
    const firstLine = first + 1;
    const lastLine = this.#lastLineOf(token, { kind, firstLine, afterLast });
    const openBlock: OpenBlock = {
      token,
      kind,
      level: options.level,
      firstLine,
      lastLine: Math.min(lastLine, Math.max(1, this.#lines.count)),
      parts: [],
      contentLineStart: firstLine + (options.skip ?? 0),
      contentLines: lastLine - firstLine + 1,
      breadcrumb: this.#breadcrumb,
    };
    this.openBlocks.push(openBlock);
    return openBlock;
  }

  #lastLineOf(
    token: Token,
    { kind, firstLine, afterLast }: { kind: BlockKind; firstLine: number; afterLast: number },
  ): number {
    if (kind === 'code') return Math.max(firstLine, afterLast);
    if (kind !== 'html') return this.#lastLine(firstLine, afterLast);
    const ends = token.content.replace(/[ \t\n]+$/, '').match(/\n/g) ?? [];
    return firstLine + ends.length;
  }

  /** The last line that is neither blank nor excluded; in a block quote a line of markers is blank. */
  #lastLine(firstLine: number, lastLine: number): number {
    const blank = this.#quotes > 0 ? /^[ \t>]*$/ : /^[ \t]*$/;
    let line = lastLine;
    while (
      line > firstLine &&
      (this.#excludedLines.has(line) || blank.test(this.#lines.text(line)))
    ) {
      line--;
    }
    return Math.max(firstLine, line);
  }

  #close(item: OpenBlock | undefined): void {
    if (item === undefined) return;
    for (let index = this.openBlocks.length - 1; index >= 0; index--) {
      const openBlock = this.openBlocks[index];
      if (openBlock === undefined || openBlock === item) break;
      item.lastLine = Math.max(item.lastLine, openBlock.lastLine);
    }
    item.contentLines = item.lastLine - item.firstLine + 1;
  }

  #openHeading(token: Token, inline: Token | undefined): void {
    const level = Number(token.tag.slice(1));
    const isOwn = token.level === 0;
    if (isOwn) {
      while ((this.#headings.at(-1)?.level ?? 0) >= level) this.#headings.pop();
      this.#breadcrumb = this.#headings.map(({ text }) => text).join(' › ');
    }
    this.#inlineTarget = this.#openBlock(token, 'heading', { level });
    if (!isOwn) return;
    const text = inlineText(inline?.children ?? [], this.#decodeEntity);
    this.#headings.push({ level, text: text.replace(/\s+/g, ' ').trim() });
    this.#breadcrumb = this.#headings.map((heading) => heading.text).join(' › ');
  }

  #openParagraph(token: Token, inline: Token | undefined): void {
    const isVisible = hasVisibleInline(inline?.children ?? []);
    const item = this.#items.at(-1);
    this.#inlineTarget = isVisible ? (item ?? this.#openBlock(token, 'paragraph')) : undefined;
  }

  #addInline(token: Token): void {
    const text = inlineText(token.children ?? [], this.#decodeEntity);
    if (this.#table !== undefined) {
      const { openBlock, line, cell } = this.#table;
      if (cell > 0) openBlock.parts.push({ kind: 'separator', text: '\t' });
      openBlock.parts.push({ kind: 'cell', text, content: token.content, line, cell });
      this.#table.cell++;
      return;
    }
    const target = this.#inlineTarget;
    if (target === undefined) return;
    if (target.parts.length > 0) target.parts.push({ kind: 'separator', text: '\n' });
    const line = (token.map?.[0] ?? 0) + 1;
    const heading = target.kind === 'heading';
    target.parts.push({ kind: 'inline', text, content: token.content, line, heading });
  }

  #addLines(token: Token): void {
    const kind = linesKind(token);
    const skip = token.type === 'code_block' || token.meta?.['opensAlone'] === false ? 0 : 1;
    const openBlock = this.#openBlock(token, kind, { skip });
    const text = token.content.replace(/\n$/, '');
    openBlock.contentLines = token.content === '' ? 0 : text.split('\n').length;
    openBlock.parts.push({ kind: 'lines', text, line: openBlock.contentLineStart });
  }

  #addHtml(token: Token): void {
    const pieces = parseHtml(token.content, this.#decodeEntity);
    this.htmlOf.set(token, pieces);
    if (!hasVisibleContent(pieces)) return;
    const openBlock = this.#openBlock(token, 'html');
    const text = htmlText(pieces);
    openBlock.parts.push({
      kind: 'html',
      text,
      line: openBlock.firstLine,
      content: token.content,
      pieces,
    });
  }

  #addTableToken(token: Token): void {
    if (token.type === 'table_open') {
      const openBlock = this.#openBlock(token, 'table');
      openBlock.contentLines = 0;
      this.#table = { openBlock, line: openBlock.firstLine, cell: 0 };
    } else if (token.type === 'tr_open' && this.#table !== undefined) {
      const { openBlock } = this.#table;
      if (openBlock.contentLines > 0) openBlock.parts.push({ kind: 'separator', text: '\n' });
      openBlock.contentLines++;
      this.#table = { openBlock, line: (token.map?.[0] ?? 0) + 1, cell: 0 };
    } else if (token.type === 'table_close') {
      this.#table = undefined;
    }
  }
}

function linesOf(ranges: readonly DocumentLines[]): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { lineStart, lineEnd } of ranges) {
    for (let line = lineStart; line <= lineEnd; line++) lines.add(line);
  }
  return lines;
}

function linesKind(token: Token): BlockKind {
  if (token.type === 'math_block' || isMathFence(token)) return 'math';
  return token.type === 'front_matter' ? 'front-matter' : 'code';
}

/** Returns whether a fenced block is a formula (```` ```math ````). */
export function isMathFence(token: Token): boolean {
  return token.type === 'fence' && /^math(?:\s|$)/i.test(token.info.trim());
}
