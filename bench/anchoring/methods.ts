import type { Quote, SourceRange } from '../../src/core/anchor/anchor.ts';
import { makeRangePlacer } from '../../src/core/anchor/place.ts';
import { makeQuoteScorer } from './quote-scorer.ts';

/** An anchor on one line, as it was saved. */
export interface LineAnchor {
  readonly line: number;
  readonly source: SourceRange;
  readonly quote: Quote;
}

/** Where a method puts an anchor: a range of the new text, or nowhere; `moved` asks a person to confirm. */
export type Answer = { readonly range: SourceRange; readonly moved: boolean } | undefined;

/** A way to place anchors of one version in another one. */
export interface Method {
  readonly name: string;
  prepare(before: string, after: string): (anchor: LineAnchor) => Answer;
}

function ours(name: string, withOldText: boolean): Method {
  return {
    name,
    prepare: (before, after) => {
      const placer = makeRangePlacer(withOldText ? before : undefined, after);
      return (anchor) => {
        const found = placer.place(anchor);
        if (found.kind === 'orphaned') return undefined;
        return { range: found.range, moved: found.kind === 'moved' };
      };
    },
  };
}

const byLineNumber: Method = {
  name: 'line number',
  prepare: (_before, after) => {
    const lines = after.split('\n');
    const starts: number[] = [];
    let start = 0;
    for (const line of lines) {
      starts.push(start);
      start += line.length + 1;
    }
    return ({ line }) => {
      const at = Math.min(line, lines.length - 1);
      const from = starts[at] ?? 0;
      return { range: { start: from, end: from + (lines[at] ?? '').length }, moved: false };
    };
  },
};

const byQuoteScore: Method = {
  name: 'quote score (32, no floor)',
  prepare: (_before, after) => {
    const score = makeQuoteScorer(after);
    return (anchor) => {
      const range = score(anchor.quote, anchor.source.start);
      return range === undefined ? undefined : { range, moved: false };
    };
  },
};

/** All methods that are compared; the first two are ours. */
export const methods: readonly Method[] = [
  ours('discuss, old text kept', true),
  ours('discuss, quote alone', false),
  byQuoteScore,
  byLineNumber,
];
