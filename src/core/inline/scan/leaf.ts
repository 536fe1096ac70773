/** The leaf block that is open at the end of a line. One shape for all kinds, which keeps property access fast. */
export interface Leaf {
  readonly kind: 'none' | 'paragraph' | 'code' | 'fence' | 'html' | 'table' | 'span';
  /** The value of `lineKind` that its lines get. */
  readonly mark: number;
  /** Its first line, for fences, tables and HTML. */
  readonly line: number;
  /** For a fence: its character, and how many of them. */
  readonly marker: number;
  readonly length: number;
  /** For HTML: what its last line contains; without it the block ends before a blank line. */
  readonly end: RegExp | undefined;
  /** For a span, whose end is known from the start: its exclusive end. */
  readonly until: number;
}

/** What a line belongs to. The bit `startFlag` is set on the first line of each block. */
export const lineKind = {
  none: 0,
  text: 1,
  thematicBreak: 2,
  definition: 3,
  frontMatter: 4,
  fence: 5,
  indentedCode: 6,
  html: 7,
  math: 8,
} as const;

/** Set in a line's kind where a block starts. */
export const startFlag = 0x80;

/** Returns a line's kind without the flag of a start. */
export function kindOf(mark: number | undefined): number {
  return (mark ?? 0) & ~startFlag;
}

/** Returns whether lines of this kind never contain a comment: code, HTML, front matter and math. */
export function isOpaque(kind: number): boolean {
  return kind >= lineKind.frontMatter;
}

/** Makes a leaf block of some kind. */
export function makeLeaf(
  kind: Leaf['kind'],
  mark: number,
  fields: Partial<Omit<Leaf, 'kind' | 'mark'>> = {},
): Leaf {
  return {
    kind,
    mark,
    line: fields.line ?? 0,
    marker: fields.marker ?? 0,
    length: fields.length ?? 0,
    end: fields.end,
    until: fields.until ?? 0,
  };
}

/** No leaf block is open. */
export const noLeaf = makeLeaf('none', lineKind.none);
export const paragraphLeaf = makeLeaf('paragraph', lineKind.text);
export const codeLeaf = makeLeaf('code', lineKind.indentedCode);
/** Blocks that end with the line that they begin on. */
export const headingLeaf = makeLeaf('none', lineKind.text);
export const breakLeaf = makeLeaf('none', lineKind.thematicBreak);
export const htmlLineLeaf = makeLeaf('none', lineKind.html);
