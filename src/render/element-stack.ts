import { escapeHtml } from './escape.ts';

/** Something open while a page is written. */
interface OpenElement {
  /** Opened by Markdown, by raw HTML, or put around a block of raw HTML to carry its number. */
  readonly kind: 'markdown' | 'html' | 'around';
  readonly name: string;
  readonly close: string;
  /** Raw HTML that ends with its block, because nothing closes it later. */
  readonly unmatched: boolean;
  /** What was put around ends with what is still open in it. */
  follows: boolean;
}

/**
 * Writes nested elements and keeps them well formed: an end tag of raw HTML closes only raw HTML that was opened in
 * the same quote, item or footnote, and whatever is still open inside.
 */
export class ElementStack {
  readonly #open: OpenElement[] = [];
  #html = '';

  /** Adds finished HTML. */
  write(html: string): void {
    this.#html += html;
  }

  /** Adds text; a browser drops a line feed right behind `<pre>`, so there it is written twice. */
  writeText(text: string): void {
    const isFirstInPre = text.startsWith('\n') && /<pre[^<>]*>$/.test(this.#html.slice(-200));
    this.#html += (isFirstInPre ? '\n' : '') + escapeHtml(text);
  }

  /** Gives what was written since the last time. */
  take(): string {
    const html = this.#html;
    this.#html = '';
    return html;
  }

  /** Opens an element of Markdown. */
  open(start: string, close: string): void {
    this.#push(start, { kind: 'markdown', name: '', close, unmatched: false });
  }

  /** Closes the innermost element of Markdown, and raw HTML left open in it. */
  close(): void {
    while (this.#open.length > 0 && this.#open.at(-1)?.kind !== 'markdown') this.#pop();
    this.#pop();
  }

  /** Opens an element of raw HTML; an end tag of `name` closes it, whatever it is written as. */
  openHtml(
    start: string,
    { name, close, unmatched }: { name: string; close: string; unmatched: boolean },
  ): void {
    this.#push(start, { kind: 'html', name, close, unmatched });
  }

  /** Puts an element around a block of raw HTML; until `endAround`, nothing outside of it can be closed. */
  openAround(start: string, name: string): void {
    this.#push(start, { kind: 'around', name, close: `</${name}>`, unmatched: false });
  }

  /** Ends the element around a block, or lets it end with what a later block closes. */
  endAround(): void {
    const around = this.#open.findLast(({ kind }) => kind === 'around');
    if (around !== undefined) around.follows = true;
    this.#closeFollowers();
  }

  /** Closes the innermost raw HTML that has one of these names; answers whether there was one. */
  closeHtml(...names: readonly string[]): boolean {
    let at = this.#open.length - 1;
    for (; at >= 0; at--) {
      const element = this.#open[at];
      if (element?.kind === 'markdown' || (element?.kind === 'around' && !element.follows))
        return false;
      if (element?.kind === 'html' && names.includes(element.name)) break;
    }
    if (at < 0) return false;
    while (this.#open.length > at) this.#pop();
    this.#closeFollowers();
    return true;
  }

  /** Closes raw HTML that nothing later would close. */
  closeUnmatched(): void {
    while (this.#open.at(-1)?.unmatched === true || this.#open.at(-1)?.follows === true)
      this.#pop();
  }

  /** Closes everything. */
  closeAll(): void {
    while (this.#open.length > 0) this.#pop();
  }

  /** Name of the innermost element of raw HTML; empty directly in Markdown or at the top. */
  top(): string {
    const element = this.#open.findLast(({ kind, name }) => kind !== 'around' || name !== 'div');
    return element?.name ?? '';
  }

  /** Whether raw HTML of this name is open in this quote, item or footnote. */
  isIn(name: string): boolean {
    const bottom = this.#open.findLastIndex(({ kind }) => kind === 'markdown');
    return this.#open.findLastIndex((element) => element.name === name) > bottom;
  }

  isEmpty(): boolean {
    return this.#open.length === 0;
  }

  #push(start: string, element: Omit<OpenElement, 'follows'>): void {
    this.write(start);
    this.#open.push({ ...element, follows: false });
  }

  #closeFollowers(): void {
    while (this.#open.at(-1)?.follows === true) this.#pop();
  }

  #pop(): void {
    this.write(this.#open.pop()?.close ?? '');
  }
}
