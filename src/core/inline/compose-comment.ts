import { readTag } from './comment-tag.ts';
import type { ThreadStatus } from './discussion.ts';
import type { SafeMessage } from './safe-message.ts';

/** A comment in the one form in which comments are written. */
export interface ComposedComment {
  /** Lines without line ends, with the indent. */
  readonly lines: readonly string[];
  /** What reading the lines gives as the comment's text. */
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
  readonly message: SafeMessage;
}

/** `**Name:**`, with the marker that a status other than open has. */
export function tagOf(speaker: string, status: ThreadStatus = 'OPEN'): string {
  return status === 'OPEN' ? `**${speaker}:**` : `**${speaker} [${status}]:**`;
}

/** The markers of a line without content. */
export function bareLine(depth: number, indent: string): string {
  return indent + '>'.repeat(depth);
}

/** Puts a comment together. */
export function composeComment(parts: Parts): ComposedComment {
  const { speaker, status, depth, indent, message } = parts;
  const markers = bareLine(depth, indent);
  const tag = tagOf(speaker, status);
  const [inline = '', ...behind] = message.lines;
  const first = message.inline ? withoutMarker(tag, inline, depth) : '';
  const rest = message.inline ? behind : message.lines;
  const lines = [
    first === '' ? `${markers} ${tag}` : `${markers} ${tag} ${first}`,
    ...rest.map((line) => `${markers}${line === '' ? '' : ` ${line}`}`),
  ];
  if (message.openEnd) lines.push(markers);
  const text = [first, ...rest].join('\n');
  return { lines, text: text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd() };
}

/** The text with a backslash where a root would take its beginning for a status. */
function withoutMarker(tag: string, text: string, depth: number): string {
  const line = `${tag} ${text}`;
  const read = readTag({ text: line, at: 0, end: line.length });
  const asMarker = depth === 1 && read !== undefined && read.textAt !== read.replyTextAt;
  return asMarker ? `\\${text}` : text;
}
