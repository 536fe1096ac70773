import type { Block } from '../../block.ts';
import type { CodeDocument } from '../../code-document.ts';
import type { DiffDocument } from '../../diff-file.ts';
import type { DocumentLines } from '../../document-lines.ts';
import type { MarkdownDocument } from '../blocks.ts';

/** Turns documents into the HTML of a page. Loaded when the first document is shown. */
export interface Renderer {
  /** Renders a Markdown document, parsed or not; any text is valid. */
  markdown(document: string | MarkdownDocument, options?: RenderOptions): RenderedDocument;
  /** Renders the patch of one changed file, parsed or not. */
  diff(patch: string | DiffDocument): RenderedDocument;
  /** Renders a file of code. */
  code(document: CodeDocument): RenderedDocument;
  /** Renders the Markdown of a message: no numbers of blocks, no images, a line end is a line break. */
  message(text: string): string;
}

export interface RenderOptions {
  /**
   * Returns the address at which the page loads an image that the document references by a path, or undefined when
   * there is no such image. Not called for images of other hosts, which are never loaded.
   */
  readonly imageUrl?: (source: string) => string | undefined;
  /** Lines to exclude from a text that is not parsed yet, such as inline discussions. */
  readonly excludedLines?: readonly DocumentLines[];
}

export interface RenderedDocument {
  readonly blocks: readonly Block[];
  /** The document's own headings, not those in quotes and lists. */
  readonly outline: readonly OutlineEntry[];
  /** The page in sections that can be drawn one after the other. */
  readonly sections: readonly RenderedSection[];
  /** How much of the source a reader does not see as it is. */
  readonly unseen: Unseen;
  /** From the front matter, or the first heading of the highest level. */
  readonly title?: string;
}

/** What stands in a document without form. */
interface Unseen {
  /** Comments and other words that are folded away. */
  readonly parts: number;
  /** Characters that are drawn as escapes. */
  readonly characters: number;
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
  /** Rendered on first access, and cached. */
  readonly html: string;
  /** How many lines of the source it shows, to guess its height before it is drawn. */
  readonly lines: number;
}
