import { attribute, escapeHtml } from './escape.ts';
import { linkStart } from './links.ts';

/** An image as a document names it. */
export interface ImageSource {
  readonly source: string;
  readonly alt: string;
  readonly title?: string | undefined;
  readonly width?: string | undefined;
  readonly height?: string | undefined;
  /** It stands in a link, so that it cannot hold one. */
  readonly linked: boolean;
}

export type ImageUrl = (source: string) => string | undefined;

const embedded = /^data:image\/(?:png|gif|jpe?g|webp|avif|svg\+xml)[;,]/i;
const remote = /^(?:https?:)?\/\//i;

/**
 * Renders an image. One of another host is not loaded: its description stands in its place and leads there. The
 * description is the image's text; hidden beside an image that is shown, it is what a selection counts.
 */
export function imageHtml(image: ImageSource, imageUrl: ImageUrl | undefined): string {
  if (embedded.test(image.source)) return shownImage(image, image.source);
  if (remote.test(image.source)) return remoteImage(image);
  const url = /^[a-z][a-z0-9+.-]*:/i.test(image.source) ? undefined : imageUrl?.(image.source);
  return url === undefined ? missingImage(image) : shownImage(image, url);
}

function shownImage({ alt, title, width, height }: ImageSource, url: string): string {
  const size = attribute('width', sizeOf(width)) + attribute('height', sizeOf(height));
  const text = alt === '' ? '' : `<span class="image-text" hidden>${escapeHtml(alt)}</span>`;
  return `<span class="image" data-atom><img${attribute('src', url)}${attribute('alt', alt)}${attribute('title', title)}${size} loading="lazy" decoding="async">${text}</span>`;
}

function sizeOf(value: string | undefined): string | undefined {
  return value !== undefined && /^\d{1,5}%?$/.test(value) ? value : undefined;
}

function remoteImage({ source, alt, linked }: ImageSource): string {
  const address = source.startsWith('//') ? `https:${source}` : source;
  const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(address)?.[1] ?? '';
  const note = alt === '' ? `image: ${address}` : ` (image on ${host}, not loaded)`;
  const inner = `${escapeHtml(alt)}<span class="image-note" data-generated>${escapeHtml(note)}</span>`;
  if (linked) return `<span class="image-remote">${inner}</span>`;
  return `<span class="image-remote">${linkStart(address)}${inner}</a></span>`;
}

function missingImage({ source, alt }: ImageSource): string {
  const note = alt === '' ? `image not shown: ${source}` : ` (image not shown: ${source})`;
  return `<span class="image-missing">${escapeHtml(alt)}<span class="image-note" data-generated>${escapeHtml(note)}</span></span>`;
}
