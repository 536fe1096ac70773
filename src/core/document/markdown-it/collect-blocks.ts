import type { Block, BlockKind } from '../block.ts';
import type { DocumentLines } from '../document-lines.ts';
import {
  type DecodeEntity,
  type HtmlPiece,
  htmlText,
  readHtml,
  showsSomething,
} from '../html-text.ts';
import type { Lines } from '../lines.ts';
import type { TextPart } from '../text-part.ts';
import { inlineText, showsInline } from './inline-text.ts';
import type { Token } from './types.ts';

/** Blocks of a document, and for each the parts of its text; a token that opens a block leads to it. */
export interface CollectedBlocks {
  readonly blocks: readonly Block[];
  readonly parts: ReadonlyMap<Block, readonly TextPart[]>;
  readonly blockOf: ReadonlyMap<Token, Block>;
  /** Raw HTML as read, by its token. */
  readonly htmlOf: ReadonlyMap<Token, readonly HtmlPiece[]>;
}

interface Draft {
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

/** What is known of the document whose blocks are counted. */
interface Source {
  readonly text: string;
  readonly lines: Lines;
  readonly notBlocks: readonly DocumentLines[];
  readonly decodeEntity: DecodeEntity;
}

/** Counts the commentable blocks of a parsed document. */
export function collectBlocks(tokens: readonly Token[], source: Source): CollectedBlocks {
  const { text, lines } = source;
  const collector = new BlockCollector(source);
  for (const [index, token] of tokens.entries()) collector.add(token, tokens[index + 1]);
  const blocks: Block[] = [];
  const parts = new Map<Block, readonly TextPart[]>();
  const blockOf = new Map<Token, Block>();
  const bom = text.startsWith('\uFEFF') ? 1 : 0;
  for (const draft of collector.drafts) {
    const block = finish(draft, { index: blocks.length + 1, lines, from: bom });
    blocks.push(block);
    parts.set(block, draft.parts);
    blockOf.set(draft.token, block);
  }
  return { blocks, parts, blockOf, htmlOf: collector.htmlOf };
}

function finish(
  draft: Draft,
  { index, lines, from }: { index: number; lines: Lines; from: number },
): Block {
  const block: Block = {
    index,
    kind: draft.kind,
    lineStart: draft.firstLine,
    lineEnd: draft.lastLine,
    start: Math.max(lines.start(draft.firstLine), from),
    end: lines.end(draft.lastLine),
    text: draft.parts.length === 1 ? (draft.parts[0]?.text ?? '') : joinTexts(draft.parts),
    contentLines: draft.contentLines,
    contentLineStart: draft.contentLineStart,
    breadcrumb: draft.breadcrumb,
  };
  return draft.level === undefined ? block : { ...block, level: draft.level };
}

function joinTexts(parts: readonly TextPart[]): string {
  let text = '';
  for (const part of parts) text += part.text;
  return text;
}

class BlockCollector {
  readonly drafts: Draft[] = [];
  readonly htmlOf = new Map<Token, readonly HtmlPiece[]>();
  readonly #lines: Lines;
  readonly #leftOut: ReadonlySet<number>;
  readonly #decodeEntity: DecodeEntity;
  /** The innermost list item, or nothing outside of items and in a footnote. */
  readonly #owners: (Draft | undefined)[] = [];
  readonly #headings: { level: number; text: string }[] = [];
  #breadcrumb = '';
  #quotes = 0;
  #inlineGoesTo: Draft | undefined;
  #table: { draft: Draft; line: number; cell: number } | undefined;

