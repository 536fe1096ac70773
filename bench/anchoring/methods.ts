import type { Anchor } from '../../src/core/anchor/anchor.ts';
import { makeAnchorPlacer } from '../../src/core/anchor/place-anchor.ts';
import {
  sourceOfVisible,
  visibleOfSource,
  visibleText,
} from '../../src/core/anchor/visible-text.ts';
import type { SourceRange } from '../../src/core/document/text-offsets.ts';
import { lineRange, type Version } from './cases.ts';
import { makeQuoteScorer } from './quote-scorer.ts';

/** Where a method places an anchor: a range of the new source, or nowhere; `moved` asks a person to confirm. */
export type Placement = { readonly range: SourceRange; readonly moved: boolean } | undefined;

/** A way to place anchors of one version in another one. */
export interface Method {
  readonly name: string;
  prepare(before: Version, after: Version): (anchor: Anchor, line: number) => Placement;
}

function ours(name: string, isTextKept: boolean): Method {
  return {
    name,
    prepare: (before, after) => {
      const textOf = (): string | undefined => (isTextKept ? before.text : undefined);
      const placer = makeAnchorPlacer({ parsed: after.parsed, textHash: 'after', textOf });
      return (anchor) => {
        const placed = placer.place(anchor);
        if (placed.kind === 'orphaned') return undefined;
        return { range: placed.anchor.source, moved: placed.kind === 'moved' };
      };
    },
  };
}

const byQuoteScore: Method = {
  name: 'quote score without a floor',
  prepare: (before, after) => {
    const visible = visibleText(after.parsed);
    const locate = makeQuoteScorer(visible.text);
    return ({ quote, source }) => {
      const hint = visibleOfSource(visibleText(before.parsed), source)?.start ?? 0;
      const found = locate(quote, hint);
      const range = found && sourceOfVisible(visible, found);
      return range && { range, moved: false };
    };
  },
};

const byLineNumber: Method = {
  name: 'line number',
  prepare: (_before, after) => (_anchor, line) => {
    const last = after.lineStarts.length - 1;
    return { range: lineRange(after, Math.min(line, last)), moved: false };
  },
};

/** Ours with and without the old text, which are judged, then the two for comparison. */
export const methods = {
  kept: ours('discuss, old text kept', true),
  alone: ours('discuss, quote alone', false),
  quoteScore: byQuoteScore,
  lineNumber: byLineNumber,
} as const;
