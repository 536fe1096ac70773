import type { Ports } from '../../core/ports.ts';
import type { Reviews } from '../../core/review/ports/reviews.ts';
import type { StreamPorts } from '../../core/review/stream-message.ts';
import { isRemark, recordDelivery } from '../../session/delivery.ts';
import { followReview, type PositionedMessage } from '../../session/follow/follow-review.ts';
import type { Terminal } from '../terminal.ts';
import { eventLine } from './event-line.ts';

/** What is printed, and where. */
export interface EventPrinting {
  readonly reviews: Reviews;
  readonly ports: Ports;
  readonly streamPorts: StreamPorts;
  readonly terminal: Terminal;
  readonly reviewId: string;
  /** Log position after which events are printed. */
  readonly after: number;
  readonly onError: (error: unknown) => void;
}

/** Printing under way. */
export interface EventPrinter {
  /** Resolves when `session.done` has been printed, or nothing can be printed any more. */
  readonly done: Promise<void>;
  stop(): void;
}

/**
 * Prints a review's events as lines of JSON, and records what another program has received by that. A closed
 * output stops the printing and nothing else.
 */
export async function printEvents(printing: EventPrinting): Promise<EventPrinter> {
  const { terminal, reviews, reviewId, after, ports, streamPorts, onError } = printing;
  const stopListening = terminal.outputHasReader ? ports.live.agentListens() : () => undefined;
  let isOpen = true;
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const listener = async (message: PositionedMessage): Promise<void> => {
    if (message.pageOnly) return;
    if (isOpen) {
      const { kind, at, payload } = message;
      isOpen = await terminal.stream(eventLine(kind, at, await payload()));
    }
    if (!isOpen) stopListening();
    else if (terminal.outputHasReader && isRemark(message))
      await recordDelivery(ports, reviews, { reviewId, upTo: message.position });
    if (message.kind === 'session.done') finish();
  };
  const { stop } = await followReview(
    { ...reviews, ports: streamPorts },
    {
      reviewId,
      after,
      listener,
      onError(error) {
        finish();
        onError(error);
      },
    },
  );
  return {
    done,
    stop() {
      stop();
      stopListening();
    },
  };
}
