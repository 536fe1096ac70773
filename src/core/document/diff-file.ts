import type { Block, BlockKind } from './block.ts';
import { type DiffHeader, parseDiffHeader } from './diff-header.ts';
import { diffNotes, displayPath } from './diff-notes.ts';
import type { DocumentLines } from './document-lines.ts';
import { lineEndNote } from './line-end-note.ts';
import { indexPatchLines, type Lines } from './lines.ts';
import type { PatchHunk } from './patch-hunk.ts';
import { type MessageDocument, messageDocument } from './patch-message.ts';
import { type PatchSection, type ScannedPatch, scanPatch } from './patch-scan.ts';
import { plainPatch } from './plain-patch.ts';
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

/** What stands in a patch, in its order: a file, or the message of a commit or mail above its files. */
export type PatchEntry =
  | { readonly kind: 'file'; readonly file: DiffFile }
  | { readonly kind: 'message'; readonly message: MessageDocument };

/**
 * Splits a patch into its files, as git, `diff -u`, Mercurial or Subversion prints it, in colours, in a mail or quoted as
 * well; its messages are left out.
 */
export function parseDiff(patch: string): readonly DiffFile[] {
  return readPatch(patch).flatMap((entry) => (entry.kind === 'file' ? [entry.file] : []));
}

/** Splits a patch into its messages and files; where several messages have files, a file's patch begins with its commit. */
export function readPatch(patch: string): readonly PatchEntry[] {
  const text = plainPatch(patch);
  const lines = indexPatchLines(text);
  const scanned = scanPatch(lines);
  const messages = scanned.messages.map((message) => messageDocument(lines, message));
  const files = parseFiles({ text, lines }, scanned);
  const commits = new Set(files.map(({ message }) => message));
  const entriesOf = new Map<number | undefined, PatchEntry[]>();
  for (const file of files) {
    const message = commits.size > 1 ? messages[file.message ?? -1] : undefined;
    const entries = entriesOf.get(file.message) ?? [];
    entries.push({ kind: 'file', file: message === undefined ? file : ofCommit(file, message) });
    entriesOf.set(file.message, entries);
  }
  return [
    ...(entriesOf.get(undefined) ?? []),
    ...messages.flatMap((message, index) => [
      { kind: 'message' as const, message },
      ...(entriesOf.get(index) ?? []),
    ]),
  ];
}

function ofCommit(file: DiffFile, { path }: MessageDocument): DiffFile {
  if (!/^commit [0-9a-f]{7} /.test(path)) return file;
  return { ...file, notes: [...file.notes, path], patch: `${path}\n${file.patch}` };
}

/** Returns the commentable blocks of a file's patch: its path, a line about the change, then each hunk. */
export function indexDiffBlocks(file: string | DiffFile): readonly Block[] {
  return parseDiffDocument(typeof file === 'string' ? file : file.patch).blocks;
}

/** Parses the patch of one file (or of several, one after the other). */
export function parseDiffDocument(text: string): DiffDocument {
  const lines = indexPatchLines(text);
  const scanned = scanPatch(lines);
  const files = parseFiles({ text, lines }, scanned);
  const collector = new DiffBlockCollector(text, lines);
  const parts = [
    ...files.map((file) => ({ at: file.lineStart, add: () => collector.addFile(file) })),
    ...scanned.messages
      .flatMap(({ above = [], tail, ...message }) => [
        ...above,
        message,
        ...(tail === undefined ? [] : [tail]),
      ])
      .map((range) => ({ at: range.lineStart, add: () => collector.addPlain(range) })),
  ];
  for (const { add } of parts.sort((one, other) => one.at - other.at)) add();
  if (parts.length === 0 && text.trim() !== '') {
    collector.addPlain({ lineStart: 1, lineEnd: lines.count });
  }
  const { blocks, hunkOf } = collector;
  return { kind: 'diff', text, lines, files, blocks, parts: collector.parts, hunkOf };
}

function parseFiles(
  { text, lines }: Pick<DiffDocument, 'text' | 'lines'>,
  { sections }: ScannedPatch,
): readonly DiffFile[] {
  return sections.map((section) => {
    const { headerStart, headerEnd, hunks } = section;
    const header =
      headerEnd >= headerStart ? text.slice(lines.start(headerStart), lines.end(headerEnd)) : '';
    const facts = parseDiffHeader(header);
    const lineEnds = lineEndNote(lines, hunks);
    const notes = diffNotes(facts, { header, parents: hunks[0]?.oldStarts.length ?? 1 });
    return {
      ...section,
      ...facts,
      ...countChanges(lines, section),
      notes: lineEnds === undefined ? notes : [...notes, lineEnds],
      patch: text.slice(lines.start(section.lineStart), lines.start(section.lineEnd + 1)),
    };
  });
}

function countChanges(
  lines: Lines,
  { headerStart, hunks, strays }: PatchSection,
): { added: number; removed: number } {
  if (lines.text(headerStart).startsWith('*** Add File: ')) {
    return { added: countAdded(lines, strays), removed: 0 };
  }
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

function countAdded(lines: Lines, ranges: readonly DocumentLines[]): number {
  let added = 0;
  for (const { lineStart, lineEnd } of ranges) {
    for (let line = lineStart; line <= lineEnd; line++) {
      if (lines.text(line).startsWith('+')) added++;
    }
  }
  return added;
}

function factsOf({ added, removed, notes }: DiffFile): string {
  return [`+${added} −${removed}`, ...notes].join(' · ');
}

/** The lines of a header below its first, as far as nothing else stands among them. */
function restOfHeader({ headerStart, headerEnd, lineEnd, strays }: DiffFile): DocumentLines {
  const firstStray = strays.find(({ lineStart }) => lineStart > headerStart)?.lineStart;
  const rest = {
    lineStart: Math.min(headerStart + 1, lineEnd),
    lineEnd: Math.min(headerEnd, (firstStray ?? Number.POSITIVE_INFINITY) - 1),
  };
  return rest.lineEnd < rest.lineStart ? { lineStart: headerStart, lineEnd: headerStart } : rest;
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
    const { headerStart, hunks, strays } = file;
    const path = displayPath(file.path);
    const header = { lineStart: headerStart, lineEnd: headerStart, breadcrumb: '' };
    for (const above of strays.filter(({ lineStart }) => lineStart < headerStart)) {
      this.addPlain(above);
    }
    this.#addGenerated('heading', path, header);
    this.#addGenerated('paragraph', factsOf(file), {
      ...restOfHeader(file),
      breadcrumb: path,
    });
    const below = strays.filter(({ lineStart }) => lineStart > headerStart);
    const parts: readonly (PatchHunk | DocumentLines)[] = [...hunks, ...below].sort(
      (one, other) => one.lineStart - other.lineStart,
    );
    for (const part of parts) {
      if ('newStart' in part) {
        this.hunkOf.set(this.#addLines('hunk', { ...part, breadcrumb: path }), part);
      } else this.addPlain(part, path);
    }
  }

  /** Lines that are of no form are shown as they are. */
  addPlain({ lineStart, lineEnd }: DocumentLines, breadcrumb = ''): void {
    this.#addLines('code', { lineStart, lineEnd, breadcrumb });
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

interface BlockLines extends DocumentLines {
  readonly breadcrumb: string;
}
