import { changedWords, markRanges, type TextRange } from './changed-words.ts';
import { escapeHtml } from './escape.ts';
import { highlightLines } from './highlight.ts';

type DiffLineKind = 'added' | 'removed' | 'context' | 'header' | 'note';

/** A line of a patch, ready to be shown. */
export interface DiffLine {
  readonly kind: DiffLineKind;
  /** The signs in front, one column for each old side. */
  readonly marks: string;
  /** The line behind its signs, coloured. */
  readonly html: string;
}

interface ReadLine {
  readonly kind: DiffLineKind;
  readonly marks: string;
  readonly text: string;
}

/**
 * Reads the lines of a patch and colours what stands behind the signs: the removed lines as part of the old text, the
 * others as part of the new one. Words that differ between a removed line and the one that came for it are marked.
 */
export function readDiffLines(
  lines: readonly string[],
  { language, parents = 1 }: { language: string; parents?: number },
): readonly DiffLine[] {
  const read = lines.map((line) => readLine(line, parents));
  const hasRemoved = read.some(({ kind }) => kind === 'removed');
  const old = hasRemoved ? colour(read, { language, leaves: 'added' }) : new Map<number, string>();
  const current = colour(read, { language, leaves: 'removed' });
  const changed = parents === 1 ? changedRanges(read) : new Map<number, readonly TextRange[]>();
  return read.map(({ kind, marks, text }, index) => {
    const coloured = (kind === 'removed' ? old : current).get(index) ?? escapeHtml(text);
    const ranges = changed.get(index);
    return { kind, marks, html: ranges === undefined ? coloured : markRanges(coloured, ranges) };
  });
}

function readLine(line: string, parents: number): ReadLine {
  if (/^(?:@@|diff |index [0-9a-f]+\.\.|--- |\+\+\+ )/.test(line) && isHeader(line)) {
    return { kind: 'header', marks: '', text: line };
  }
  if (line.startsWith('\\')) return { kind: 'note', marks: '', text: line };
  const marks = /^[ +-]*/.exec(line.slice(0, parents))?.[0] ?? '';
  const kind = marks.includes('-') ? 'removed' : marks.includes('+') ? 'added' : 'context';
  return { kind, marks, text: line.slice(marks.length) };
}

function isHeader(line: string): boolean {
  return (
    !/^(?:--- |\+\+\+ )/.test(line) || /^(?:---|\+\+\+) (?:"?[abciow12]\/|\/dev\/null)/.test(line)
  );
}

/** Colours one side of a patch; the result is known by the line's place in the patch. */
function colour(
  lines: readonly ReadLine[],
  { language, leaves }: { language: string; leaves: DiffLineKind },
): ReadonlyMap<number, string> {
  const places: number[] = [];
  const texts: string[] = [];
  lines.forEach(({ kind, text }, index) => {
    if (kind === leaves || kind === 'header' || kind === 'note') return;
    places.push(index);
    texts.push(text);
  });
  const coloured = highlightLines(texts.join('\n'), language);
  return new Map(places.map((place, index) => [place, coloured[index] ?? '']));
}

/** Pairs each removed line with the added one at the same place of the run that follows. */
function changedRanges(lines: readonly ReadLine[]): Map<number, readonly TextRange[]> {
  const ranges = new Map<number, readonly TextRange[]>();
  let index = 0;
  while (index < lines.length) {
    const removed = runOf(lines, index, 'removed');
    const added = runOf(lines, index + removed, 'added');
    for (let pair = 0; pair < Math.min(removed, added); pair++) {
      const [from, to] = [index + pair, index + removed + pair];
      const words = changedWords(lines[from]?.text ?? '', lines[to]?.text ?? '');
      if (words === undefined) continue;
      ranges.set(from, words.removed);
      ranges.set(to, words.added);
    }
    index += Math.max(1, removed + added);
  }
  return ranges;
}

function runOf(lines: readonly ReadLine[], from: number, kind: DiffLineKind): number {
  let length = 0;
  while (lines[from + length]?.kind === kind) length++;
  return length;
}
