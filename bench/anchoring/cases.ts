import type { Anchor } from '../../src/core/anchor/anchor.ts';
import { createPhraseAnchor } from '../../src/core/anchor/create-anchor.ts';
import {
  sourceOfVisible,
  visibleOfSource,
  visibleText,
} from '../../src/core/anchor/visible-text.ts';
import { parseMarkdown } from '../../src/core/document/markdown-it/blocks.ts';
import type { ParsedDocument } from '../../src/core/document/parsed-document.ts';
import type { SourceRange } from '../../src/core/document/text-offsets.ts';
import { isRefusal } from '../../src/core/refusal.ts';
import type { Kind, LineOutcome, TrackedDocument } from './track-lines.ts';

/** What is anchored: a whole line, or some words of it. */
export type Unit = 'line' | 'phrase';

/** One anchor and the true position of its text. */
export interface Case {
  readonly unit: Unit;
  readonly kind: Kind;
  /** 0-based. */
  readonly line: number;
  readonly anchor: Anchor;
  /** Where its text is now; absent when it was deleted. */
  readonly truth?: SourceRange;
  /** How many lines of its kind it represents. */
  readonly weight: number;
}

/** A parsed version. */
export interface Version {
  readonly text: string;
  readonly parsed: ParsedDocument;
  readonly lineStarts: readonly number[];
}

const versions = new Map<string, Version>();

/** Parses a version; returns the same value for the same text. */
export function parseVersion(text: string): Version {
  const known = versions.get(text);
  if (known !== undefined) return known;
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    lineStarts.push(at + 1);
  }
  const version = { text, parsed: parseMarkdown(text), lineStarts };
  versions.set(text, version);
  return version;
}

/** A jump between two versions of a document. */
export interface Jump {
  readonly tracked: TrackedDocument;
  readonly from: number;
  readonly to: number;
  readonly before: Version;
  readonly after: Version;
}

/** Most anchors of one kind taken from one jump; the rest is counted by weight. */
const maxPerKind = { same: 12, shifted: 12, edited: 40, moved: 40, deleted: 40 } as const;

/** The anchors of one jump: lines of every kind, evenly spread over the document, and a phrase of each. */
export function casesOf(jump: Jump): Case[] {
  const outcomes = jump.tracked.outcomes(jump.from, jump.to);
  const cases: Case[] = [];
  for (const kind of ['same', 'shifted', 'edited', 'moved', 'deleted'] as const) {
    const ofKind = outcomes.filter((outcome) => outcome.kind === kind);
    const step = Math.max(1, Math.ceil(ofKind.length / maxPerKind[kind]));
    const selected = ofKind.filter((_, at) => at % step === 0);
    const weight = ofKind.length / Math.max(1, selected.length);
    for (const outcome of selected) cases.push(...anchorsOn(outcome, jump, weight));
  }
  return cases;
}

function anchorsOn(outcome: LineOutcome, jump: Jump, weight: number): Case[] {
  const old = lineRange(jump.before, outcome.line);
  const text = jump.before.text.slice(old.start, old.end);
  const now = outcome.to === undefined ? undefined : lineRange(jump.after, outcome.to);
  const common = { kind: outcome.kind, line: outcome.line, weight };
  const cases: Case[] = [];
  const whole = describe(jump.before, old);
  if (whole !== undefined) {
    cases.push({ ...common, unit: 'line', anchor: whole, ...(now && { truth: now }) });
  }
  const phrase = phraseIn(text, outcome.line);
  if (phrase === undefined) return cases;
  const source = { start: old.start + phrase.start, end: old.start + phrase.end };
  const anchor = isShown(jump.before, source) ? describe(jump.before, source) : undefined;
  if (anchor === undefined) return cases;
  if (now === undefined) return [...cases, { ...common, unit: 'phrase', anchor }];
  const truth = phraseNow(text.slice(phrase.start, phrase.end), jump.after, now);
  return truth === undefined ? cases : [...cases, { ...common, unit: 'phrase', anchor, truth }];
}

function describe({ parsed }: Version, source: SourceRange): Anchor | undefined {
  const anchor = createPhraseAnchor({ parsed, textHash: 'before', source });
  return isRefusal(anchor) ? undefined : anchor;
}

/** Whether the ends of a range are visible, so that it can be selected. */
function isShown({ parsed }: Version, source: SourceRange): boolean {
  const visible = visibleText(parsed);
  const shown = visibleOfSource(visible, source);
  const back = shown && sourceOfVisible(visible, shown);
  return back?.start === source.start && back.end === source.end;
}

/** A line's range without the space at its ends. */
export function lineRange({ text, lineStarts }: Version, line: number): SourceRange {
  const start = lineStarts[line] ?? text.length;
  const raw = text.slice(start, lineStarts[line + 1] ?? text.length);
  const inner = raw.trim();
  const lead = raw.indexOf(inner);
  return { start: start + lead, end: start + lead + inner.length };
}

/** One to five words of a line, selected by the line's number. */
function phraseIn(text: string, seed: number): SourceRange | undefined {
  const words = [...text.matchAll(/[\p{L}\p{N}_]{2,}/gu)];
  if (words.length < 2) return undefined;
  const count = 1 + (seed % Math.min(5, words.length - 1));
  const first = (seed * 7) % (words.length - count + 1);
  const [begin, end] = [words[first], words[first + count - 1]];
  if (begin === undefined || end === undefined) return undefined;
  return { start: begin.index, end: end.index + end[0].length };
}

/** The range of a phrase in the new line; undefined unless it occurs there exactly once. */
function phraseNow(phrase: string, { text }: Version, line: SourceRange): SourceRange | undefined {
  const inLine = text.slice(line.start, line.end);
  const at = inLine.indexOf(phrase);
  if (at < 0 || inLine.indexOf(phrase, at + 1) >= 0) return undefined;
  return { start: line.start + at, end: line.start + at + phrase.length };
}
