import { decodeMails } from './mail-text.ts';

const colour = /\x1b\[[\d;:]*[mK]/g;
const colouredHeader = /^(?:\x1b\[[\d;:]*[mK])+(?:diff |@@|--- |\+\+\+ |index |commit |[+-])/m;

/** Whether a program coloured a patch for a terminal; escapes in the content alone are content. */
export function isColoured(text: string): boolean {
  return colouredHeader.test(text);
}

/** Returns a patch without what it was sent or shown in: colours of a terminal, a quotation, the encoding of a mail. */
export function plainPatch(text: string): string {
  const whole = text.replace(/^\ufeff/, '');
  const uncoloured = isColoured(whole) ? whole.replace(colour, '') : whole;
  return decodeMails(withoutQuotation(uncoloured));
}

function withoutQuotation(text: string): string {
  if (!text.trimStart().startsWith('>') || /^[^>\s]/m.test(text)) return text;
  return text.replace(/^> ?/gm, '');
}
