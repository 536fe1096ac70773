import { oneLine } from '../text/one-line.ts';
import { hiddenElements, inlineElements, isHtmlTag, tagName, voidElements } from './html-tags.ts';

/**
 * A piece of raw HTML as a page shows it. Text pieces in order are the visible text: white space is collapsed as a
 * browser does it, and elements that a page never shows are removed with their content.
 */
export type HtmlPiece =
  | HtmlText
  | { readonly kind: 'open'; readonly name: string; readonly source: string }
  | { readonly kind: 'void'; readonly name: string; readonly source: string }
  | { readonly kind: 'close'; readonly name: string }
  | {
      readonly kind: 'image';
      readonly source: string;
      readonly alt: string;
      readonly start: number;
      readonly end: number;
    }
  | HiddenPiece;

/** Source that a page does not show as text, and its place in the source. */
interface HiddenPiece {
  readonly kind: 'hidden';
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** Visible text; `starts` and `ends` hold the source range of each of its characters. */
interface HtmlText {
  readonly kind: 'text';
  text: string;
  readonly starts: number[];
  readonly ends: number[];
}

interface Origin {
  readonly start: number;
  readonly end: number;
}

/** Returns the characters of a reference such as `&amp;`, or the reference itself when it is unknown. */
export type DecodeEntity = (reference: string) => string;

const markup =
  /<!--(?:-?>|[\s\S]*?(?:--!?>|$))|<(?:!\[CDATA\[[\s\S]*?(?:\]\]>|$)|[!?][^>]*(?:>|$))|<\/[a-zA-Z][^>]*(?:>|$)|<[a-zA-Z][^\s/>]*(?:[^<>"']|"[^"]*"|'[^']*')*>/g;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
/** Parses raw HTML. */
export function parseHtml(source: string, decodeEntity: DecodeEntity): readonly HtmlPiece[] {
  const reader = new HtmlReader(source, decodeEntity);
  let position = 0;
  markup.lastIndex = 0;
  for (let match = markup.exec(source); match; match = markup.exec(source)) {
    reader.addText(position, match.index);
    position = match.index + match[0].length;
    const name = tagName(match[0]);
    if (name === '' || (hiddenElements.has(name) && isHtmlTag(match[0]))) {
      position = endOfHidden(source, { tag: match[0], from: position });
      reader.addHidden(match.index, position);
    } else {
      reader.addMarkup(match[0], match.index);
    }
    markup.lastIndex = position;
  }
  reader.addText(position, source.length);
  reader.finish();
  const shows = hasVisibleContent(reader.pieces);
  return reader.pieces.filter((piece) => piece.kind !== 'text' || (shows && piece.text !== ''));
}

/** Returns the text of raw HTML as a page shows it. */
export function htmlText(pieces: readonly HtmlPiece[]): string {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind === 'text') text += piece.text;
    else if (piece.kind === 'image') text += piece.alt;
  }
  return text;
}

/** Returns whether a page shows anything of this HTML. */
export function hasVisibleContent(pieces: readonly HtmlPiece[]): boolean {
  return pieces.some((piece) =>
    piece.kind === 'text' ? piece.text.trim() !== '' : piece.kind === 'image',
  );
}

/** Returns the attributes of a start tag, names in lower case, values decoded; the first of equal names counts. */
export function attributesOf(tag: string, decodeEntity: DecodeEntity): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  const inner = tag.replace(/^<[^\s/>]+/, '').replace(/\/?>$/, '');
  for (const [, name = '', double, single, unquoted] of inner.matchAll(attribute)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) {
      attributes.set(key, decodeEntities(double ?? single ?? unquoted ?? '', decodeEntity));
    }
  }
  return attributes;
}

/** Returns the words of hidden source: what stands inside a comment, else all of it; empty when there are none. */
export function hiddenWords(source: string): string {
  const inner = /^<!--(?:-?>$|([\s\S]*?)(?:--!?>|$))/.exec(source);
  const words = inner === null ? source : (inner[1] ?? '').trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : '';
}