  constructor({ lines, notBlocks, decodeEntity }: Source) {
    this.#lines = lines;
    this.#leftOut = linesOf(notBlocks);
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
        this.#owners.push(this.#draft(token, 'list-item'));
        break;
      case 'footnote_reference_open':
        this.#owners.push(undefined);
        break;
      case 'list_item_close':
      case 'footnote_reference_close':
        this.#close(this.#owners.pop());
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

  #draft(token: Token, kind: BlockKind, more: { level?: number; skip?: number } = {}): Draft {
    const [first, afterLast] = token.map ?? [0, 1];
    const firstLine = first + 1;
    const lastLine = this.#lastLineOf(token, { kind, firstLine, afterLast });
    const draft: Draft = {
      token,
      kind,
      level: more.level,
      firstLine,
      lastLine: Math.min(lastLine, Math.max(1, this.#lines.count)),
      parts: [],
      contentLineStart: firstLine + (more.skip ?? 0),
      contentLines: lastLine - firstLine + 1,
      breadcrumb: this.#breadcrumb,
    };
    this.drafts.push(draft);
    return draft;
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

  /** The last line that is neither blank nor left out; in a block quote a line of markers is blank. */
  #lastLine(firstLine: number, lastLine: number): number {
    const blank = this.#quotes > 0 ? /^[ \t>]*$/ : /^[ \t]*$/;
    let line = lastLine;
    while (line > firstLine && (this.#leftOut.has(line) || blank.test(this.#lines.text(line)))) {
      line--;
    }
    return Math.max(firstLine, line);
  }

  #close(item: Draft | undefined): void {
    if (item === undefined) return;
    for (let index = this.drafts.length - 1; index >= 0; index--) {
      const draft = this.drafts[index];
      if (draft === undefined || draft === item) break;
      item.lastLine = Math.max(item.lastLine, draft.lastLine);
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
    this.#inlineGoesTo = this.#draft(token, 'heading', { level });
    if (!isOwn) return;
    const text = inlineText(inline?.children ?? [], this.#decodeEntity);
    this.#headings.push({ level, text: text.replace(/\s+/g, ' ').trim() });
    this.#breadcrumb = this.#headings.map((heading) => heading.text).join(' › ');
  }

  #openParagraph(token: Token, inline: Token | undefined): void {
    const shown = showsInline(inline?.children ?? []);
    const owner = this.#owners.at(-1);
    this.#inlineGoesTo = shown ? (owner ?? this.#draft(token, 'paragraph')) : undefined;
  }

  #addInline(token: Token): void {
    const text = inlineText(token.children ?? [], this.#decodeEntity);
    if (this.#table !== undefined) {
      const { draft, line, cell } = this.#table;
      if (cell > 0) draft.parts.push({ kind: 'separator', text: '\t' });
      draft.parts.push({ kind: 'cell', text, content: token.content, line, cell });
      this.#table.cell++;
      return;
    }
    const target = this.#inlineGoesTo;
    if (target === undefined) return;
    if (target.parts.length > 0) target.parts.push({ kind: 'separator', text: '\n' });
    const line = (token.map?.[0] ?? 0) + 1;
    const heading = target.kind === 'heading';
    target.parts.push({ kind: 'inline', text, content: token.content, line, heading });
  }

  #addLines(token: Token): void {
    const kind = linesKind(token);
    const skip = token.type === 'code_block' || token.meta?.['opensAlone'] === false ? 0 : 1;
    const draft = this.#draft(token, kind, { skip });
    const text = token.content.replace(/\n$/, '');
    draft.contentLines = token.content === '' ? 0 : text.split('\n').length;
    draft.parts.push({ kind: 'lines', text, line: draft.contentLineStart });
  }

  #addHtml(token: Token): void {
    const pieces = readHtml(token.content, this.#decodeEntity);
    this.htmlOf.set(token, pieces);
    if (!showsSomething(pieces)) return;
    const draft = this.#draft(token, 'html');
    const text = htmlText(pieces);
    draft.parts.push({ kind: 'html', text, line: draft.firstLine, content: token.content, pieces });
  }

  #addTableToken(token: Token): void {
    if (token.type === 'table_open') {
      const draft = this.#draft(token, 'table');
      draft.contentLines = 0;
      this.#table = { draft, line: draft.firstLine, cell: 0 };
    } else if (token.type === 'tr_open' && this.#table !== undefined) {
      const { draft } = this.#table;
      if (draft.contentLines > 0) draft.parts.push({ kind: 'separator', text: '\n' });
      draft.contentLines++;
      this.#table = { draft, line: (token.map?.[0] ?? 0) + 1, cell: 0 };
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

/** Whether a fenced block is a formula (```` ```math ````). */
export function isMathFence(token: Token): boolean {
  return token.type === 'fence' && /^math(?:\s|$)/i.test(token.info.trim());
}
