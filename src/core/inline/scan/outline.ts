/** A list item, or the text of a footnote, outside of block quotes. Lines count from 0, ends are exclusive. */
export interface OutlineItem {
  readonly start: number;
  end: number;
  /** Columns that its content is indented by. */
  readonly indent: number;
  readonly parent: OutlineItem | undefined;
  /** Absent for a footnote. */
  readonly list: OutlineList | undefined;
}

export interface OutlineList {
  readonly start: number;
  end: number;
  /** Whether no blank line is between its items or between the blocks of an item. */
  tight: boolean;
  readonly parent: OutlineItem | undefined;
}

/** A block outside of block quotes, or an outermost block quote as a whole. */
export interface OutlineBlock {
  readonly kind: number | 'quote';
  readonly start: number;
  /** After its last line that is not blank. */
  end: number;
  readonly item: OutlineItem | undefined;
}

/** Collects the blocks, lists and items of a text while it is scanned. */
export class Outline {
  readonly blocks: OutlineBlock[] = [];
  readonly items: OutlineItem[] = [];
  readonly lists: OutlineList[] = [];
  #item: OutlineItem | undefined;
  #open: OutlineBlock | undefined;

  openBlock(kind: OutlineBlock['kind'], line: number, afterBlank: boolean): void {
    this.#addChild(line, afterBlank);
    this.#open = { kind, start: line, end: line + 1, item: this.#item };
    this.blocks.push(this.#open);
  }

  /** Extends the open block to this line. */
  extend(line: number): void {
    if (this.#open !== undefined) this.#open.end = line + 1;
  }

  closeBlock(): void {
    this.#open = undefined;
  }

  /** `sameList`: the item continues the list of the item that was closed last. */
  openItem(line: number, { indent, sameList, isFootnote, afterBlank }: OpenedItem): void {
    const parent = this.#item;
    let list = sameList ? this.#lastListOf(parent) : undefined;
    if (list === undefined) {
      this.#addChild(line, afterBlank);
      list = isFootnote ? undefined : { start: line, end: line + 1, tight: true, parent };
      if (list !== undefined) this.lists.push(list);
    } else if (afterBlank) {
      list.tight = false;
    }
    this.#item = { start: line, end: line + 1, indent, parent, list };
    this.items.push(this.#item);
  }

  /** `end` is exclusive. */
  closeItem(end: number): void {
    const item = this.#item;
    if (item === undefined) return;
    item.end = end;
    if (item.list !== undefined) item.list.end = end;
    this.#item = item.parent;
  }

  #addChild(line: number, afterBlank: boolean): void {
    const item = this.#item;
    if (item?.list !== undefined && afterBlank && line > item.start) item.list.tight = false;
  }

  #lastListOf(parent: OutlineItem | undefined): OutlineList | undefined {
    return this.lists.findLast((list) => list.parent === parent);
  }
}

export interface OpenedItem {
  readonly indent: number;
  readonly sameList: boolean;
  readonly isFootnote: boolean;
  readonly afterBlank: boolean;
}
