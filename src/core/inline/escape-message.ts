import { type Refusal, refuse } from '../refusal.ts';
import { hasHalf } from '../text/half-character.ts';
import { readTag } from './comment-tag.ts';
import { isOpaque, kindOf, lineKind, startFlag } from './scan/leaf.ts';
import { type ScannedLines, scanLines } from './scan/scan-lines.ts';

/** A message as lines that can only be read as the text of one comment. */
export interface EscapedMessage {
  /** Whether the first line follows the name; otherwise all lines are below it. */
  readonly inline: boolean;
  readonly lines: readonly string[];
  /** A line of markers alone must follow, because the message ends with open HTML. */
  readonly openEnd: boolean;
}

const blockStart =
  /^(?: {4}|\t| {0,3}(?:[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|#{1,6}(?:\s|$)|`{3}|~{3}|\$\$|<|\|))/;
/** Each round of escaping can only uncover structure that the round before had hidden. */
const maxRounds = 100;

/**
 * Escapes a message for a comment: what would be read as a comment, a deeper quote, an unclosed fence, math or HTML gets
 * a backslash or is closed. Refuses an empty message, and one that would make the file invalid text.
 */
export function escapeMessage(message: string): EscapedMessage | Refusal {
  const invalid = (reason: string): Refusal =>
    refuse('invalid_message', reason, { field: 'message' });
  if (hasHalf(message)) {
    return invalid('the message is not valid Unicode: it holds half a character');
  }
  if (message.includes('\0')) {
    return invalid('the message holds a NUL character, which no text has');
  }
  const lines = linesOf(message);
  if (lines.length === 0) return invalid('the message is empty; say something');
  return layoutLines(lines);
}

function linesOf(message: string): readonly string[] {
  const lines = message
    .trimEnd()
    .split(/\r\n?|\n/)
    .map((line) => (/^[ \t]*$/.test(line) ? '' : line));
  const first = lines.findIndex((line) => line !== '');
  return first === -1 ? [] : lines.slice(first);
}

function layoutLines(lines: readonly string[]): EscapedMessage {
  const [first = '', ...rest] = lines;
  const inline = lines.length === 1 || !blockStart.test(first);
  if (inline) return escapeLines([first.replace(/^[ \t]+/, ''), ...rest], 'inline');
  const interrupts = ((scanLines(`x\n${lines.join('\n')}`).kinds[1] ?? 0) & startFlag) !== 0;
  return escapeLines(interrupts ? lines : ['', ...lines], 'below');
}

function escapeLines(original: readonly string[], layout: 'inline' | 'below'): EscapedMessage {
  const lines = [...original];
  const head = layout === 'inline' ? 'x ' : 'x\n';
  const skipped = layout === 'inline' ? 0 : 1;
  let scan = scanLines(head + lines.join('\n'));
  for (let round = 0; round < maxRounds; round++) {
    let changed = false;
    for (const [index, line] of lines.entries()) {
      const escaped = escapeLine(scan, index + skipped, line);
      changed ||= escaped !== line;
      lines[index] = escaped;
    }
    if (!changed && !closeFence(scan, lines)) break;
    scan = scanLines(head + lines.join('\n'));
  }
  return { inline: layout === 'inline', lines, openEnd: scan.lastLeaf.kind === 'html' };
}

/** `index`: the line's number in the scan, from 0; a first line behind a name begins in the middle of one. */
function escapeLine(scan: ScannedLines, index: number, line: string): string {
  const { unclosedHtml, kinds, quoteStarts, bounds } = scan;
  if (unclosedHtml.has(index)) return line.replace('<', '\\<');
  if (index === 0) return line;
  const quote = (quoteStarts[index] ?? -1) - (bounds.begin[index] ?? 0);
  if (quote >= 0) return `${line.slice(0, quote)}\\${line.slice(quote)}`;
  if (isOpaque(kindOf(kinds[index]))) return line;
  if (definesSomething(line, kinds[index])) return line.replace('[', '\\[');
  const position = line.length - line.trimStart().length;
  if (line[position] === '>') return `${line.slice(0, position)}\\${line.slice(position)}`;
  if (readTag({ text: line, position, end: line.length })) {
    return `${line.slice(0, position)}\\*\\*${line.slice(position + 2)}`;
  }
  if (line.startsWith('$$', position) && !line.includes('$$', position + 2)) {
    return `${line.slice(0, position)}\\$\\$${line.slice(position + 2)}`;
  }
  return line;
}

/** A link or footnote that is defined anywhere counts for the whole document. */
function definesSomething(line: string, kind: number | undefined): boolean {
  const isStart = ((kind ?? 0) & startFlag) !== 0;
  return (kindOf(kind) === lineKind.definition && isStart) || /^\s*\[\^[^\]]+\]:/.test(line);
}

/** Adds the end of a fence that nothing closes before the message ends. */
function closeFence({ openFences, bounds }: ScannedLines, lines: string[]): boolean {
  const last = openFences.at(-1);
  if (last === undefined || last.end < bounds.count) return false;
  lines.push(last.closing);
  return true;
}
