import type { Ports } from '../core/ports.ts';
import type { ReviewLog } from '../core/review/ports/review-log.ts';
import type { StreamPorts } from '../core/review/stream-message.ts';
import { renderFile } from './render-file.ts';

/** What the messages of a review's stream need: texts of versions, and their HTML. */
export function reviewStreamPorts(ports: Pick<Ports, 'renderer'>, log: ReviewLog): StreamPorts {
  return {
    text: (hash) => log.text(hash),
    renderedHtml: async (state, fileId) => {
      const { sections } = await renderFile(ports, log, { state, fileId });
      return sections.map(({ html }) => html).join('\n');
    },
  };
}
