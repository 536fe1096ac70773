import type { Block, BlockKind } from './block.ts';
import { type DiffHeader, parseDiffHeader } from './diff-header.ts';
import { diffNotes, displayPath } from './diff-notes.ts';
import { indexPatchLines, type Lines } from './lines.ts';
import { type PatchHunk, type PatchSection, scanPatch } from './patch-scan.ts';
import type { TextPart } from './text-part.ts';

/** One changed file of a patch. */
export interface DiffFile extends DiffHeader, PatchSection {
  /** Lines added and removed. */
  readonly added: number;
  readonly removed: number;
  /** The part of the patch for this file; a valid patch of its own. */
  readonly patch: string;
  /** What else changed, in words: `new file`, `renamed from a to b`, `binary` and the like. */
  readonly notes: readonly string[];
}

/** A parsed patch: its blocks, and what rendering and mapping offsets need. */
export interface DiffDocument {
  readonly kind: 'diff';
  readonly text: string;
  readonly lines: Lines;
  readonly files: readonly DiffFile[];
  readonly blocks: readonly Block[];
  readonly parts: ReadonlyMap<Block, readonly TextPart[]>;
  /** The hunk that a block shows. */
  readonly hunkOf: ReadonlyMap<Block, PatchHunk>;
}

/** Splits a patch, as git or `diff -u` prints it, into its files. Text around them is ignored. */
export function parseDiff(patch: string): readonly DiffFile[] {
  return parseFiles(patch, indexPatchLines(patch));
}

/** Returns the commentable blocks of a file's patch: its path, a line about the change, then each hunk. */
export function indexDiffBlocks(file: string | DiffFile): readonly Block[] {
  return parseDiffDocument(typeof file === 'string' ? file : file.patch).blocks;
}

/** Parses the patch of one file (or of several, one after the other). */
export function parseDiffDocument(text: string): DiffDocument {
  const lines = indexPatchLines(text);
  const files = parseFiles(text, lines);
  const collector = new DiffBlockCollector(text, lines);
  for (const file of files) collector.addFile(file);
  if (files.length === 0 && text.trim() !== '') collector.addUnknown();
  const { blocks, parts, hunkOf } = collector;
  return { kind: 'diff', text, lines, files, blocks, parts, hunkOf };
}

function parseFiles(patch: string, lines: Lines): readonly DiffFile[] {
  return scanPatch(lines).map((section) => {
    const headerEnd = Math.max(section.lineStart, section.headerEnd);
    const hasHeader = section.headerEnd >= section.lineStart;
    const header = hasHeader
      ? patch.slice(lines.start(section.lineStart), lines.end(headerEnd))
      : '';
    const facts = parseDiffHeader(header);
    const counts = countChanges(lines, section);
    return {
      ...section,
      ...facts,
      ...counts,
      notes: diffNotes(facts, { header, parents: section.hunks[0]?.oldStarts.length ?? 1 }),
      patch: patch.slice(lines.start(section.lineStart), lines.start(section.lineEnd + 1)),
    };
  });
}

function countChanges(lines: Lines, { hunks }: PatchSection): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const hunk of hunks) {
    for (let line = hunk.lineStart + 1; line <= hunk.lineEnd; line++) {
      const marks = lines.text(line).slice(0, hunk.oldStarts.length);
      if (marks.includes('-')) removed++;
      else if (marks.includes('+')) added++;
    }
  }
  return { added, removed };
}

class DiffBlockCollector {
  readonly blocks: Block[] = [];
  readonly parts = new Map<Block, readonly TextPart[]>();
  readonly hunkOf = new Map<Block, PatchHunk>();
  readonly #text: string;
  readonly #lines: Lines;

  constructor(text: string, lines: Lines) {
    this.#text = text;
    this.#lines = lines;
  }

  addFile(file: DiffFile): void {
    const { lineStart } = file;
    const path = displayPath(file.path);
    const header = { lineStart, lineEnd: lineStart };
    const rest = { lineStart: Math.min(lineStart + 1, file.lineEnd), lineEnd: file.headerEnd };
    this.#addGenerated('heading', path, { ...header, breadcrumb: '' });
    const summary = [`+${file.added} −${file.removed}`, ...file.notes].join(' · ');
    const blockLines = rest.lineEnd < rest.lineStart ? header : rest;
    this.#addGenerated('paragraph', summary, { ...blockLines, breadcrumb: path });
    for (const hunk of file.hunks) {
      this.hunkOf.set(this.#addLines('hunk', { ...hunk, breadcrumb: path }), hunk);
    }
  }

  /** Text in which no change was found is shown as it is. */
  addUnknown(): void {
    this.#addLines('code', { lineStart: 1, lineEnd: this.#lines.count, breadcrumb: '' });
  }

  #addGenerated(kind: BlockKind, text: string, blockLines: BlockLines): void {
    const start = this.#lines.start(blockLines.lineStart);
    const end = this.#lines.end(blockLines.lineEnd);
    this.#add({ kind, text, ...(kind === 'heading' ? { level: 1 } : {}) }, blockLines, [
      { kind: 'generated', text, start, end },
    ]);
  }

  #addLines(kind: BlockKind, blockLines: BlockLines): Block {
    const { lineStart, lineEnd } = blockLines;
    const source = this.#text.slice(this.#lines.start(lineStart), this.#lines.end(lineEnd));
    const text = source.replace(/\r(?=\n|$)/g, '').replaceAll('\0', '\uFFFD');
    return this.#add({ kind, text }, blockLines, [{ kind: 'lines', text, line: lineStart }]);
  }

  #add(
    fields: Pick<Block, 'kind' | 'text' | 'level'>,
    { lineStart, lineEnd, breadcrumb }: BlockLines,
    parts: readonly TextPart[],
  ): Block {
    const block: Block = {
      index: this.blocks.length + 1,
      ...fields,
      lineStart,
      lineEnd,
      start: this.#lines.start(lineStart),
      end: this.#lines.end(lineEnd),
      contentLines: lineEnd - lineStart + 1,
      contentLineStart: lineStart,
      breadcrumb,
    };
    this.blocks.push(block);
    this.parts.set(block, parts);
    return block;
  }
}

interface BlockLines {
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly breadcrumb: string;
}
