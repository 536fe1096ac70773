import type { Parser, StateInline } from './types.ts';

const cjk =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303f\ufe30-\ufe4f\uff00-\uffef]/u;
const punctuation = /[\p{P}\p{S}]/u;

/**
 * Lets emphasis begin and end beside Chinese, Japanese and Korean, which have no spaces between words: `**「重点」**内容`.
 * Their own punctuation counts as a letter, and one of their characters beside other punctuation as a space.
 */
export function emphasiseBesideCjk(parser: Parser): void {
  const { State } = parser.inline;
  parser.inline.State = class extends State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const scanned = super.scanDelims(start, canSplitWord);
      if (!canSplitWord) return scanned;
      const before = characterBefore(this, start);
      const after = characterAfter(this, start + scanned.length);
      if (!cjk.test(before) && !cjk.test(after)) return scanned;
      return { ...scanned, can_open: leans(after, before), can_close: leans(before, after) };
    }
  };
}

/** Whether a mark may belong to the text on one side, given the character on the other. */
function leans(own: string, other: string): boolean {
  if (/^\s?$/.test(own)) return false;
  const isMark = punctuation.test(own) && !cjk.test(own);
  return !isMark || /^\s?$/.test(other) || punctuation.test(other) || cjk.test(other);
}

function characterBefore({ src }: StateInline, position: number): string {
  return /[\s\S]$/u.exec(src.slice(Math.max(0, position - 2), position))?.[0] ?? '';
}

function characterAfter({ src, posMax }: StateInline, position: number): string {
  return position < posMax ? String.fromCodePoint(src.codePointAt(position) ?? 0) : '';
}
