const tagOrEnd = /<span[^>]*>|<\/span>|\n/g;

/** Splits highlighted code at its line ends; an element that spans a line end is closed and opened again. */
export function splitHighlighted(html: string): readonly string[] {
  const lines: string[] = [];
  const open: string[] = [];
  let line = '';
  let position = 0;
  for (const { 0: match, index } of html.matchAll(tagOrEnd)) {
    line += html.slice(position, index);
    position = index + match.length;
    if (match === '\n') {
      lines.push(line + '</span>'.repeat(open.length));
      line = open.join('');
      continue;
    }
    line += match;
    if (match === '</span>') open.pop();
    else open.push(match);
  }
  lines.push(line + html.slice(position));
  return lines;
}

/** A line of code as HTML, and what kind of line it is. */
export interface CodeLine {
  readonly html: string;
  /** Becomes a class, such as `added`. */
  readonly kind?: string;
}

/** Wraps each line in an element, numbered from 1; the line end is inside. */
export function numberedLines(lines: readonly CodeLine[]): string {
  const last = lines.length - 1;
  return lines
    .map(({ html, kind }, index) => {
      const classes = kind === undefined ? 'line' : `line ${kind}`;
      const lineEnd = index < last ? '\n' : '';
      return `<span class="${classes}" data-line="${index + 1}">${html}${lineEnd}</span>`;
    })
    .join('');
}
