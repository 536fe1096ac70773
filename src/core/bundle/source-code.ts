const prose = /\.(?:md|markdown|mdx|txt|rst|adoc|org|pdf|docx?|odt|png|jpe?g|gif|svg|webp|csv)$/i;
const proseNames =
  /^(?:licen[cs]e|copying|notice|authors|contributors|readme|changelog|changes|news|todo)$/i;

/**
 * Whether a path that an action touches is source code, which needs the user's explicit consent. Documents and pictures
 * are not; everything else is, folders and settings included, since what is not known to be harmless is not.
 */
export function isSourceCode(path: string): boolean {
  const name =
    path
      .replace(/[/\\]+$/, '')
      .split(/[/\\]/)
      .at(-1) ?? '';
  return !prose.test(name) && !proseNames.test(name);
}
