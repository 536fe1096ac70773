import type { Needs } from '../../../core/needs.ts';
import type { ReviewLog } from '../../../core/review/review-log.ts';
import type { StreamNeeds } from '../../../core/review/stream-message.ts';
import { renderFile } from './review-render-file.ts';

/** What the messages of a review's stream need: texts of versions, and their HTML. */
export function reviewStreamNeeds(needs: Pick<Needs, 'renderer'>, log: ReviewLog): StreamNeeds {
  return {
    text: (hash) => log.text(hash),
    renderedHtml: async (state, fileId) => {
      const { sections } = await renderFile(needs, log, { state, fileId });
      return sections.map(({ html }) => html).join('\n');
    },
  };
}
