import type { Block } from '../block.ts';
import type { HiddenPart } from '../hidden-part.ts';
import { hiddenElements, tagName } from '../html-tags.ts';
import { type HtmlPiece, hiddenWords } from '../html-text.ts';
import type { Lines } from '../lines.ts';
import { type CharacterSource, mapCell, mapContent } from '../source-map.ts';
import type { StateCore, Token } from './types.ts';

/** The parts of a document that a page folds away, by the token or piece of raw HTML that stands for them. */
export type HiddenParts = ReadonlyMap<Token | HtmlPiece, HiddenPart>;

/** The document in which hidden parts are found. */
interface Source {
  readonly text: string;
  readonly lines: Lines;
  readonly blocks: readonly Block[];
  readonly blockOf: ReadonlyMap<Token, Block>;
  readonly htmlOf: ReadonlyMap<Token, readonly HtmlPiece[]>;
}

/** Returns the words of the source that no block shows: comments, hidden elements, definitions that no link uses. */
export function findHiddenParts(tokens: readonly Token[], source: Source): HiddenParts {
  const finder = new HiddenPartFinder(source);
  for (const token of tokens) finder.add(token);
  return finder.parts;
}

/** Returns whether a tag in a line of text stands for something that a page folds away. */
export function isHiddenInline(token: Token): boolean {
  if (token.type !== 'html_inline' || token.content.startsWith('</')) return false;
  const name = tagName(token.content);
  return (name === '' || hiddenElements.has(name)) && hiddenWords(token.content) !== '';
}

class HiddenPartFinder {
  readonly parts = new Map<Token | HtmlPiece, HiddenPart>();
  readonly #source: Source;
  #cell: { line: number; cell: number } | undefined;
  #heading = false;

  constructor(source: Source) {
    this.#source = source;
  }

  add(token: Token): void {
    switch (token.type) {
      case 'html_block':
        this.#addHtml(token);
        break;
      case 'inline':
        this.#addInline(token);
        break;
      case 'heading_open':
      case 'heading_close':
        this.#heading = token.nesting === 1;
        break;
      case 'tr_open':
        this.#cell = { line: (token.map?.[0] ?? 0) + 1, cell: 0 };
        break;
      case 'table_close':
        this.#cell = undefined;
        break;
      case 'reference_definition':
        this.#addLines(token, 'unused link');
        break;
      case 'hidden_front_matter':
        this.#addLines(token, 'front matter');
    }
  }

  #addHtml(token: Token): void {
    const pieces = this.#source.htmlOf.get(token) ?? [];
    if (!pieces.some(({ kind }) => kind === 'hidden')) return;
    const line = (token.map?.[0] ?? 0) + 1;
    const sources = mapContent(token.content, { lines: this.#source.lines, line });
    for (const piece of pieces) {
      if (piece.kind !== 'hidden') continue;
      const block = this.#source.blockOf.get(token)?.index;
      this.#addPart(piece, { ...rangeOf(sources, piece), label: labelOf(piece.source), block });
    }
  }

  #addInline(token: Token): void {
    const children = token.children?.filter(isHiddenInline) ?? [];
    const cell = this.#cell?.cell;
    if (this.#cell !== undefined) this.#cell.cell++;
    if (children.length === 0) return;
    const sources = this.#sourcesOf(token, cell);
    let position = 0;
    for (const child of children) {
      const start = Math.max(position, token.content.indexOf(child.content, position));
      position = start + child.content.length;
      const range = rangeOf(sources, { start, end: position });
      this.#addPart(child, { ...range, label: labelOf(child.content) });
    }
  }

  #sourcesOf(token: Token, cell: number | undefined): readonly CharacterSource[] {
    const { lines } = this.#source;
    if (this.#cell === undefined || cell === undefined) {
      const line = (token.map?.[0] ?? 0) + 1;
      return mapContent(token.content, { lines, line, heading: this.#heading });
    }
    const { line } = this.#cell;
    return mapCell(token.content, { row: lines.text(line), start: lines.start(line), cell });
  }

  #addLines(token: Token, label: string): void {
    const { lines } = this.#source;
    const [first, afterLast] = token.map ?? [0, 1];
    this.#addPart(token, { start: lines.start(first + 1), end: lines.end(afterLast), label });
  }

  #addPart(
    key: Token | HtmlPiece,
    part: { start: number; end: number; label: string; block?: number | undefined },
  ): void {
    const { text } = this.#source;
    const { start, end, label } = part;
    const words = hiddenWords(text.slice(start, end).trim());
    if (words === '') return;
    const block = part.block ?? this.#blockAt(start, end);
    this.parts.set(key, { start, end, label, words, ...(block === undefined ? {} : { block }) });
  }

  /** The innermost block around a part, else the next one, else the last. */
  #blockAt(start: number, end: number): number | undefined {
    const { blocks } = this.#source;
    const around = blocks.findLast((block) => block.start <= start && end <= block.end);
    const next = blocks.find((block) => block.start >= end);
    return (around ?? next ?? blocks.at(-1))?.index;
  }
}

function rangeOf(
  sources: readonly CharacterSource[],
  { start, end }: { start: number; end: number },
): { start: number; end: number } {
  const first = sources[start]?.start ?? sources.at(-1)?.end ?? 0;
  return { start: first, end: Math.max(first, sources[end - 1]?.end ?? first) };
}

function labelOf(source: string): string {
  const name = tagName(source);
  if (name !== '') return name;
  return source.startsWith('<!--') ? 'comment' : 'declaration';
}

const usedLabelsKey = Symbol('used labels');

/** Records the labels that links use, when run between reading blocks and lines of text. */
export function recordUsedLabels(state: StateCore): void {
  const used = new Set<string>();
  state.env[usedLabelsKey] = used;
  const references: unknown = state.env['references'];
  if (typeof references !== 'object' || references === null) return;
  for (const [label, reference] of Object.entries(references as Record<string, LinkReference>)) {
    const { href, title } = reference;
    Object.assign(references, {
      [label]: {
        title,
        get href() {
          used.add(label);
          return href;
        },
      },
    });
  }
}

interface LinkReference {
  readonly href: string;
  readonly title: string;
}

/** Removes the definitions that links used; a second one of a label is used by none. */
export function stripUsedReferences(state: StateCore): void {
  const used: unknown = state.env[usedLabelsKey];
  const seen = new Set<string>();
  state.tokens = state.tokens.filter(({ type, meta }) => {
    if (type !== 'reference_definition') return true;
    const label = String(meta?.['label'] ?? '');
    const isUsed = used instanceof Set && used.has(label) && !seen.has(label);
    seen.add(label);
    return !isUsed;
  });
}
