/** A list item, or the text of a footnote, that stands in no block quote. Lines count from 0, ends are exclusive. */
export interface OutlineItem {
  readonly start: number;
  end: number;
  /** Columns that its content is indented by. */
  readonly indent: number;
  readonly parent: OutlineItem | undefined;
  /** Nothing for a footnote. */
  readonly list: OutlineList | undefined;
}

export interface OutlineList {
  readonly start: number;
  end: number;
  /** Whether no blank line stands between its items or between the blocks of an item. */
  tight: boolean;
  readonly parent: OutlineItem | undefined;
}

/** A block that stands in no block quote, or an outermost block quote as a whole. */
export interface OutlineBlock {
  readonly kind: number | 'quote';
  readonly start: number;
  /** Behind its last line that is not blank. */
  end: number;
  readonly item: OutlineItem | undefined;
}

/** The blocks, lists and items of a text, noted down while it is scanned. */
export class Outline {
  readonly blocks: OutlineBlock[] = [];
  readonly items: OutlineItem[] = [];
  readonly lists: OutlineList[] = [];
  #item: OutlineItem | undefined;
  #open: OutlineBlock | undefined;

  openBlock(kind: OutlineBlock['kind'], line: number, afterBlank: boolean): void {
    this.#child(line, afterBlank);
    this.#open = { kind, start: line, end: line + 1, item: this.#item };
    this.blocks.push(this.#open);
  }

  /** The open block goes on over this line. */
  extend(line: number): void {
    if (this.#open !== undefined) this.#open.end = line + 1;
  }

  closeBlock(): void {
    this.#open = undefined;
  }

  /** `sameList`: the item goes on with the list of the item that was closed last. */
  openItem(line: number, { indent, sameList, note, afterBlank }: OpenedItem): void {
    const parent = this.#item;
    let list = sameList ? this.#lastListOf(parent) : undefined;
    if (list === undefined) {
      this.#child(line, afterBlank);
      list = note ? undefined : { start: line, end: line + 1, tight: true, parent };
      if (list !== undefined) this.lists.push(list);
    } else if (afterBlank) {
      list.tight = false;
    }
    this.#item = { start: line, end: line + 1, indent, parent, list };
    this.items.push(this.#item);
  }

  /** `end`: behind the item's last line. */
  closeItem(end: number): void {
    const item = this.#item;
    if (item === undefined) return;
    item.end = end;
    if (item.list !== undefined) item.list.end = end;
    this.#item = item.parent;
  }

  #child(line: number, afterBlank: boolean): void {
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
  readonly note: boolean;
  readonly afterBlank: boolean;
}
