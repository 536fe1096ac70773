import sanitizeHtml from 'sanitize-html';
import { idPrefix, linkTarget } from './links.ts';

/** Elements of raw HTML that may stand in a line of text. */
export const inlineElements: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo br cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Elements of raw HTML that may stand around and between blocks. */
export const blockElements: ReadonlySet<string> = new Set(
  'address article aside blockquote caption center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

/** Elements without an end tag. */
export const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'wbr']);

const alignments = new Set(['left', 'center', 'right']);

const options: sanitizeHtml.IOptions = {
  allowedTags: [...inlineElements, ...blockElements],
  allowedAttributes: {
    '*': ['id', 'title', 'lang', 'dir', 'class'],
    a: ['href', 'target', 'rel'],
    abbr: ['title'],
    blockquote: ['cite'],
    del: ['cite', 'datetime'],
    details: ['open'],
    ins: ['cite', 'datetime'],
    li: ['value'],
    ol: ['start', 'reversed', 'type'],
    q: ['cite'],
    td: ['colspan', 'rowspan', 'headers'],
    th: ['colspan', 'rowspan', 'headers', 'scope', 'abbr'],
    time: ['datetime'],
  },
  allowedClasses: { '*': ['align-left', 'align-center', 'align-right'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'ftp'],
  allowedSchemesAppliedToAttributes: ['href', 'cite'],
  transformTags: { '*': (tagName, given) => ({ tagName, attribs: own(tagName, given) }) },
};

/** Keeps a document's ids apart from the page's, turns alignment into classes, and makes links safe to follow. */
function own(tagName: string, given: Readonly<Record<string, string>>): Record<string, string> {
  const { id, name, align, class: _class, target: _target, rel: _rel, href, ...rest } = given;
  const anchor = id ?? (tagName === 'a' ? name : undefined);
  const alignment = tagName === 'center' ? 'center' : align?.toLowerCase();
  const link = href === undefined || tagName !== 'a' ? undefined : linkTarget(href);
  return {
    ...rest,
    ...(anchor ? { id: idPrefix + anchor } : {}),
    ...(alignment !== undefined && alignments.has(alignment)
      ? { class: `align-${alignment}` }
      : {}),
    ...(link === undefined ? {} : { href: link }),
    ...(link === undefined || link.startsWith('#')
      ? {}
      : { target: '_blank', rel: 'noopener noreferrer' }),
  };
}

/**
 * Makes a function that turns a start tag of raw HTML into one that is safe to put into a page, or into nothing when
 * its element is not allowed. Equal tags are worked out once.
 */
export function tagSanitiser(): (source: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (source) => {
    if (!known.has(source)) known.set(source, sanitise(source));
    return known.get(source);
  };
}

function sanitise(source: string): string | undefined {
  // Alone, an element comes back as itself: nothing can be added to it and nothing is taken away around it.
  const clean = sanitizeHtml(source, options).replace(/<\/[a-z0-9]+>$/i, '');
  return /^<[a-z][^<>]*>$/i.test(clean) ? clean.replace(/ \/>$/, '>') : undefined;
}
