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

const tomlLine = /^\s*(?:#.*|\[{1,2}[^\]]+\]{1,2}.*|(?:[\w.-]+|"[^"]*"|'[^']*')[\w.\-"' ]*=.*)?$/;

/**
 * Returns how many lines at the beginning of a document are front matter in TOML, between lines of `+++`, or in JSON,
 * an object whose braces stand alone on their lines; 0 when there is none.
 */
export function otherFrontMatterLength(line: (number: number) => string | undefined): number {
  const first = line(1)
    ?.replace(/^\uFEFF/, '')
    .trimEnd();
  if (first === '+++') return tomlLength(line);
  return first === '{' ? jsonLength(line) : 0;
}

function tomlLength(line: (number: number) => string | undefined): number {
  let hasKey = false;
  for (let number = 2; ; number++) {
    const text = line(number);
    if (text === undefined) return 0;
    if (text.trimEnd() === '+++') return hasKey || number === 2 ? number : 0;
    if (!hasKey && !tomlLine.test(text)) return 0;
    hasKey ||= text.includes('=');
  }
}

function jsonLength(line: (number: number) => string | undefined): number {
  for (let number = 2; ; number++) {
    const text = line(number);
    if (text === undefined) return 0;
    if (text.trimEnd() === '}') return isJson(line, number) ? number : 0;
  }
}

function isJson(line: (number: number) => string | undefined, length: number): boolean {
  const lines = Array.from({ length }, (_, index) => line(index + 1) ?? '');
  try {
    JSON.parse(lines.join('\n').replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
}
