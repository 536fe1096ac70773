import type { Block } from '../../block.ts';
import type { DiffDocument } from '../../diff-file.ts';
import type { DocumentLines } from '../../document-lines.ts';
import type { MarkdownDocument } from '../blocks.ts';

/** Turns documents into the HTML of a page. Loaded when the first document is shown. */
export interface Renderer {
  /** Renders a Markdown document, read already or not; any text is valid. */
  markdown(document: string | MarkdownDocument, options?: RenderOptions): RenderedDocument;
  /** Renders the patch of one changed file, read already or not. */
  diff(patch: string | DiffDocument): RenderedDocument;
  /** Renders the Markdown of a message: no numbers of blocks, no images, a line end is a line break. */
  message(text: string): string;
}

export interface RenderOptions {
  /**
   * The address under which the page gets an image that the document names by a path; nothing when there is no such
   * image. Images of other hosts are never loaded and not asked for.
   */
  readonly imageUrl?: (source: string) => string | undefined;
  /** Lines that are left out of a text that is not read yet, such as inline discussions. */
  readonly notBlocks?: readonly DocumentLines[];
}

export interface RenderedDocument {
  readonly blocks: readonly Block[];
  /** The document's own headings, not those in quotes and lists. */
  readonly outline: readonly OutlineEntry[];
  /** The page in pieces that can be drawn one after the other. */
  readonly sections: readonly RenderedSection[];
  /** From the front matter, or the first heading of the highest level. */
  readonly title?: string;
}

export interface OutlineEntry {
  readonly block: number;
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
}

export interface RenderedSection {
  /** The first and the last block in it; a section without blocks has a last one below its first. */
  readonly firstBlock: number;
  readonly lastBlock: number;
  /** Written when it is first asked for, and kept. */
  readonly html: string;
  /** How many lines of the source it shows, to guess its height before it is drawn. */
  readonly lines: number;
}
