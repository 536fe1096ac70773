import type { Lines } from './lines.ts';
import { decodeField } from './mail-text.ts';
import { patchLine } from './patch-line.ts';
import type { PatchMessage } from './patch-scan.ts';

/** A commit or mail of a patch, as a document of its own. */
export interface MessageDocument {
  /** `commit 1a2b3c4 Subject`. */
  readonly path: string;
  /** The fields and the message as Markdown; every line stands in it. */
  readonly text: string;
}

/** Returns the message of a commit or mail as a document: subject, author and date, then the words as they were written. */
export function messageDocument(lines: Lines, message: PatchMessage): MessageDocument {
  const all = linesOf(lines, message);
  const fieldCount = countFields(all);
  const fields = unfold(all.slice(0, fieldCount));
  const body = withoutIndent(all.slice(fieldCount));
  const subject = subjectOf(fields, body);
  const isMail = /^From |^[A-Z][\w-]*: /.test(all[0] ?? '');
  const end = isMail ? body.findIndex((line) => /^--- ?$/.test(line)) : -1;
  const words = end === -1 ? body : body.slice(0, end);
  const rest = end === -1 ? [] : body.slice(end);
  const tail = message.tail === undefined ? [] : linesOf(lines, message.tail);
  const above = (message.above ?? []).flatMap((range) => linesOf(lines, range));
  return {
    path: [kindOf(fields), idOf(fields), subject].filter((part) => part !== '').join(' '),
    text: [
      `# ${escapeMarkdown(subject === '' ? 'No subject' : subject)}\n`,
      `${fields.map(escapeMarkdown).join('\\\n')}\n`,
      ...[words, rest, tail, above].map(fenced),
    ]
      .filter((part) => part !== '')
      .join('\n'),
  };
}

function linesOf(
  lines: Lines,
  { lineStart, lineEnd }: { lineStart: number; lineEnd: number },
): readonly string[] {
  return Array.from({ length: lineEnd - lineStart + 1 }, (_, index) =>
    patchLine(lines, lineStart + index),
  );
}

/** Fields end at the first line that is none; those of Mercurial stand in a comment. */
function countFields(all: readonly string[]): number {
  const isMercurial = all[0] === '# HG changeset patch';
  const field = isMercurial ? /^# +[A-Za-z]/ : /^(?:[ \t]+\S|[A-Za-z])/;
  const end = all.findIndex((line, index) => index > 0 && !field.test(line));
  return end === -1 ? all.length : end;
}

function unfold(fields: readonly string[]): readonly string[] {
  const whole: string[] = [];
  for (const field of fields) {
    const last = whole.length - 1;
    if (/^[ \t]/.test(field) && last >= 0) whole[last] = `${whole[last]} ${field.trim()}`;
    else whole.push(field.replace(/^# /, ''));
  }
  return whole.map(decodeField);
}

function withoutIndent(body: readonly string[]): readonly string[] {
  const isIndented = body.some((line) => line.startsWith('    '));
  const first = body.find((line) => line.trim() !== '');
  return isIndented && first?.startsWith('    ') === true
    ? body.map((line) => line.replace(/^ {4}/, ''))
    : body;
}

function subjectOf(fields: readonly string[], body: readonly string[]): string {
  const oneLine = /^[0-9a-f]{7,64} (?:\([^)]*\) )?(.+)$/.exec(fields[0] ?? '')?.[1];
  const field = fields.map((text) => /^(?:Subject|summary): *(.*)$/i.exec(text)?.[1]);
  const subject =
    oneLine ??
    field.find((text) => text !== undefined) ??
    body.find((line) => line.trim() !== '') ??
    '';
  return subject.replace(/^\[[^\]]*PATCH[^\]]*\]\s*/i, '').trim();
}

function kindOf([first = '']: readonly string[]): string {
  if (first.startsWith('tag ')) return 'tag';
  return /^[A-Z][\w-]*: /.test(first) ? 'mail' : 'commit';
}

function idOf(fields: readonly string[]): string {
  const [first = ''] = fields;
  if (first.startsWith('tag ')) return first.slice('tag '.length);
  const id =
    /^(?:From |commit )?([0-9a-f]{7,64})(?: |$)/.exec(first) ??
    /^changeset: +\d+:([0-9a-f]+)/.exec(first) ??
    fields.map((field) => /^Node ID ([0-9a-f]+)/.exec(field)).find((match) => match !== null);
  return id?.[1]?.slice(0, 7) ?? '';
}

/** Text that Markdown shows to the letter. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#!|$&~^=]/g, '\\$&');
}

/** Lines that Markdown shows to the letter; nothing for blank ones. */
function fenced(lines: readonly string[]): string {
  const text = lines
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  if (text === '') return '';
  let fence = '~~~';
  for (const [run] of text.matchAll(/~+/g)) if (run.length >= fence.length) fence = `${run}~`;
  return `${fence}text\n${text}\n${fence}\n`;
}
