/** The words of a text: numbers that are equal for equal words, and where each word stands. */
export interface Words {
  readonly ids: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A run of letters and digits, one character of a script without spaces, or one mark. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}_])+|\S/gu;

/** Gives equal strings equal numbers. */
export type Interner = (text: string) => number;

/** Makes an interner whose numbers begin at 0. */
export function makeInterner(): Interner {
  const known = new Map<string, number>();
  return (text) => {
    const id = known.get(text) ?? known.size;
    known.set(text, id);
    return id;
  };
}

/** Splits the part of `text` between two offsets into words; space is no word. */
export function splitWords(text: string, intern: Interner): Words {
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

/** The words of a text without its marks, each with its offset. */
export function* words(text: string): Generator<{ readonly word: string; readonly index: number }> {
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (isLetter.test(word)) yield { word, index };
  }
}

const isLetter = /[\p{L}\p{N}_]/u;

/** The text without everything that is neither letter nor digit. */
export function lettersOnly(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
