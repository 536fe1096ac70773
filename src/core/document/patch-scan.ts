import type { DocumentLines } from './document-lines.ts';
import type { Lines } from './lines.ts';
import { type PatchHunk, parseHunk, startsHunk } from './patch-hunk.ts';
import {
  isDiffering,
  isHeaderLine,
  isNamePair,
  namesNext,
  patchLine,
  startsMail,
  startsMessage,
  startsSection,
} from './patch-line.ts';

/** A file's part of a patch, in 1-based lines of the patch, both ends included. */
export interface PatchSection extends DocumentLines {
  /** First line of its header; text that belongs to no form may stand above. */
  readonly headerStart: number;
  /** Last line before the first hunk. */
  readonly headerEnd: number;
  readonly hunks: readonly PatchHunk[];
  /** Lines that belong to no form of a patch, apart from blank ones. */
  readonly strays: readonly DocumentLines[];
  /** Which of the messages it stands under, from 0. */
  readonly message?: number;
}

/** A commit or mail with its message, above the files that it changes. */
export interface PatchMessage extends DocumentLines {
  /** Lines above it that belong to no form. */
  readonly above?: readonly DocumentLines[];
  /** Signature and the like, below its files. */
  readonly tail?: DocumentLines;
}

/** The parts of a patch, in order. */
export interface ScannedPatch {
  readonly sections: readonly PatchSection[];
  readonly messages: readonly PatchMessage[];
}

/**
 * Splits a patch into messages, files and hunks; every line that is not blank is in one of them. A hunk is as long as its
 * header says, so that lines of content that look like headers stay content.
 */
export function scanPatch(lines: Lines): ScannedPatch {
  const scanner = new PatchScanner(lines);
  let line = 1;
  while (line <= lines.count) line = scanner.read(line);
  return scanner.finish();
}

interface OpenSection {
  lineStart: number;
  readonly headerStart: number;
  lineEnd: number;
  readonly hunks: PatchHunk[];
  readonly strays: OpenLines[];
  readonly message?: number;
  /** Whether its `---` and `+++` lines were read. */
  hasNames: boolean;
  /** Whether the lines are the bytes of a binary file. */
  isBinary: boolean;
  /** Whether its one line says everything. */
  isWhole: boolean;
}

interface OpenLines {
  readonly lineStart: number;
  lineEnd: number;
}

interface OpenMessage extends OpenLines {
  readonly above?: readonly OpenLines[];
  tail?: OpenLines;
}

class PatchScanner {
  readonly #lines: Lines;
  readonly #sections: OpenSection[] = [];
  readonly #messages: OpenMessage[] = [];
  /** Lines above the first file. */
  readonly #before: OpenLines[] = [];
  #section: OpenSection | undefined;
  #message: OpenMessage | undefined;

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  /** Reads what stands at a line; returns the line after it. */
  read(line: number): number {
    const lines = this.#lines;
    const text = patchLine(lines, line);
    if (this.#mayBeMessage(text) && startsMessage(lines, line)) return this.#openMessage(line);
    if (startsHunk(text) && (this.#message === undefined || this.#section !== undefined)) {
      return this.#addHunk(this.#section ?? this.#open(line), line);
    }
    if (startsSection(lines, line)) return this.#openAt(line);
    const current = this.#section;
    if (
      /^={20,}$/.test(text) &&
      isNamePair(lines, line + 1) &&
      (current === undefined || isComplete(current))
    ) {
      return this.#openAt(line);
    }
    if (isNamePair(lines, line)) {
      const section = current === undefined || isComplete(current) ? this.#open(line) : current;
      section.hasNames = true;
      section.lineEnd = line + 1;
      return line + 2;
    }
    if (isDiffering(text) && (current === undefined || isComplete(current))) {
      this.#open(line).isWhole = true;
      return line + 1;
    }
    if (text.trim() !== '') this.#addLine(line, text);
    else if (current !== undefined) current.isBinary = false;
    return line + 1;
  }

  finish(): ScannedPatch {
    const [first] = this.#sections;
    if (first !== undefined && this.#before.length > 0) {
      first.lineStart = this.#before[0]?.lineStart ?? first.lineStart;
      first.strays.unshift(...this.#before);
    }
    const sections = this.#sections.map(({ hasNames, isBinary, isWhole, ...section }) => ({
      ...section,
      headerEnd: (section.hunks[0]?.lineStart ?? section.lineEnd + 1) - 1,
    }));
    return { sections, messages: this.#messages };
  }

  /** In the message of a mail, other commits may be quoted at the beginning of a line. */
  #mayBeMessage(text: string): boolean {
    if (this.#message === undefined || this.#section !== undefined) return true;
    return startsMail(text) || !startsMail(patchLine(this.#lines, this.#message.lineStart));
  }

  #openMessage(line: number): number {
    const above = this.#sections.length === 0 ? this.#before.splice(0) : [];
    this.#message = { lineStart: line, lineEnd: line, ...(above.length > 0 ? { above } : {}) };
    this.#messages.push(this.#message);
    this.#section = undefined;
    return line + 1;
  }

  #openAt(line: number): number {
    const text = patchLine(this.#lines, line);
    const section = this.#open(line);
    section.isWhole = text.startsWith('Only in ');
    if (namesNext(this.#lines, line)) section.lineEnd = line + 1;
    return section.lineEnd + 1;
  }

  #open(line: number): OpenSection {
    const message = this.#messages.length - 1;
    const section: OpenSection = {
      lineStart: line,
      headerStart: line,
      lineEnd: line,
      hunks: [],
      strays: [],
      ...(message >= 0 ? { message } : {}),
      hasNames: false,
      isBinary: false,
      isWhole: false,
    };
    this.#sections.push(section);
    this.#section = section;
    return section;
  }

  #addHunk(section: OpenSection, line: number): number {
    const hunk = parseHunk(this.#lines, line);
    section.hunks.push(hunk);
    section.lineEnd = hunk.lineEnd;
    return hunk.lineEnd + 1;
  }

  #addLine(line: number, text: string): void {
    const section = this.#section;
    if (section === undefined) {
      if (this.#message === undefined) extend(this.#before, line);
      else this.#message.lineEnd = line;
      return;
    }
    if (this.#message !== undefined && section.hunks.length > 0) {
      const isTail = this.#message.tail !== undefined || /^-- ?$/.test(text);
      if (isTail) {
        this.#message.tail ??= { lineStart: line, lineEnd: line };
        this.#message.tail.lineEnd = line;
        return;
      }
    }
    const isHeader =
      section.hunks.length === 0 &&
      (isHeaderLine(text) || section.isBinary || isLog(section, text, this.#lines));
    if (/^GIT binary patch$|^(?:literal|delta) \d+$/.test(text)) section.isBinary = true;
    section.lineEnd = line;
    if (!isHeader) extend(section.strays, line);
  }
}

/** Whether nothing more about a file may follow above its first hunk. */
function isComplete({ isWhole, hasNames, hunks }: OpenSection): boolean {
  return isWhole || hasNames || hunks.length > 0;
}

/** Commits of a submodule. */
function isLog({ headerStart }: OpenSection, text: string, lines: Lines): boolean {
  return /^ {2}[<>] /.test(text) && lines.text(headerStart).startsWith('Submodule ');
}

function extend(ranges: OpenLines[], line: number): void {
  const last = ranges.at(-1);
  if (last?.lineEnd === line - 1) last.lineEnd = line;
  else ranges.push({ lineStart: line, lineEnd: line });
}
