const headerLine =
  /^(?:index |(?:old|new|deleted file|new file) mode |mode |(?:copy|rename) (?:from|to) |(?:dis)?similarity index |--- |\+\+\+ |Binary files |GIT binary patch$|(?:literal|delta) \d|[A-Za-z][^ ]*$|$)/;
const fileLine = /^diff --(?:git|cc|combined) /;
const hunkLine = /^(@@+) ((?:-\d+(?:,\d+)? )+)\+\d+(?:,(\d+))? \1/;
const unmergedLine = /^\* Unmerged path (.*)$/;

/**
 * Returns whether a text is exactly a patch as `git diff` prints it by default: every line is part of a file's header, or
 * of a hunk that is as long as it says.
 */
export function isGitPatch(text: string): boolean {
  const lines = text.split('\n');
  let position = 0;
  let inFile = false;
  while (position < lines.length) {
    const line = lines[position] ?? '';
    const hunk = hunkLine.exec(line);
    if (hunk !== null && inFile) {
      const end = hunkEnd(lines, position + 1, hunk);
      if (end === undefined) return false;
      position = end;
      continue;
    }
    if (fileLine.test(line)) inFile = true;
    else if (!unmergedLine.test(line) && !(headerLine.test(line) && (inFile || line === ''))) {
      return false;
    }
    position += 1;
  }
  return true;
}

/** The line after the hunk, or undefined when it does not match its header. */
function hunkEnd(
  lines: readonly string[],
  start: number,
  [, marks = '@@', old = '', newCount = '1']: RegExpExecArray,
): number | undefined {
  const parents = marks.length - 1;
  const remaining = old
    .trim()
    .split(' ')
    .map((range) => Number(/,(\d+)/.exec(range)?.[1] ?? '1'));
  let added = Number(newCount);
  let position = start;
  for (; added > 0 || remaining.some((count) => count > 0); position++) {
    const mark = (lines[position] ?? '').slice(0, parents);
    if (mark.startsWith('\\')) continue;
    if (mark.length < parents || !/^[ +-]*$/.test(mark)) return undefined;
    const isRemoved = mark.includes('-');
    if (!isRemoved) added -= 1;
    for (let parent = 0; parent < parents; parent++) {
      const isCounted = isRemoved ? mark[parent] === '-' : mark[parent] === ' ';
      if (isCounted) remaining[parent] = (remaining[parent] ?? 0) - 1;
    }
  }
  while (lines[position]?.startsWith('\\')) position++;
  return added === 0 && remaining.every((count) => count === 0) ? position : undefined;
}

/** Returns the paths that git lists as unmerged instead of showing a change, and the patch without those lines. */
export function takeUnmerged(patch: string): { readonly paths: readonly string[]; patch: string } {
  const paths: string[] = [];
  const rest = patch.replace(/^\* Unmerged path (.*)\n/gm, (_, path: string) => {
    paths.push(path);
    return '';
  });
  return { paths, patch: rest };
}
