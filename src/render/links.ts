import { attribute, escapeHtml } from './escape.ts';

/** Prefix of the ids of a document's headings and anchors, which keeps them apart from the page's ids. */
export const idPrefix = 'doc-';

const safeScheme = /^(?:https?|mailto|tel|ftp):/i;
const anyScheme = /^[a-z][a-z0-9+.-]*:/i;

/** Returns the start tag of a link; one that leaves the document opens a new window without opener and referrer. */
export function linkStart(href: string, title?: string): string {
  const target = linkTarget(href);
  if (target === undefined) return `<a${attribute('title', title)}>`;
  if (target.startsWith('#')) return `<a${attribute('href', target)}${attribute('title', title)}>`;
  if (isPath(target))
    return `<a${attribute('href', target)}${attribute('title', title)} data-path>`;
  return `<a${attribute('href', target)}${attribute('title', title)} target="_blank" rel="noopener noreferrer">`;
}

/** Whether an address names a file beside the document, which the page opens by itself. */
export function isPath(address: string): boolean {
  return !anyScheme.test(address) && !/^(?:\/\/|#|\?)/.test(address);
}

/** Returns the target of a link, or undefined for an address that a browser would run or whose scheme is unknown. */
export function linkTarget(href: string): string | undefined {
  const address = withoutControls(href);
  if (address === '') return undefined;
  if (address.startsWith('#')) return `#${idPrefix}${decodeFragment(address.slice(1))}`;
  if (anyScheme.test(address) && !safeScheme.test(address)) return undefined;
  return address;
}

/** A note that tells the address of a link that is not followed; nothing for one that is. */
export function deadLinkNote(href: string | undefined): string {
  if (href === undefined || href.trim() === '' || linkTarget(href) !== undefined) return '';
  return `<span class="link-note" data-generated> (${escapeHtml(href)}, not opened from here)</span>`;
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
