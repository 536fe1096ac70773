import type { Block } from '../core/document/block.ts';
import { type DiffDocument, type DiffFile, parseDiffDocument } from '../core/document/diff-file.ts';
import type { RenderedDocument } from '../core/document/markdown-it/ports/renderer.ts';
import type { PatchHunk } from '../core/document/patch-hunk.ts';
import { numberedLines } from './code-lines.ts';
import { type DiffLine, parseDiffLines } from './diff-lines.ts';
import { attribute, escapeHtml } from './escape.ts';
import { languageOfPath } from './highlight.ts';
import { countInvisible, showInvisibleCharacters } from './invisible.ts';
import { lazySection } from './lazy-section.ts';

const maxPerSection = { blocks: 40, lines: 300 };
/** A longer patch is not highlighted. */
const maxHighlightedLines = 4000;

/**
 * Renders the patch of a changed file: its path, what changed in numbers and words, then hunk by hunk. The HTML of
 * a section is rendered on first access.
 */
export function renderDiff(source: string | DiffDocument): RenderedDocument {
  const document = typeof source === 'string' ? parseDiffDocument(source) : source;
  const { blocks } = document;
  const total = blocks.reduce((sum, { contentLines }) => sum + contentLines, 0);
  const isHighlighted = total <= maxHighlightedLines;
  const sections = splitIntoSections(blocks).map((sectionBlocks) => {
    const firstBlock = sectionBlocks[0]?.index ?? 1;
    const lastBlock = firstBlock + sectionBlocks.length - 1;
    const lines = sectionBlocks.reduce((sum, { contentLines }) => sum + contentLines, 0);
    const write = (): string =>
      showInvisibleCharacters(
        sectionBlocks.map((block) => blockHtml(document, { block, isHighlighted })).join(''),
      );
    return lazySection({ firstBlock, lastBlock, lines }, write);
  });
  const outline = blocks
    .filter(({ kind }) => kind === 'heading')
    .map(({ index, text }) => ({ block: index, level: 1, text }));
  const title = outline[0]?.text;
  const unseen = { parts: 0, characters: countInvisible(document.text) };
  const page = { blocks, outline, sections, unseen };
  return title === undefined ? page : { ...page, title };
}

/** Splits blocks into sections of limited length; there is always one. */
function splitIntoSections(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const runs: Block[][] = [[]];
  let lines = 0;
  for (const block of blocks) {
    const run = runs.at(-1);
    const isFull =
      run === undefined || run.length >= maxPerSection.blocks || lines >= maxPerSection.lines;
    if (isFull) runs.push([block]);
    else run.push(block);
    lines = isFull ? block.contentLines : lines + block.contentLines;
  }
  return runs;
}

function blockHtml(
  document: DiffDocument,
  { block, isHighlighted }: { block: Block; isHighlighted: boolean },
): string {
  const number = attribute('data-block', block.index);
  const text = escapeHtml(block.text);
  if (block.kind === 'heading') return `<h1 class="diff-path"${number}>${text}</h1>`;
  const hunk = document.hunkOf.get(block);
  if (block.kind === 'paragraph') {
    const facts = `<p class="diff-facts"${number}>${factsHtml(block.text)}</p>`;
    return facts + headerHtml(document, block);
  }
  if (hunk === undefined) return plainLines(block, number);
  const language = isHighlighted ? languageOf(document, block) : '';
  return hunkHtml(block, { hunk, language });
}

function languageOf(document: DiffDocument, block: Block): string {
  return languageOfPath(fileOf(document, block)?.path ?? '');
}

function fileOf({ files }: DiffDocument, block: Block): DiffFile | undefined {
  return files.find(
    ({ lineStart, lineEnd }) => lineStart <= block.lineStart && block.lineEnd <= lineEnd,
  );
}

/** The lines of a header, whose facts stand above in words, folded. */
function headerHtml(document: DiffDocument, block: Block): string {
  const file = fileOf(document, block);
  if (file === undefined) return '';
  const { headerStart, headerEnd, strays } = file;
  const isStray = new Set(
    strays.flatMap(({ lineStart, lineEnd }) =>
      Array.from({ length: lineEnd - lineStart + 1 }, (_, index) => lineStart + index),
    ),
  );
  const header: string[] = [];
  for (let line = headerStart; line <= headerEnd; line++) {
    const text = document.lines.text(line).replace(/\r$/, '');
    if (text !== '' && !isStray.has(line)) header.push(text);
  }
  if (header.length === 0) return '';
  const text = escapeHtml(header.join('\n'));
  return `<details class="patch-header" data-generated><summary>Header</summary><pre>${text}</pre></details>`;
}

function factsHtml(facts: string): string {
  const [, added = '', removed = '', notes = ''] = /^(\+\d+) (−\d+)(.*)$/s.exec(facts) ?? [];
  const counts = `<span class="added">${added}</span> <span class="removed">${removed}</span>`;
  return counts + escapeHtml(notes);
}

function plainLines(block: Block, number: string): string {
  const lines = block.text.split('\n').map((line) => ({ html: escapeHtml(line) }));
  return `<pre class="code"${number}><code>${numberedLines(lines)}</code></pre>`;
}

function hunkHtml(block: Block, { hunk, language }: { hunk: PatchHunk; language: string }): string {
  const [header = '', ...body] = block.text.split('\n');
  const parents = hunk.oldStarts.length;
  const counter = new LineCounter(hunk);
  const headerLine = { kind: 'header', html: counter.blank() + escapeHtml(header) };
  const lines = parseDiffLines(body, { language, parents, mayHoldHeaders: false }).map((line) => ({
    kind: line.kind,
    html: counter.numbers(line) + marksHtml(line) + line.html,
  }));
  const start = `<pre class="code hunk" data-block="${block.index}"${attribute('data-language', language || undefined)}>`;
  return `${start}<code>${numberedLines([headerLine, ...lines])}</code></pre>`;
}

function marksHtml({ marks }: DiffLine): string {
  return marks === '' ? '' : `<span class="marks">${marks}</span>`;
}

/** Counts the lines of both sides of a hunk, and writes their numbers as generated text. */
class LineCounter {
  readonly #oldNumbers: number[];
  #current: number;

  constructor({ oldStarts, newStart }: PatchHunk) {
    this.#oldNumbers = [...oldStarts];
    this.#current = newStart;
  }

  /** Returns empty numbers for a line that has none. */
  blank(): string {
    return numbersHtml([...this.#oldNumbers.map(() => ''), '']);
  }

  numbers({ kind, marks }: DiffLine): string {
    if (kind === 'note' || kind === 'header') return this.blank();
    if (Number.isNaN(this.#current)) return this.blank();
    const isRemoved = kind === 'removed';
    const oldNumbers = this.#oldNumbers.map((number, parent) => {
      const mark = marks[parent] ?? ' ';
      const isOnSide = isRemoved ? mark === '-' : mark !== '+';
      if (isOnSide) this.#oldNumbers[parent] = number + 1;
      return isOnSide ? String(number) : '';
    });
    const current = isRemoved ? '' : String(this.#current);
    if (!isRemoved) this.#current++;
    return numbersHtml([...oldNumbers, current]);
  }
}

function numbersHtml(numbers: readonly string[]): string {
  return numbers
    .map((number, index) => {
      const side = index === numbers.length - 1 ? 'new' : 'old';
      return `<span class="number ${side}" data-generated>${number}</span>`;
    })
    .join('');
}
