import type { Lines } from './lines.ts';
import type { PatchHunk } from './patch-hunk.ts';

/** Returns in words how a change rewrites line ends, which its lines do not show; undefined when it does not. */
export function lineEndNote(lines: Lines, hunks: readonly PatchHunk[]): string | undefined {
  const sides = { removed: new Set<string>(), added: new Set<string>() };
  for (const { lineStart, lineEnd, oldStarts } of hunks) {
    if (oldStarts.length > 1) continue;
    for (let line = lineStart + 1; line <= lineEnd; line++) {
      const text = lines.text(line);
      if (text.startsWith('-')) sides.removed.add(text.slice(1));
      else if (text.startsWith('+')) sides.added.add(text.slice(1));
    }
  }
  const toCrlf = [...sides.removed].some((text) => sides.added.has(`${text}\r`));
  const toLf = [...sides.added].some((text) => sides.removed.has(`${text}\r`));
  if (toCrlf && toLf) return 'line ends changed both ways between LF and CRLF';
  if (toCrlf) return 'line ends LF → CRLF';
  return toLf ? 'line ends CRLF → LF' : undefined;
}
