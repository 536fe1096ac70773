import { type Refusal, refuse } from '../refusal.ts';
import { readTag } from './comment-tag.ts';
import { isOpaque, kindOf, starts } from './scan/leaf.ts';
import { type ScannedLines, scanLines } from './scan/scan-lines.ts';

/** A message as the lines of a comment, in a form in which it can be nothing but that comment's text. */
export interface SafeMessage {
  /** Whether the first line stands behind the name; otherwise all lines stand below it. */
  readonly inline: boolean;
  readonly lines: readonly string[];
  /** A line of markers alone must follow, because the message ends with HTML that would go on. */
  readonly openEnd: boolean;
}

const blockStart =
  /^(?: {4}|\t| {0,3}(?:[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|#{1,6}(?:\s|$)|`{3}|~{3}|\$\$|<|\|))/;
/** Each round of escaping can only uncover structure that the round before had hidden. */
const mostRounds = 100;

/**
 * Makes a message safe to stand in a comment: what would read as a comment, a deeper quote, an unclosed fence, math or
 * HTML is written with a backslash or closed. Refuses an empty message, and one that would make a file no text.
 */
export function makeSafe(message: string): SafeMessage | Refusal {
  if (/\p{Cs}/u.test(message)) {
    return refuse(
      'invalid_message',
      'the message is not valid Unicode: it holds half a character',
      {
        field: 'message',
      },
    );
  }
  if (message.includes('\0')) {
    return refuse('invalid_message', 'the message holds a NUL character, which no text has', {
      field: 'message',
    });
  }
  const lines = linesOf(message);
  if (lines.length === 0) {
    return refuse('invalid_message', 'the message is empty; say something', { field: 'message' });
  }
  return layOut(lines);
}

function linesOf(message: string): readonly string[] {
  const lines = message
    .trimEnd()
    .split(/\r\n?|\n/)
    .map((line) => (/^[ \t]*$/.test(line) ? '' : line));
  const first = lines.findIndex((line) => line !== '');
  return first === -1 ? [] : lines.slice(first);
}

function layOut(lines: readonly string[]): SafeMessage {
  const [first = '', ...rest] = lines;
  const inline = lines.length === 1 || !blockStart.test(first);
  if (inline) return escapeAll([first.replace(/^[ \t]+/, ''), ...rest], 'inline');
  const interrupts = ((scanLines(`x\n${lines.join('\n')}`).kinds[1] ?? 0) & starts) !== 0;
  return escapeAll(interrupts ? lines : ['', ...lines], 'below');
}

function escapeAll(given: readonly string[], layout: 'inline' | 'below'): SafeMessage {
  const lines = [...given];
  const head = layout === 'inline' ? 'x ' : 'x\n';
  const skipped = layout === 'inline' ? 0 : 1;
  let scan = scanLines(head + lines.join('\n'));
  for (let round = 0; round < mostRounds; round++) {
    let changed = false;
    for (const [index, line] of lines.entries()) {
      const safe = escapeLine(scan, index + skipped, line);
      changed ||= safe !== line;
      lines[index] = safe;
    }
    if (!changed && !closeFence(scan, lines)) break;
    scan = scanLines(head + lines.join('\n'));
  }
  return { inline: layout === 'inline', lines, openEnd: scan.lastLeaf.kind === 'html' };
}

/** `index`: the line's number in the scan, from 0; a first line behind a name begins in the middle of one. */
function escapeLine(scan: ScannedLines, index: number, line: string): string {
  const { lastLeaf, kinds, quoteAt, bounds } = scan;
  if (lastLeaf.kind === 'html' && lastLeaf.end !== undefined && lastLeaf.line === index) {
    return line.replace('<', '\\<');
  }
  if (index === 0) return line;
  const quote = (quoteAt[index] ?? -1) - (bounds.begin[index] ?? 0);
  if (quote >= 0) return `${line.slice(0, quote)}\\${line.slice(quote)}`;
  if (isOpaque(kindOf(kinds[index]))) return line;
  const at = line.length - line.trimStart().length;
  if (line[at] === '>') return `${line.slice(0, at)}\\${line.slice(at)}`;
  if (readTag({ text: line, at, end: line.length })) {
    return `${line.slice(0, at)}\\*\\*${line.slice(at + 2)}`;
  }
  if (line.startsWith('$$', at) && !line.includes('$$', at + 2)) {
    return `${line.slice(0, at)}\\$\\$${line.slice(at + 2)}`;
  }
  return line;
}

/** Adds the end of a fence that nothing closes before the message ends. */
function closeFence({ openFences, bounds }: ScannedLines, lines: string[]): boolean {
  const last = openFences.at(-1);
  if (last === undefined || last.end < bounds.count) return false;
  lines.push(last.closing);
  return true;
}
