import type { Block } from '../core/document/block.ts';
import { type DiffDocument, parseDiffDocument } from '../core/document/diff-file.ts';
import type { RenderedDocument } from '../core/document/markdown-it/ports/renderer.ts';
import type { PatchHunk } from '../core/document/patch-scan.ts';
import { numberedLines } from './code-lines.ts';
import { type DiffLine, readDiffLines } from './diff-lines.ts';
import { attribute, escapeHtml } from './escape.ts';
import { languageOfPath } from './highlight.ts';
import { lazySection } from './lazy-section.ts';

const mostPerSection = { blocks: 40, lines: 300 };
/** A longer patch is shown without colours of its language. */
const longestColoured = 4000;

/**
 * Renders the patch of a changed file: its path, what changed in numbers and words, then hunk by hunk. A section is
 * written when its HTML is first asked for.
 */
export function renderDiff(source: string | DiffDocument): RenderedDocument {
  const document = typeof source === 'string' ? parseDiffDocument(source) : source;
  const { blocks } = document;
  const total = blocks.reduce((sum, { contentLines }) => sum + contentLines, 0);
  const coloured = total <= longestColoured;
  const sections = cutBlocks(blocks).map((some) => {
    const firstBlock = some[0]?.index ?? 1;
    const lastBlock = firstBlock + some.length - 1;
    const lines = some.reduce((sum, { contentLines }) => sum + contentLines, 0);
    const write = (): string =>
      some.map((block) => blockHtml(document, { block, coloured })).join('');
    return lazySection({ firstBlock, lastBlock, lines }, write);
  });
  const outline = blocks
    .filter(({ kind }) => kind === 'heading')
    .map(({ index, text }) => ({ block: index, level: 1, text }));
  const title = outline[0]?.text;
  return { blocks, outline, sections, ...(title === undefined ? {} : { title }) };
}

/** Cuts blocks into runs that are not too long; there is always one. */
function cutBlocks(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const runs: Block[][] = [[]];
  let lines = 0;
  for (const block of blocks) {
    const run = runs.at(-1);
    const isFull =
      run === undefined || run.length >= mostPerSection.blocks || lines >= mostPerSection.lines;
    if (isFull) runs.push([block]);
    else run.push(block);
    lines = isFull ? block.contentLines : lines + block.contentLines;
  }
  return runs;
}

function blockHtml(
  document: DiffDocument,
  { block, coloured }: { block: Block; coloured: boolean },
): string {
  const number = attribute('data-block', block.index);
  const text = escapeHtml(block.text);
  if (block.kind === 'heading') return `<h1 class="diff-path"${number}>${text}</h1>`;
  if (block.kind === 'paragraph')
    return `<p class="diff-facts"${number}>${factsHtml(block.text)}</p>`;
  const hunk = document.hunkOf.get(block);
  if (hunk === undefined) return plainLines(block, number);
  const file = document.files.find(
    ({ lineStart, lineEnd }) => lineStart <= block.lineStart && block.lineEnd <= lineEnd,
  );
  const language = coloured ? languageOfPath(file?.path ?? '') : '';
  return hunkHtml(block, { hunk, language });
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
  const lines = readDiffLines(body, { language, parents }).map((line) => ({
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
  readonly #olds: number[];
  #current: number;

  constructor({ oldStarts, newStart }: PatchHunk) {
    this.#olds = [...oldStarts];
    this.#current = newStart;
  }

  /** The place of the numbers in a line that has none. */
  blank(): string {
    return numbersHtml([...this.#olds.map(() => ''), '']);
  }

  numbers({ kind, marks }: DiffLine): string {
    if (kind === 'note' || kind === 'header') return this.blank();
    const isRemoved = kind === 'removed';
    const olds = this.#olds.map((number, parent) => {
      const mark = marks[parent] ?? ' ';
      const isThere = isRemoved ? mark === '-' : mark !== '+';
      if (isThere) this.#olds[parent] = number + 1;
      return isThere ? String(number) : '';
    });
    const current = isRemoved ? '' : String(this.#current);
    if (!isRemoved) this.#current++;
    return numbersHtml([...olds, current]);
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
