import { indexPatchLines } from './lines.ts';
import { patchLine } from './patch-line.ts';
import { scanPatch } from './patch-scan.ts';
import { isColoured, plainPatch } from './plain-patch.ts';

const header =
  /^(?:diff --(?:git|cc|combined) \S[^\n]*\r?\n(?:index |old mode |new file |deleted file |(?:dis)?similarity |copy |rename |mode |--- |Binary )|diff -\S+ \S[^\n]*\r?\n(?:--- |\*\*\* |Binary |Only in |diff -|@@|\d)|--- \S[^\n]*\n\+\+\+ \S[^\n]*\n@@|Index: \S[^\n]*\r?\n(?:=+\r?\n)?(?:diff |--- |Property changes|Cannot display)|\*\*\* \S[^\n]*\n--- \S[^\n]*\n\*{15}|@@@? (?:-\d+(?:,\d+)? )+\+\d+(?:,\d+)? @@|\* Unmerged path |\*\*\* Begin Patch\r?\n)/m;
const wrapped =
  /^\s*(?:commit [0-9a-f]{7,64}\b|From \S+ [^\n]*\d\d:\d\d:\d\d \d{4}|From [0-9a-f]{7,64} |tag \S+\r?\n|# HG changeset patch\r?\n|changeset: +\d+:|[A-Z][\w-]*: [^\n]*\n(?:[A-Z][\w-]*: |[ \t]))/;

/**
 * Returns whether an unnamed text is a patch rather than Markdown: the header of a file or a hunk stands at the beginning
 * of a line, outside of fences, and no heading or fence above it, except in the message of a mail or commit.
 */
export function looksLikePatch(text: string): boolean {
  const plain = plainPatch(text);
  const first = header.exec(plain);
  if (first === null) return false;
  if (wrapped.test(plain)) return true;
  return !/^ {0,3}(?:#{1,6}(?:\s|$)|`{3}|~{3})/m.test(plain.slice(0, first.index));
}

/** Returns the name of the form that a text has when it shows a change and is no unified patch. */
export function otherForm(text: string): string | undefined {
  const plain = plainPatch(text);
  if (/^\*\*\* \S[^\n]*\n--- \S[^\n]*\n\*{15}/m.test(plain)) return 'a context diff (diff -c)';
  if (/^\d+(?:,\d+)?[acd]\d+(?:,\d+)?\r?\n[<>] /m.test(plain) && !/^@@/m.test(plain))
    return 'a diff without context (diff without -u)';
  return wordForm(plain, isColoured(text.replace(/^\ufeff/, '')));
}

/** A diff of words has lines without a mark, since each of them stands for both sides. */
function wordForm(plain: string, hadColours: boolean): string | undefined {
  if (!/\[-|\{\+|^~\r?$/m.test(plain) && !hadColours) return undefined;
  const lines = indexPatchLines(plain);
  for (const { lineStart, lineEnd } of scanPatch(lines).sections.flatMap(({ hunks }) => hunks)) {
    const body = Array.from({ length: lineEnd - lineStart }, (_, index) =>
      patchLine(lines, lineStart + 1 + index),
    );
    const isMarked = body.every((line) => line === '' || /^[ +\\-]/.test(line));
    const hasChange = body.some((line) => /^[+-]/.test(line));
    if (isMarked && hasChange) continue;
    if (marked(body)) return 'a diff of words (--word-diff)';
    if (body.includes('~')) return 'a diff of words (--word-diff=porcelain)';
    if (hadColours && !hasChange) return 'a diff of words (--color-words)';
  }
  return undefined;
}

/** Whether words are marked as removed or added. */
function marked(body: readonly string[]): boolean {
  return body.some((line) => encloses(line, '[-', '-]') || encloses(line, '{+', '+}'));
}

function encloses(line: string, open: string, close: string): boolean {
  const start = line.indexOf(open);
  return start !== -1 && line.lastIndexOf(close) > start;
}
