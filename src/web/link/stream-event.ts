import type { StreamKind, StreamPayloads } from '../../core/review/stream-payloads.ts';

/** Payloads by their kind, as far as the page reads them. */
export interface PagePayloads extends Omit<StreamPayloads, 'session.done'> {
  readonly 'session.done': Pick<StreamPayloads['session.done'], 'verdict' | 'transcriptPath'>;
}

/** An event of the review's stream with its position in the log; null for what is not in the log. */
export type StreamEvent = {
  [Kind in StreamKind]: {
    readonly kind: Kind;
    readonly position: number | null;
    readonly payload: PagePayloads[Kind];
  };
}[StreamKind];
