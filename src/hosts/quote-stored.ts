import { shortened } from '../core/text/whole-characters.ts';
/**
 * A stored text for the context of an agent: one line in quotes, cut at `limit` characters. Whatever it
 * holds, it ends no line, no quotation and no tag, and shows in the order in which it is written.
 */
export function quoteStored(text: string, limit: number): string {
  return safeJson(shortened(text, limit));
}

/** A stored name for the context of an agent: as it is when it cannot be read as text, else as a quotation. */
export function nameStored(name: string): string {
  return /^[\w.:-]{1,64}$/.test(name) ? name : quoteStored(name, 256);
}

/** JSON on one line that ends no tag and no quotation around it, and shows in the order in which it is written. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(unsafe, escaped);
}

/** Angle brackets and back quotes, what controls the flow or direction of text, and letters that nobody sees. */
const unsafe =
  /[<>`\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udfff]/g;

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
