/** A line of a Markdown file. Offsets are those of the file's text. */
interface Line {
  readonly start: number;
  /** Where the line's text ends and its line end begins. */
  readonly end: number;
  /** Where the next line begins. */
  readonly next: number;
  readonly text: string;
  /** Inside a fenced block, a comment of several lines or literal HTML, where nothing has a meaning of its own. */
  readonly inert: boolean;
  readonly heading?: Heading;
}

interface Heading {
  readonly level: number;
  readonly title: string;
}

/** The lines of one file, as far as a bundle's structure needs them. */
export interface MarkdownFile {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly Line[];
  /** The line end of the file's first line, and of what is written into it. */
  readonly lineEnd: '\n' | '\r\n';
}

/** Lines `from` up to, not including, `to`. */
export interface Region {
  readonly from: number;
  readonly to: number;
}

/** Splits a file into lines and tells structure from what only looks like it. */
export function readMarkdown(path: string, text: string): MarkdownFile {
  const lines: Line[] = [];
  let opaque: RegExp | undefined;
  for (const match of text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)) {
    const [whole, raw = ''] = match;
    if (whole === '' && match.index === text.length && text !== '') break;
    const bom = match.index === 0 && raw.startsWith('\uFEFF') ? 1 : 0;
    const content = raw.slice(bom);
    const opening: RegExp | undefined = opaque === undefined ? closingOf(content) : undefined;
    const inert = opaque !== undefined || opening !== undefined;
    if (opaque?.test(content)) opaque = undefined;
    else opaque ??= opening;
    lines.push({
      start: match.index + bom,
      end: match.index + raw.length,
      next: match.index + whole.length,
      text: content,
      inert,
      ...headingOf(content, inert),
    });
  }
  return { path, text, lines, lineEnd: lineEndOf(text) };
}

/** The line end that a text uses first; `\n` when it has none. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  return /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
}

/** What ends the literal block that a line opens, or undefined for a line that opens none. */
function closingOf(line: string): RegExp | undefined {
  const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
  if (fence !== undefined) return new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`);
  if (/^ {0,3}<!--/.test(line) && !line.includes('-->')) return /-->/;
  const tag = /^ {0,3}<(pre|script|style|textarea)(?=[\s>]|$)/i.exec(line)?.[1];
  if (tag === undefined || new RegExp(`</${tag}>`, 'i').test(line)) return undefined;
  return new RegExp(`</${tag}>`, 'i');
}

function headingOf(line: string, inert: boolean): { heading?: Heading } {
  const match = inert ? null : /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line);
  if (match === null) return {};
  return { heading: { level: match[1]?.length ?? 1, title: match[2] ?? '' } };
}

/** The lines from a heading's next line to the next heading of the same or a higher level. */
export function regionBelow(file: MarkdownFile, headingLine: number): Region {
  const level = file.lines[headingLine]?.heading?.level ?? 0;
  const after = file.lines.findIndex(
    ({ heading }, index) => index > headingLine && heading !== undefined && heading.level <= level,
  );
  return { from: headingLine + 1, to: after < 0 ? file.lines.length : after };
}

/** The numbers of all lines in a region whose text matches and has a meaning of its own. */
export function linesMatching(
  file: MarkdownFile,
  pattern: RegExp,
  region: Region = { from: 0, to: file.lines.length },
): number[] {
  const numbers: number[] = [];
  for (let index = region.from; index < region.to; index += 1) {
    const line = file.lines[index];
    if (line !== undefined && !line.inert && pattern.test(line.text)) numbers.push(index);
  }
  return numbers;
}

/** The last line of a region that is not blank, or undefined when all are. */
export function lastNonBlank(file: MarkdownFile, region: Region): number | undefined {
  for (let index = region.to - 1; index >= region.from; index -= 1) {
    if (file.lines[index]?.text.trim() !== '') return index;
  }
  return undefined;
}
