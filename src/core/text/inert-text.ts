/**
 * Words of people and agents, written into Markdown in such a way that they stay words: no line of them can be
 * taken for a heading, an entry, a marker or a comment, and what was written can be read back.
 */

const lineBreaks = /\r\n|[\n\r\u0085\u2028\u2029]/g;
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** `text` on one line: breaks and runs of spaces become one space, comment openings become visible text. */
export function asOneLine(text: string): string {
  return hideComments(
    text.replace(lineBreaks, ' ').replace(controls, '').replace(/\s+/gu, ' ').trim(),
  );
}

/** What was given to `asOneLine`, apart from the spaces. */
export function fromOneLine(line: string): string {
  return showComments(line.trim());
}

/** `text` as the lines of a block quote, without line ends; its breaks are kept as lines. */
export function asQuote(text: string): string[] {
  return hideComments(withPlainBreaks(text))
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`));
}

/** What was given to `asQuote`, with `\n` between lines; the lines may be indented. */
export function fromQuote(lines: readonly string[]): string {
  return showComments(lines.map((line) => line.replace(/^\s*> ?/, '')).join('\n'));
}

/** `text` with `\n` as its only line break, without control characters and blank ends. */
export function withPlainBreaks(text: string): string {
  return text
    .replace(lineBreaks, '\n')
    .replace(controls, '')
    .replace(/^(?:[^\S\n]*\n)+|\s+$/g, '');
}

function hideComments(text: string): string {
  return text.replace(/&(?=(?:amp;)*lt;!--)/g, '&amp;').replaceAll('<!--', '&lt;!--');
}

function showComments(text: string): string {
  return text.replace(/&((?:amp;)*)lt;!--/g, (_, ampersands: string) =>
    ampersands === '' ? '<!--' : `&${ampersands.slice('amp;'.length)}lt;!--`,
  );
}
