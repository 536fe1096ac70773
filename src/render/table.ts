import type { Token } from '../core/document/markdown-it/types.ts';
import { attribute } from './escape.ts';

/** Writes the tokens of a table other than the text of its cells; rows carry their number, the header has 1. */
export class TableWriter {
  #row = 0;
  #cell = 0;

  /** Returns the HTML of a token, or undefined when it is not part of a table. */
  htmlOf(
    token: Token,
    { block, direction }: { block: number | undefined; direction: string },
  ): string | undefined {
    switch (token.type) {
      case 'table_open':
        this.#row = 0;
        return `<div class="table-scroll"><table${attribute('data-block', block)}>`;
      case 'table_close':
        return '</table></div>';
      case 'thead_open':
      case 'thead_close':
      case 'tbody_open':
      case 'tbody_close':
        return `<${token.nesting === -1 ? '/' : ''}${token.tag}>`;
      case 'tr_open': {
        this.#row++;
        this.#cell = 0;
        return `${this.#row > 1 ? '\n' : ''}<tr data-line="${this.#row}">`;
      }
      case 'th_open':
      case 'td_open':
        this.#cell++;
        return `${this.#cell > 1 ? '\t' : ''}<${token.tag}${alignment(token)}${direction}>`;
      case 'tr_close':
      case 'th_close':
      case 'td_close':
        return `</${token.tag}>`;
      default:
        return undefined;
    }
  }
}

function alignment(token: Token): string {
  const side = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
  return side === undefined ? '' : ` class="align-${side}"`;
}
