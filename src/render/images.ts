import { attribute, escapeHtml } from './escape.ts';
import { linkStart } from './links.ts';

/** An image of a document. */
export interface ImageSource {
  readonly source: string;
  readonly alt: string;
  readonly title?: string | undefined;
  readonly width?: string | undefined;
  readonly height?: string | undefined;
  /** It is inside a link, so that it cannot contain one. */
  readonly isInLink: boolean;
}

export type ImageUrl = (source: string) => string | undefined;

const dataUrl = /^data:image\/(?:png|gif|jpe?g|webp|avif|svg\+xml)[;,]/i;
const remote = /^(?:https?:)?\/\//i;

/**
 * Renders an image. One of another host is not loaded: its description links to it instead. The description is the
 * image's text; it is hidden next to an image that is shown, so that a selection counts it.
 */
export function imageHtml(image: ImageSource, imageUrl: ImageUrl | undefined): string {
  if (dataUrl.test(image.source)) return visibleImage(image, image.source);
  if (remote.test(image.source)) return remoteImage(image);
  const url = /^[a-z][a-z0-9+.-]*:/i.test(image.source) ? undefined : imageUrl?.(image.source);
  return url === undefined ? missingImage(image) : visibleImage(image, url);
}

function visibleImage({ alt, title, width, height }: ImageSource, url: string): string {
  const size = attribute('width', sizeOf(width)) + attribute('height', sizeOf(height));
  const text = alt === '' ? '' : `<span class="image-text" hidden>${escapeHtml(alt)}</span>`;
  return `<span class="image" data-atom><img${attribute('src', url)}${attribute('alt', alt)}${attribute('title', title)}${size} loading="lazy" decoding="async">${text}</span>`;
}

function sizeOf(value: string | undefined): string | undefined {
  return value !== undefined && /^\d{1,5}%?$/.test(value) ? value : undefined;
}

function remoteImage({ source, alt, isInLink }: ImageSource): string {
  const address = source.startsWith('//') ? `https:${source}` : source;
  const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(address)?.[1] ?? '';
  const note = alt === '' ? `image: ${address}` : ` (image on ${host}, not loaded)`;
  const inner = `${escapeHtml(alt)}<span class="image-note" data-generated>${escapeHtml(note)}</span>`;
  if (isInLink) return `<span class="image-remote">${inner}</span>`;
  return `<span class="image-remote">${linkStart(address)}${inner}</a></span>`;
}

function missingImage({ source, alt }: ImageSource): string {
  const note = alt === '' ? `image not shown: ${source}` : ` (image not shown: ${source})`;
  return `<span class="image-missing">${escapeHtml(alt)}<span class="image-note" data-generated>${escapeHtml(note)}</span></span>`;
}
