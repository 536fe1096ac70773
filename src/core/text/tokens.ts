/** A text's words or lines: ids that are equal for equal ones, and the offsets at which each starts and ends. */
export interface Tokens {
  readonly ids: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A run of letters and digits, one character of a script without spaces, or one mark. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}_])+|\S/gu;

/** Returns equal numbers for equal strings. */
export type Interner = (text: string) => number;

/** Makes an interner whose numbers begin at 0. */
export function makeInterner(): Interner {
  const ids = new Map<string, number>();
  return (text) => {
    const id = ids.get(text) ?? ids.size;
    ids.set(text, id);
    return id;
  };
}

/** Splits a text into words and marks; white space is no token. */
export function tokenizeWords(text: string, intern: Interner): Tokens {
  const ids: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of text.matchAll(wordPattern)) {
    ids.push(intern(match[0]));
    starts.push(match.index);
    ends.push(match.index + match[0].length);
  }
  return { ids, starts, ends };
}

/** Splits a text at its line feeds. A line ends before its trailing white space, which is no difference between lines. */
export function tokenizeLines(text: string, intern: Interner): Tokens {
  const ids: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let start = 0; start <= text.length; ) {
    const lineEnd = text.indexOf('\n', start);
    const next = lineEnd < 0 ? text.length : lineEnd;
    const line = text.slice(start, next).trimEnd();
    ids.push(intern(line));
    starts.push(start);
    ends.push(start + line.length);
    start = next + 1;
  }
  return { ids, starts, ends };
}

/** Returns how many characters a token has; of a line, its indentation included. */
export function tokenLength({ starts, ends }: Tokens, index: number): number {
  return (ends[index] ?? 0) - (starts[index] ?? 0);
}

/** Yields the words of a text without its marks, each with its offset. */
export function* words(text: string): Generator<{ readonly word: string; readonly index: number }> {
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (isLetter.test(word)) yield { word, index };
  }
}

const isLetter = /[\p{L}\p{N}_]/u;

/** Returns the text without everything that is neither letter nor digit. */
export function lettersOnly(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
