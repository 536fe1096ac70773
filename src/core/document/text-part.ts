import type { HtmlPiece } from './html-text.ts';

/** A stretch of a block's canonical text and where to look for it in the source. */
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
  /** Text that is made from facts; all of it stands for a stretch of source. */
  | { readonly kind: 'made'; readonly text: string; readonly start: number; readonly end: number }
  | {
      readonly kind: 'html';
      readonly text: string;
      readonly line: number;
      readonly content: string;
      readonly pieces: readonly HtmlPiece[];
    };
