import { type CharacterRange, changedWords, markRanges } from './changed-words.ts';
import { escapeHtml } from './escape.ts';
import { highlightLines } from './highlight.ts';

type DiffLineKind = 'added' | 'removed' | 'context' | 'header' | 'note';

/** A line of a patch, ready to be shown. */
export interface DiffLine {
  readonly kind: DiffLineKind;
  /** The marks at its start, one column for each old side. */
  readonly marks: string;
  /** The line after its marks, highlighted. */
  readonly html: string;
}

interface ParsedLine {
  readonly kind: DiffLineKind;
  readonly marks: string;
  readonly text: string;
}

/**
 * Parses the lines of a patch and highlights the text after the marks: removed lines as part of the old text, the others
 * as part of the new one. Words that differ between a removed line and its replacement are marked.
 */
export function parseDiffLines(
  lines: readonly string[],
  {
    language,
    parents = 1,
    mayHoldHeaders = true,
  }: { language: string; parents?: number; mayHoldHeaders?: boolean },
): readonly DiffLine[] {
  const parsed = lines.map((line) =>
    mayHoldHeaders && isHeader(line)
      ? { kind: 'header' as const, marks: '', text: line }
      : parseLine(line, parents),
  );
  const hasRemoved = parsed.some(({ kind }) => kind === 'removed');
  const old = hasRemoved
    ? highlightSide(parsed, { language, excludedKind: 'added' })
    : new Map<number, string>();
  const current = highlightSide(parsed, { language, excludedKind: 'removed' });
  const changed =
    parents === 1 ? changedRanges(parsed) : new Map<number, readonly CharacterRange[]>();
  return parsed.map(({ kind, marks, text }, index) => {
    const highlighted = (kind === 'removed' ? old : current).get(index) ?? escapeHtml(text);
    const ranges = changed.get(index);
    return {
      kind,
      marks,
      html: ranges === undefined ? highlighted : markRanges(highlighted, ranges),
    };
  });
}

function parseLine(line: string, parents: number): ParsedLine {
  if (line.startsWith('\\')) return { kind: 'note', marks: '', text: line };
  const marks = /^[ +-]*/.exec(line.slice(0, parents))?.[0] ?? '';
  const kind = marks.includes('-') ? 'removed' : marks.includes('+') ? 'added' : 'context';
  return { kind, marks, text: line.slice(marks.length) };
}

function isHeader(line: string): boolean {
  return /^(?:@@|diff |index [0-9a-f]+\.\.|(?:---|\+\+\+) (?:"?[abciow12]\/|\/dev\/null))/.test(
    line,
  );
}

/** Highlights one side of a patch; returns the HTML by the line's index in the patch. */
function highlightSide(
  lines: readonly ParsedLine[],
  { language, excludedKind }: { language: string; excludedKind: DiffLineKind },
): ReadonlyMap<number, string> {
  const indexes: number[] = [];
  const texts: string[] = [];
  lines.forEach(({ kind, text }, index) => {
    if (kind === excludedKind || kind === 'header' || kind === 'note') return;
    indexes.push(index);
    texts.push(text);
  });
  const highlighted = highlightLines(texts.join('\n'), language);
  return new Map(indexes.map((lineIndex, index) => [lineIndex, highlighted[index] ?? '']));
}

/** Pairs each removed line with the added one at the same position of the following run. */
function changedRanges(lines: readonly ParsedLine[]): Map<number, readonly CharacterRange[]> {
  const ranges = new Map<number, readonly CharacterRange[]>();
  let index = 0;
  while (index < lines.length) {
    const removed = runLength(lines, index, 'removed');
    const added = runLength(lines, index + removed, 'added');
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

function runLength(lines: readonly ParsedLine[], from: number, kind: DiffLineKind): number {
  let length = 0;
  while (lines[from + length]?.kind === kind) length++;
  return length;
}