function decodeEntities(text: string, decodeEntity: DecodeEntity): string {
  return text.replace(/&[#\w]+;/g, decodeEntity);
}

/** Where a hidden element ends; one that nothing closes hides all that follows in its block. */
function endOfHidden(source: string, { tag, from }: { tag: string; from: number }): number {
  const name = tagName(tag);
  if (name === '' || tag.startsWith('</') || voidElements.has(name)) return from;
  const end = new RegExp(`</${name}(?=[\\s/>])[^>]*>`, 'gi');
  end.lastIndex = from;
  const match = end.exec(source);
  return match ? match.index + match[0].length : source.length;
}

class HtmlReader {
  readonly pieces: HtmlPiece[] = [];
  readonly #source: string;
  readonly #decodeEntity: DecodeEntity;
  #lastText: HtmlText | undefined;
  #shown = false;
  /** White space that is visible only if text follows, and the piece in which it began. */
  #gap: { text: ' ' | '\n'; origin: Origin; piece: HtmlText | undefined } | undefined;
  #preformatted = 0;
  /** A browser drops a line feed right after `<pre>`. */
  #dropsLineFeed = false;

  constructor(source: string, decodeEntity: DecodeEntity) {
    this.#source = source;
    this.#decodeEntity = decodeEntity;
  }

  /** Adds the text between two offsets. */
  addText(start: number, end: number): void {
    let piece: HtmlText | undefined;
    const character = /&[#\w]+;|[\s\S]/g;
    const skipped = this.#dropsLineFeed && this.#source[start] === '\n' && start < end ? 1 : 0;
    this.#dropsLineFeed = false;
    character.lastIndex = start + skipped;
    while (character.lastIndex < end) {
      const match = character.exec(this.#source);
      if (!match) return;
      const origin = { start: match.index, end: match.index + match[0].length };
      if (this.#preformatted === 0 && /^[ \t\n\r\f]$/.test(match[0])) {
        if (this.#shown) this.#gap ??= { text: ' ', origin, piece: piece ?? this.#newText() };
        continue;
      }
      if (this.#gap?.piece !== undefined) this.#closeGap(this.#gap.piece);
      piece ??= this.#newText();
      this.#closeGap(piece);
      append(piece, match[0].length > 1 ? this.#decodeEntity(match[0]) : match[0], origin);
      this.#shown = true;
    }
  }

  /** Adds source that a page does not show; what has no words in it leaves no trace. */
  addHidden(start: number, end: number): void {
    const source = this.#source.slice(start, end).trimEnd();
    if (source.startsWith('</') || hiddenWords(source) === '') return;
    this.pieces.push({ kind: 'hidden', source, start, end: start + source.length });
  }

  /** Adds a tag; one that is none of HTML is text. */
  addMarkup(tag: string, start: number): void {
    const name = tagName(tag);
    if (!isHtmlTag(tag)) {
      this.addText(start, start + tag.length);
      return;
    }
    const slash = tag.startsWith('</');
    if (name === 'img') {
      if (!slash) this.#addImage(tag, { start, end: start + tag.length });
      return;
    }
    if (this.#shown && (name === 'br' || !inlineElements.has(name))) this.#endLine(start);
    if (name === 'pre') {
      this.#preformatted = Math.max(0, this.#preformatted + (slash ? -1 : 1));
      this.#dropsLineFeed = !slash;
    }
    if (voidElements.has(name)) this.pieces.push({ kind: 'void', name, source: tag });
    else if (slash) this.pieces.push({ kind: 'close', name });
    else this.pieces.push({ kind: 'open', name, source: tag });
  }

  /** Trims blank lines at the end, which only `<pre>` can have. */
  finish(): void {
    const last = this.#lastText;
    if (last === undefined) return;
    last.text = last.text.replace(/[ \n]+$/, '');
    last.starts.length = last.text.length;
    last.ends.length = last.text.length;
  }

  #addImage(source: string, origin: Origin): void {
    const alt = attributesOf(source, this.#decodeEntity).get('alt') ?? '';
    if (this.#gap) this.#closeGap(this.#gap.piece ?? this.#newText());
    this.pieces.push({ kind: 'image', source, alt: oneLine(alt), ...origin });
    this.#shown = true;
    this.#lastText = undefined;
  }

  #newText(): HtmlText {
    const piece: HtmlText = { kind: 'text', text: '', starts: [], ends: [] };
    this.pieces.push(piece);
    this.#lastText = piece;
    return piece;
  }

  /** A break between two lines belongs to the text before it, where a browser never shows it as a gap. */
  #endLine(position: number): void {
    this.#gap = { text: '\n', origin: { start: position, end: position }, piece: this.#lastText };
  }

  /** Adds the pending white space, now that something follows. */
  #closeGap(piece: HtmlText): void {
    if (this.#gap) append(piece, this.#gap.text, this.#gap.origin);
    this.#gap = undefined;
  }
}

function append(piece: HtmlText, text: string, { start, end }: Origin): void {
  piece.text += text;
  for (let index = 0; index < text.length; index++) {
    piece.starts.push(start);
    piece.ends.push(end);
  }
}
