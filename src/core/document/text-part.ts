import type { HtmlPiece } from './html-text.ts';

/** A part of a block's canonical text, and where its source is. */
export type TextPart =
  | { readonly kind: 'separator'; readonly text: string }
  | {
      readonly kind: 'inline';
      readonly text: string;
      readonly content: string;
      readonly line: number;
      readonly heading: boolean;
    }
  | {
      readonly kind: 'cell';
      readonly text: string;
      readonly content: string;
      readonly line: number;
      readonly cell: number;
    }
  | { readonly kind: 'lines'; readonly text: string; readonly line: number }
  /** Generated text; all of it corresponds to one source range. */
  | {
      readonly kind: 'generated';
      readonly text: string;
      readonly start: number;
      readonly end: number;
    }
  | {
      readonly kind: 'html';
      readonly text: string;
      readonly line: number;
      readonly content: string;
      readonly pieces: readonly HtmlPiece[];
    };
