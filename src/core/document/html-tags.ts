/** Whether a tag is one of HTML, and what elements show. */

const names = new Set(
  'a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp'.split(
    ' ',
  ),
);
const bareAttributes = new Set(
  'allowfullscreen alt async autofocus autoplay checked compact controls crossorigin declare default defer disabled download hidden inert ismap itemscope loop multiple muted nohref nomodule noresize noshade novalidate nowrap open playsinline popover readonly required reversed selected'.split(
    ' ',
  ),
);

/** Elements whose content a page never shows. */
export const hiddenElements: ReadonlySet<string> = new Set(
  'script style template noscript noembed noframes iframe object embed applet textarea title select datalist svg math audio video canvas head frameset xmp plaintext'.split(
    ' ',
  ),
);

/** Elements without an end tag. */
export const voidElements: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Elements that stand in a line; all others begin and end lines. */
export const inlineElements: ReadonlySet<string> = new Set(
  'a abbr acronym b bdi bdo big button cite code data del dfn em font i img input ins kbd label map mark meter nobr output picture progress q rb rp rt rtc ruby s samp slot small source span strike strong sub sup time track tt u var wbr'.split(
    ' ',
  ),
);

/** Elements that may end without an end tag. */
const optionalEnds = new Set(
  'p li dt dd tr td th thead tbody tfoot colgroup caption rb rt rp'.split(' '),
);
const attribute = /\s([^\s"'<>/=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g;

/** Returns the name of a tag in lower case; empty for what is none, such as a comment. */
export function tagName(tag: string): string {
  return (/^<\/?([a-zA-Z][^\s/>]*)/.exec(tag)?.[1] ?? '').toLowerCase();
}

/**
 * Returns whether a tag is one of HTML. `<your-name>`, `<Option A>` and `<title of the plan>` are none: their names or
 * attributes are not HTML's, so that they are somebody's words.
 */
export function isHtmlTag(tag: string): boolean {
  const [, name = ''] = /^<\/?([a-zA-Z][^\s/>]*)/.exec(tag) ?? [];
  const isOneCase = name === name.toLowerCase() || name === name.toUpperCase();
  if (!isOneCase || !names.has(name.toLowerCase())) return false;
  for (const [, key = '', value] of tag.matchAll(attribute)) {
    const isBare = value === undefined && /^[a-z]+$/i.test(key);
    if (isBare && !bareAttributes.has(key.toLowerCase())) return false;
  }
  return true;
}

/** Returns whether a start tag without attributes needs an end tag, or attributes, to mean anything. */
export function needsMore(tag: string): boolean {
  const name = tagName(tag);
  const isBare = /^<[a-zA-Z][^\s/>]*\s*\/?>$/.test(tag);
  return isBare && !optionalEnds.has(name) && !['br', 'hr', 'wbr'].includes(name);
}

/** A line of a table of raw HTML, which belongs to the table when a blank line stands before it. */
export const tablePart =
  /^<(?:\/?(?:table|thead|tbody|tfoot|tr|td|th|caption|colgroup|col)(?=[\s/>])|!--)/i;

/** Returns how many tables a piece of raw HTML opens more than it closes. */
export function tableDepth(html: string): number {
  const tags = html.match(/<\/?table(?=[\s>])/gi) ?? [];
  return tags.reduce((depth, tag) => depth + (tag.startsWith('</') ? -1 : 1), 0);
}
