import { readTag } from './comment-tag.ts';
import type { ThreadStatus } from './discussion.ts';
import type { EscapedMessage } from './escape-message.ts';
import { trimBlankLines } from './normalise.ts';

/** A comment in the one form in which comments are written. */
export interface ComposedComment {
  /** Lines without line ends, with the indent. */
  readonly lines: readonly string[];
  /** The comment's text as it is read from the lines. */
  readonly text: string;
}

interface Parts {
  /** As shown, checked before. */
  readonly speaker: string;
  /** Of a root; replies have none. */
  readonly status?: ThreadStatus;
  readonly depth: number;
  /** White space before the markers. */
  readonly indent: string;
  readonly message: EscapedMessage;
}

/** Returns `**Name:**`, with the marker of a status other than open. */
export function tagOf(speaker: string, status: ThreadStatus = 'OPEN'): string {
  return status === 'OPEN' ? `**${speaker}:**` : `**${speaker} [${status}]:**`;
}

/** Returns a line of quote markers without content. */
export function emptyLineOf(depth: number, indent: string): string {
  return indent + '>'.repeat(depth);
}

/** Returns the lines of a comment and the text that they read as. */
export function composeComment(parts: Parts): ComposedComment {
  const { speaker, status, depth, indent, message } = parts;
  const markers = emptyLineOf(depth, indent);
  const tag = tagOf(speaker, status);
  const [inline = '', ...following] = message.lines;
  const first = message.inline ? withoutMarker(tag, inline, depth) : '';
  const rest = message.inline ? following : message.lines;
  const lines = [
    first === '' ? `${markers} ${tag}` : `${markers} ${tag} ${first}`,
    ...rest.map((line) => `${markers}${line === '' ? '' : ` ${line}`}`),
  ];
  if (message.openEnd) lines.push(markers);
  const text = [first, ...rest].join('\n');
  return { lines, text: trimBlankLines(text) };
}

/** The text with a backslash where its beginning would be read as the status of a root. */
function withoutMarker(tag: string, text: string, depth: number): string {
  const line = `${tag} ${text}`;
  const parsed = readTag({ text: line, position: 0, end: line.length });
  const asMarker =
    depth === 1 && parsed !== undefined && parsed.textStart !== parsed.replyTextStart;
  return asMarker ? `\\${text}` : text;
}
