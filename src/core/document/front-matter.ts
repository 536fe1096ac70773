const opening = /^---[ \t]*$/;
const closing = /^(?:---|\.\.\.)[ \t]*$/;
const comment = /^\s*#/;
const key = /^(?:"[^"]*"|'[^']*'|[^\s#:[\]{}>|*&!%@`-][^:]*):(?:\s|$)/;

/**
 * Returns how many lines at the beginning of a document are front matter, fences included; 0 when there is none.
 * Front matter starts on the first line with `---`, holds at least one YAML key before anything else, or nothing,
 * and ends with `---` or `...`. A rule line above ordinary text is not front matter.
 */
export function frontMatterLength(line: (number: number) => string | undefined): number {
  if (!opening.test(line(1)?.replace(/^\uFEFF/, '') ?? '')) return 0;
  let hasKey = false;
  for (let number = 2; ; number++) {
    const text = line(number);
    if (text === undefined) return 0;
    if (closing.test(text)) return hasKey || number === 2 ? number : 0;
    if (hasKey || comment.test(text)) continue;
    if (!key.test(text)) return 0;
    hasKey = true;
  }
}
