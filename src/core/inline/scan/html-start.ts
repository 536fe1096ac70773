import { isHtmlTag } from '../../document/html-tags.ts';

const elements =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';
const attribute =
  '\\s+[a-zA-Z_:][\\w:.-]*(?:\\s*=\\s*(?:[^"\'=<>`\\x00-\\x20]+|\'[^\']*\'|"[^"]*"))?';
const openTag = `<[A-Za-z][A-Za-z0-9-]*(?:${attribute})*\\s*/?>`;
const closeTag = '</[A-Za-z][A-Za-z0-9-]*\\s*>';

/** One way to begin a block of raw HTML. */
export interface HtmlStart {
  readonly begin: RegExp;
  /** What its last line contains; without it the block ends before a blank line. */
  readonly end: RegExp | undefined;
  readonly interruptsParagraph: boolean;
}

const htmlStarts: readonly HtmlStart[] = [
  {
    begin: /^<(?:script|pre|style|textarea)(?=\s|>|$)/i,
    end: /<\/(?:script|pre|style|textarea)>/i,
    interruptsParagraph: true,
  },
  { begin: /^<!--/, end: /-->/, interruptsParagraph: true },
  { begin: /^<\?/, end: /\?>/, interruptsParagraph: true },
  { begin: /^<![A-Za-z]/, end: />/, interruptsParagraph: true },
  { begin: /^<!\[CDATA\[/, end: /\]\]>/, interruptsParagraph: true },
  {
    begin: new RegExp(`^</?(?:${elements})(?=\\s|/?>|$)`, 'i'),
    end: undefined,
    interruptsParagraph: true,
  },
  {
    begin: new RegExp(`^(?:${openTag}|${closeTag})\\s*$`),
    end: undefined,
    interruptsParagraph: false,
  },
];

/** Returns how a line that begins with `<` starts a block of raw HTML, if it does. */
export function htmlStartOf(line: string): HtmlStart | undefined {
  const tag = wholeTag.exec(line)?.[0];
  if (tag !== undefined && !isHtmlTag(tag)) return undefined;
  return htmlStarts.find(({ begin }) => begin.test(line));
}

const wholeTag = /^<\/?[a-zA-Z][^\s/>]*(?:[^<>"']|"[^"]*"|'[^']*')*>/;
