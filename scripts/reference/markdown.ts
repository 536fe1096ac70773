/** A table of Markdown; a line end or bar inside a cell does not break it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
}

/** A text as code inside a line. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** A block of code without a language, or with one. */
export function fence(text: string, language = 'text'): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** Joins the parts of a page that are there. */
export function page(parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}

/** What every page begins with. */
export const generated =
  '<!-- Written by `npm run docs` from the program itself; a change here is lost. -->';
