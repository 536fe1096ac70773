import type { Needs } from '../core/needs/needs.ts';
import type { RenderedDocument } from '../core/needs/renderer.ts';
import type { ReviewLog } from '../core/review/review-log.ts';
import type { ReviewState } from '../core/review/state.ts';

/** Makes the HTML of a file's present text; pictures of its folder are asked of the server. */
export async function renderFile(
  needs: Pick<Needs, 'renderer'>,
  log: ReviewLog,
  { state, fileId }: { readonly state: ReviewState; readonly fileId: string },
): Promise<RenderedDocument> {
  const [renderer, document] = await Promise.all([needs.renderer(), log.document(state, fileId)]);
  const file = state.files.get(fileId);
  if (file?.kind === 'diff') return renderer.diff(document.text);
  const hasFolder = file?.realPath !== undefined;
  return renderer.markdown(document.text, {
    notBlocks: document.notBlocks,
    imageUrl: (source) =>
      hasFolder ? `api/files/${fileId}/image?src=${encodeURIComponent(source)}` : undefined,
  });
}
