import sanitizeHtml from 'sanitize-html';
import { idPrefix, isPath, linkTarget } from './links.ts';

/** Elements of raw HTML that are allowed inside a line of text. */
export const inlineElements: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo br cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Elements of raw HTML that are allowed around and between blocks. */
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
    a: ['href', 'target', 'rel', 'data-path'],
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
  transformTags: {
    '*': (tagName, attributes) => ({ tagName, attribs: transformAttributes(tagName, attributes) }),
  },
};

/** Keeps a document's ids apart from the page's, turns alignment into classes, and makes links safe to follow. */
function transformAttributes(
  tagName: string,
  attributes: Readonly<Record<string, string>>,
): Record<string, string> {
  const { id, name, align, class: _class, target: _target, rel: _rel, href, ...rest } = attributes;
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
    ...(link !== undefined && isPath(link) ? { 'data-path': '' } : {}),
    ...(link === undefined || link.startsWith('#') || isPath(link)
      ? {}
      : { target: '_blank', rel: 'noopener noreferrer' }),
  };
}

/**
 * Returns a function that sanitises a start tag of raw HTML, or returns undefined when its element is not allowed. Equal
 * tags are sanitised once.
 */
export function tagSanitiser(): (source: string) => string | undefined {
  const cache = new Map<string, string | undefined>();
  return (source) => {
    if (!cache.has(source)) cache.set(source, sanitise(source));
    return cache.get(source);
  };
}

function sanitise(source: string): string | undefined {
  // A single element is returned as itself: nothing is added to it and nothing around it is removed.
  const clean = sanitizeHtml(source, options).replace(/<\/[a-z0-9]+>$/i, '');
  return /^<[a-z][^<>]*>$/i.test(clean) ? clean.replace(/ \/>$/, '>') : undefined;
}
