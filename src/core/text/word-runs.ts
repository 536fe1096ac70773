import { alignSequences, type Run } from './align-sequences.ts';
import type { LinesOfText } from './lines-of-text.ts';
import { type Interner, makeInterner, splitWords, type Words } from './words.ts';

/** Some lines of a text. */
export interface SomeLines {
  readonly text: string;
  readonly lines: LinesOfText;
  /** 0-based numbers of lines, in order. */
  readonly chosen: readonly number[];
}

/** Runs of equal words in some old and some new lines; words with the same text between them make one run. */
export function wordRuns(before: SomeLines, after: SomeLines): Run[] {
  const intern = makeInterner();
  const [oldWords, newWords] = [wordsOf(before, intern), wordsOf(after, intern)];
  const runs: { oldStart: number; newStart: number; length: number }[] = [];
  for (const run of alignSequences(oldWords.ids, newWords.ids)) {
    for (let at = 0; at < run.length; at++) {
      const oldStart = oldWords.starts[run.oldStart + at] ?? 0;
      const newStart = newWords.starts[run.newStart + at] ?? 0;
      const oldEnd = oldWords.ends[run.oldStart + at] ?? 0;
      const last = runs.at(-1);
      const joins =
        at > 0 &&
        last !== undefined &&
        before.text.slice(last.oldStart + last.length, oldStart) ===
          after.text.slice(last.newStart + last.length, newStart);
      if (joins) last.length = oldEnd - last.oldStart;
      else runs.push({ oldStart, newStart, length: oldEnd - oldStart });
    }
  }
  return runs;
}

function wordsOf({ text, lines, chosen }: SomeLines, intern: Interner): Words {
  const ids: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const line of chosen) {
    const offset = lines.starts[line] ?? 0;
    const words = splitWords(text.slice(offset, lines.ends[line]), intern);
    for (const [at, id] of words.ids.entries()) {
      ids.push(id);
      starts.push(offset + (words.starts[at] ?? 0));
      ends.push(offset + (words.ends[at] ?? 0));
    }
  }
  return { ids, starts, ends };
}
