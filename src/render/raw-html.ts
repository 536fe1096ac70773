import type { HtmlPiece } from '../core/document/html-text.ts';
import type { ElementStack } from './element-stack.ts';
import { attribute } from './escape.ts';
import { type InlineContext, rawImage } from './inline-html.ts';
import { blockElements, inlineElements, voidElements } from './sanitise-tag.ts';
import { isRowsOnly, type NumberedPart, numberedPart, splitRawHtml } from './split-raw-html.ts';

/** How many pieces after its start the end of a paragraph is searched. */
const maxLookahead = 100;
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const tableParts = ['table', 'thead', 'tbody', 'tfoot', 'tr'];
/** The elements of raw HTML that may be the parent of an element. */
const parents: Readonly<Record<string, readonly string[]>> = {
  thead: ['table'],
  tbody: ['table'],
  tfoot: ['table'],
  caption: ['table'],
  tr: ['table', 'thead', 'tbody', 'tfoot'],
  td: ['tr'],
  th: ['tr'],
  li: ['ul', 'ol'],
};
/** The open elements that an element closes when it begins, as in a browser. */
const closesBefore: Readonly<Record<string, readonly string[]>> = {
  thead: ['tr', 'thead', 'tbody'],
  tbody: ['tr', 'thead', 'tbody'],
  tfoot: ['tr', 'thead', 'tbody'],
  tr: ['tr'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
};

/** What raw HTML needs from the document around it. */
export interface RawHtmlContext extends InlineContext {
  /** Start tags that are closed in a later block of raw HTML. */
  readonly closedLater: ReadonlySet<HtmlPiece>;
}

/** A parsed block of raw HTML. */
export interface RawHtmlBlock {
  readonly pieces: readonly HtmlPiece[];
  /** The number of the commentable block, when it has one. */
  readonly block: number | undefined;
  /** It stands in an item, whose own text may go on inside of its tags. */
  readonly isInItem: boolean;
}

/** Writes a block of raw HTML, so that what a reader sees of it is exactly its text, in order. */
export function writeRawHtml(
  stack: ElementStack,
  { pieces, block, isInItem }: RawHtmlBlock,
  context: RawHtmlContext,
): void {
  const writer = new RawHtmlWriter(stack, context);
  const { leading, content, trailing } = splitRawHtml(pieces);
  for (const piece of leading) writer.add(piece);
  stack.closeUnmatched();
  const part =
    isInItem && content.some((piece) => context.closedLater.has(piece))
      ? numberedPart(content, context.closedLater)
      : undefined;
  if (part !== undefined) {
    writePart(writer, { stack, part, block });
  } else if (content.length > 0) {
    openBlock(stack, block, content);
    content.forEach((piece, index) => {
      writer.add(piece, content.slice(index + 1, index + 1 + maxLookahead));
    });
    stack.closeUnmatched();
    stack.closeWrapper();
  }
  for (const piece of trailing) writer.add(piece);
  stack.closeUnmatched();
}

/** Writes a block whose tags later blocks close; a summary must be the first of its details, so it carries the number. */
function writePart(
  writer: RawHtmlWriter,
  { stack, part, block }: { stack: ElementStack; part: NumberedPart; block: number | undefined },
): void {
  const { before, numbered, after } = part;
  const add = (pieces: readonly HtmlPiece[]): void => {
    pieces.forEach((piece, index) => {
      writer.add(piece, pieces.slice(index + 1, index + 1 + maxLookahead));
    });
  };
  add(before);
  const [first] = numbered;
  if (first?.kind === 'open' && first.name === 'summary') {
    writer.openNumbered(first, block);
    add(numbered.slice(1));
    stack.closeUnmatched();
  } else {
    openBlock(stack, block, numbered);
    add(numbered);
    stack.closeUnmatched();
    stack.closeWrapper();
  }
  add(after);
}

/** Closes an open table of raw HTML, since a browser would move Markdown out of it. */
export function leaveTable(stack: ElementStack): void {
  while (tableParts.includes(stack.top()) && stack.closeHtml(...tableParts));
}

function openBlock(
  stack: ElementStack,
  block: number | undefined,
  content: readonly HtmlPiece[],
): void {
  const top = stack.top();
  const number = attribute('data-block', block);
  if (tableParts.includes(top) && top !== 'tr' && isRowsOnly(content)) {
    if (top !== 'table') stack.closeHtml(top);
    stack.openWrapper(`<tbody${number}>`, 'tbody');
    return;
  }
  leaveTable(stack);
  stack.openWrapper(`<div class="html"${number}>`, 'div');
}

class RawHtmlWriter {
  readonly #stack: ElementStack;
  readonly #context: RawHtmlContext;

  constructor(stack: ElementStack, context: RawHtmlContext) {
    this.#stack = stack;
    this.#context = context;
  }

  add(piece: HtmlPiece, following: readonly HtmlPiece[] = []): void {
    switch (piece.kind) {
      case 'text':
        if (piece.text.trim() !== '') leaveTable(this.#stack);
        this.#stack.writeText(piece.text);
        break;
      case 'image':
        leaveTable(this.#stack);
        this.#stack.write(
          rawImage(piece.source, {
            isInLink: this.#stack.isIn('a'),
            imageUrl: this.#context.imageUrl,
          }),
        );
        break;
      case 'void':
        this.#addVoid(piece);
        break;
      case 'open':
        this.#open(piece, following);
        break;
      case 'close':
        this.#stack.closeHtml(piece.name);
        break;
      case 'hidden':
        this.#stack.write(this.#context.hiddenMark(piece));
        break;
    }
  }

  /** Opens a summary that carries the number of its block. */
  openNumbered(piece: HtmlPiece & { kind: 'open' }, block: number | undefined): void {
    const start = this.#context.sanitiseTag(piece.source) ?? `<${piece.name}>`;
    const tag = start.replace(/>$/, `${attribute('data-block', block)}>`);
    const { name } = piece;
    this.#stack.openHtml(tag, { name, close: `</${name}>`, unmatched: true });
  }

  #addVoid(piece: HtmlPiece & { kind: 'void' }): void {
    if (!voidElements.has(piece.name)) return;
    leaveTable(this.#stack);
    this.#stack.write(this.#context.sanitiseTag(piece.source) ?? '');
  }

  #open(piece: HtmlPiece & { kind: 'open' }, following: readonly HtmlPiece[]): void {
    const { name } = piece;
    if (!inlineElements.has(name) && !blockElements.has(name)) return;
    if (name === 'a' && this.#stack.isIn('a')) return;
    const start = this.#context.sanitiseTag(piece.source);
    if (start === undefined || !this.#makeRoom(name)) return;
    const tagName = tagNameFor(name, following);
    const unmatched = !this.#context.closedLater.has(piece);
    const tag = start.replace(/^<[a-z0-9]+/i, `<${tagName}`);
    this.#stack.openHtml(tag, { name, close: `</${tagName}>`, unmatched });
    // A browser drops one line feed right after the tag.
    const [next] = following;
    if (name === 'pre' && next?.kind === 'text' && next.text.startsWith('\n'))
      this.#stack.write('\n');
  }

  /** Closes the elements that cannot contain the element; returns whether it is allowed here then. */
  #makeRoom(name: string): boolean {
    const closes = closesBefore[name];
    if (closes !== undefined) {
      while (closes.includes(this.#stack.top()) && this.#stack.closeHtml(...closes));
    }
    // A heading in a heading ends the outer one, and two end tags then end too much.
    if (headings.includes(name) && headings.some((heading) => this.#stack.isIn(heading)))
      return false;
    const allowedParents = parents[name];
    if (allowedParents !== undefined) return allowedParents.includes(this.#stack.top());
    leaveTable(this.#stack);
    return true;
  }
}

/** A paragraph with content that would end it in a browser becomes a division, and so does obsolete centring. */
function tagNameFor(name: string, following: readonly HtmlPiece[]): string {
  if (name === 'center') return 'div';
  if (name !== 'p') return name;
  const end = following.findIndex((piece) => 'name' in piece && blockElements.has(piece.name));
  return following[end]?.kind === 'close' ? 'p' : 'div';
}
