import { alignSequences, type MatchingBlock } from './align-sequences.ts';
import { type Interner, makeInterner, type Tokens, tokenizeWords } from './tokens.ts';

/** Some lines of a text. */
export interface SelectedLines {
  readonly text: string;
  readonly lines: Tokens;
  /** 0-based numbers of lines, in order. */
  readonly selected: readonly number[];
}

/** Returns the equal words of some old and some new lines; words with the same text between them make one block. */
export function matchWords(before: SelectedLines, after: SelectedLines): MatchingBlock[] {
  const intern = makeInterner();
  const [oldWords, newWords] = [tokensOf(before, intern), tokensOf(after, intern)];
  const blocks: { oldStart: number; newStart: number; length: number }[] = [];
  for (const match of alignSequences(oldWords.ids, newWords.ids)) {
    for (let offset = 0; offset < match.length; offset++) {
      const oldStart = oldWords.starts[match.oldStart + offset] ?? 0;
      const newStart = newWords.starts[match.newStart + offset] ?? 0;
      const oldEnd = oldWords.ends[match.oldStart + offset] ?? 0;
      const last = blocks.at(-1);
      const isJoined =
        offset > 0 &&
        last !== undefined &&
        before.text.slice(last.oldStart + last.length, oldStart) ===
          after.text.slice(last.newStart + last.length, newStart);
      if (isJoined) last.length = oldEnd - last.oldStart;
      else blocks.push({ oldStart, newStart, length: oldEnd - oldStart });
    }
  }
  return blocks;
}

function tokensOf({ text, lines, selected }: SelectedLines, intern: Interner): Tokens {
  const ids: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const line of selected) {
    const offset = lines.starts[line] ?? 0;
    const words = tokenizeWords(text.slice(offset, lines.ends[line]), intern);
    for (const [index, id] of words.ids.entries()) {
      ids.push(id);
      starts.push(offset + (words.starts[index] ?? 0));
      ends.push(offset + (words.ends[index] ?? 0));
    }
  }
  return { ids, starts, ends };
}
