import type { Block } from '../core/document/block.ts';
import type { Token } from '../core/document/blocks.ts';
import type { RenderedSection } from '../core/needs/renderer.ts';
import type { ElementStack } from './element-stack.ts';

const blocksPerSection = 40;

/** Cuts a page into sections of about forty blocks, where nothing is open. */
export class SectionCutter {
  readonly #sections: RenderedSection[] = [];
  #firstBlock = 1;
  #lastBlock = 0;
  #firstLine = 0;
  #lastLine = 0;

  /** Notes what is about to be written. */
  count(token: Token, block: Block | undefined): void {
    if (block !== undefined) this.#lastBlock = block.index;
    if (token.map !== null) this.#lastLine = Math.max(this.#lastLine, token.map[1]);
  }

  /** Ends the section, if it is long enough. */
  mayCut(written: ElementStack): void {
    if (this.#lastBlock - this.#firstBlock + 1 >= blocksPerSection) this.#cut(written);
  }

  /** Ends the last section and gives all. */
  finish(written: ElementStack): readonly RenderedSection[] {
    if (this.#sections.length === 0 || this.#lastLine > this.#firstLine) this.#cut(written);
    return this.#sections;
  }

  #cut(written: ElementStack): void {
    this.#sections.push({
      firstBlock: this.#firstBlock,
      lastBlock: this.#lastBlock,
      html: written.take(),
      lines: this.#lastLine - this.#firstLine,
    });
    this.#firstBlock = this.#lastBlock + 1;
    this.#firstLine = this.#lastLine;
  }
}
