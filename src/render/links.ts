import { attribute } from './escape.ts';

/** Before the ids of a document's own headings and anchors, so that none of them is mistaken for one of the page's. */
export const idPrefix = 'doc-';

const safeScheme = /^(?:https?|mailto|tel|ftp):/i;
const anyScheme = /^[a-z][a-z0-9+.-]*:/i;

/** The start tag of a link. One inside the document stays in it, any other opens a new window and tells it nothing. */
export function linkStart(href: string, title?: string): string {
  const target = linkTarget(href);
  if (target === undefined) return `<a${attribute('title', title)}>`;
  if (target.startsWith('#')) return `<a${attribute('href', target)}${attribute('title', title)}>`;
  return `<a${attribute('href', target)}${attribute('title', title)} target="_blank" rel="noopener noreferrer">`;
}

/** Where a link may lead; nothing for an address that a browser would run or that is of no known kind. */
export function linkTarget(href: string): string | undefined {
  const address = withoutControls(href);
  if (address === '') return undefined;
  if (address.startsWith('#')) return `#${idPrefix}${decodeFragment(address.slice(1))}`;
  if (anyScheme.test(address) && !safeScheme.test(address)) return undefined;
  return address;
}

/** Browsers drop tabs and line ends anywhere in an address, and spaces and controls before it. */
function withoutControls(href: string): string {
  return href.replace(/[\t\n\r]/g, '').replace(/^[\0-\x20]+/, '');
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
