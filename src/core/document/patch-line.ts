import type { Lines } from './lines.ts';

const sectionStart =
  /^(?:diff --(?:git|cc|combined) |diff -\S+ |Index: \S|Only in .+: .|\* Unmerged path .|\*\*\* (?:Add|Update|Delete) File: .|Submodule .+ (?:[0-9a-f]{7,}\.\.\.?[0-9a-f]{7,}|contains (?:untracked|modified) content))/;
const differing = /^(?:Binary files .* differ|Files .* differ|Binary file .* has changed)$/;
const headerLine =
  /^(?:index |(?:old|new|deleted file|new file) mode |mode |(?:copy|rename) (?:from|to) |(?:dis)?similarity index |--- |\+\+\+ |GIT binary patch$|(?:literal|delta) \d|={20,}$|\*\*\* Move to: )/;
const commitLine = /^commit [0-9a-f]{7,64}(?: .*)?$/;
const mailStart = /^From \S+ +\w{3} \w{3} +\d{1,2} \d\d:\d\d:\d\d \d{4}/;

/** Returns a line without its line end, also in a patch that was saved with CRLF. */
export function patchLine(lines: Lines, line: number): string {
  return lines.text(line).replace(/\r$/, '');
}

/** Whether a line and the next are the names of both sides of a change. */
export function isNamePair(lines: Lines, line: number): boolean {
  return (
    line < lines.count &&
    lines.text(line).startsWith('--- ') &&
    lines.text(line + 1).startsWith('+++ ')
  );
}

/** Whether a line names the commit or the conflict of the file whose header is the next line. */
export function namesNext(lines: Lines, line: number): boolean {
  const text = patchLine(lines, line);
  const next = line < lines.count ? patchLine(lines, line + 1) : '';
  if (commitLine.test(text)) return sectionStart.test(next);
  const path = /^\* Unmerged path "?(.+?)"?$/.exec(text)?.[1];
  return path !== undefined && next.startsWith('diff --git ') && next.includes(path);
}

/** Whether the part of another file begins at a line, by the line itself or by a commit that is named right above. */
export function startsSection(lines: Lines, line: number): boolean {
  return sectionStart.test(patchLine(lines, line)) || namesNext(lines, line);
}

/** Whether a line says that two files differ and not how. */
export function isDiffering(text: string): boolean {
  return differing.test(text);
}

/** Whether a line above the first hunk belongs to the form of a patch. */
export function isHeaderLine(text: string): boolean {
  return (
    text === '' || [sectionStart, differing, headerLine, commitLine].some((form) => form.test(text))
  );
}

/** Whether a mail begins at a line, as in a mailbox. */
export function startsMail(text: string): boolean {
  return mailStart.test(text);
}

/** Whether a commit, a tag or a mail begins at a line, with its message. */
export function startsMessage(lines: Lines, line: number): boolean {
  const text = patchLine(lines, line);
  if (startsMail(text) || /^# HG changeset patch$|^changeset: +\d+:[0-9a-f]+$/.test(text))
    return true;
  const next = line < lines.count ? patchLine(lines, line + 1) : '';
  if (commitLine.test(text)) return /^(?:Author|Merge|Reflog|gpg)\b|^tree [0-9a-f]/.test(next);
  if (/^tag \S+$/.test(text)) return next.startsWith('Tagger:');
  if (/^[0-9a-f]{7,64} \S/.test(text)) return startsAfterBlank(lines, line + 1);
  return line === 1 && isMailHeader(lines);
}

function startsAfterBlank(lines: Lines, line: number): boolean {
  let next = line;
  while (next <= lines.count && patchLine(lines, next) === '') next++;
  return next <= lines.count && patchLine(lines, next).startsWith('diff --');
}

/** Whether a text begins with the fields of a mail. */
function isMailHeader(lines: Lines): boolean {
  const names = new Set<string>();
  for (let line = 1; line <= lines.count; line++) {
    const text = patchLine(lines, line);
    const name = /^([A-Za-z][\w-]*): /.exec(text)?.[1];
    if (name !== undefined) names.add(name.toLowerCase());
    else if (!/^[ \t]\S/.test(text)) break;
  }
  return names.has('from') && names.has('subject');
}
