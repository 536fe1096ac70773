import type { RenderedDocument } from '../core/document/markdown-it/ports/renderer.ts';
import type { ParsedDocument } from '../core/document/parsed-document.ts';
import type { Ports } from '../core/ports.ts';
import type { ReviewLog } from '../core/review/ports/review-log.ts';
import type { ReviewState } from '../core/review/state.ts';

/** Pages of a document, by the address of its pictures: a page is asked for section by section. */
const pages = new WeakMap<ParsedDocument, Map<string, RenderedDocument>>();

/** Makes the HTML of a file's present text; pictures of its folder are asked of the server. */
export async function renderFile(
  ports: Pick<Ports, 'renderer'>,
  log: ReviewLog,
  { state, fileId }: { readonly state: ReviewState; readonly fileId: string },
): Promise<RenderedDocument> {
  const [renderer, document] = await Promise.all([ports.renderer(), log.document(state, fileId)]);
  const { parsed } = document;
  const hasFolder = state.files.get(fileId)?.realPath !== undefined;
  const images = hasFolder ? `api/files/${fileId}/image?src=` : '';
  const render = (): RenderedDocument => {
    if (parsed.kind === 'diff') return renderer.diff(parsed);
    if (parsed.kind === 'code') return renderer.code(parsed);
    return renderer.markdown(parsed, {
      imageUrl: (source) => (hasFolder ? images + encodeURIComponent(source) : undefined),
    });
  };
  const rendered = pages.get(parsed) ?? new Map<string, RenderedDocument>();
  pages.set(parsed, rendered);
  const page = rendered.get(images) ?? render();
  rendered.set(images, page);
  return page;
}
