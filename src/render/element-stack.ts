import { escapeHtml } from './escape.ts';

/** An open element of the page. */
interface OpenElement {
  /** Opened by Markdown, by raw HTML, or wrapped around a block of raw HTML to carry its number. */
  readonly kind: 'markdown' | 'html' | 'wrapper';
  readonly name: string;
  readonly close: string;
  /** Raw HTML that ends with its block, because no later block closes it. */
  readonly unmatched: boolean;
  /** The wrapper ends when the elements that are open in it end. */
  endsWithContent: boolean;
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

  /** Adds text; a browser drops a line feed right after `<pre>`, so there it is written twice. */
  writeText(text: string): void {
    const isFirstInPre = text.startsWith('\n') && /<pre[^<>]*>$/.test(this.#html.slice(-200));
    this.#html += (isFirstInPre ? '\n' : '') + escapeHtml(text);
  }

  /** Returns what was written since the last call. */
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

  /** Wraps an element around a block of raw HTML; until `closeWrapper`, nothing outside of it can be closed. */
  openWrapper(start: string, name: string): void {
    this.#push(start, { kind: 'wrapper', name, close: `</${name}>`, unmatched: false });
  }

  /** Closes the wrapper of a block, or lets it end with what a later block closes. */
  closeWrapper(): void {
    const wrapper = this.#open.findLast(({ kind }) => kind === 'wrapper');
    if (wrapper !== undefined) wrapper.endsWithContent = true;
    this.#closeDependents();
  }

  /** Closes the innermost raw HTML that has one of these names; returns whether there was one. */
  closeHtml(...names: readonly string[]): boolean {
    let index = this.#open.length - 1;
    for (; index >= 0; index--) {
      const element = this.#open[index];
      if (element?.kind === 'markdown' || (element?.kind === 'wrapper' && !element.endsWithContent))
        return false;
      if (element?.kind === 'html' && names.includes(element.name)) break;
    }
    if (index < 0) return false;
    while (this.#open.length > index) this.#pop();
    this.#closeDependents();
    return true;
  }

  /** Closes raw HTML that nothing later would close. */
  closeUnmatched(): void {
    while (this.#open.at(-1)?.unmatched === true || this.#open.at(-1)?.endsWithContent === true)
      this.#pop();
  }

  /** Closes everything. */
  closeAll(): void {
    while (this.#open.length > 0) this.#pop();
  }

  /** Returns the name of the innermost element of raw HTML; empty directly in Markdown or at the top. */
  top(): string {
    const element = this.#open.findLast(({ kind, name }) => kind !== 'wrapper' || name !== 'div');
    return element?.name ?? '';
  }

  /** Returns whether raw HTML of this name is open in this quote, item or footnote. */
  isIn(name: string): boolean {
    const bottom = this.#open.findLastIndex(({ kind }) => kind === 'markdown');
    return this.#open.findLastIndex((element) => element.name === name) > bottom;
  }

  isEmpty(): boolean {
    return this.#open.length === 0;
  }

  #push(start: string, element: Omit<OpenElement, 'endsWithContent'>): void {
    this.write(start);
    this.#open.push({ ...element, endsWithContent: false });
  }

  #closeDependents(): void {
    while (this.#open.at(-1)?.endsWithContent === true) this.#pop();
  }

  #pop(): void {
    this.write(this.#open.pop()?.close ?? '');
  }
}
