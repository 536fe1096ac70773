import type { Ports } from '../../core/ports.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { Reviews } from '../../core/review/ports/reviews.ts';
import { findRunning } from '../../session/find-running.ts';
import type { ReviewInputs } from '../../session/review-inputs.ts';
import type { Terminal } from '../terminal.ts';
import { eventLine } from './event-line.ts';
import { startedPayload } from './started-payload.ts';

/** What a review of the same inputs is looked for with. */
export interface Attaching {
  readonly inputs: ReviewInputs;
  readonly ports: Ports;
  readonly reviews: Reviews;
  readonly terminal: Terminal;
}

/** Names the review of the same inputs that runs, if one does, by its `session.started` and nothing more. */
export async function attach({ inputs, ports, reviews, terminal }: Attaching): Promise<boolean> {
  if (inputs.inputsKey === undefined) return false;
  const earlier = await reviews.store.list({ inputsKey: inputs.inputsKey });
  for (const header of earlier.filter(({ finishedAt }) => finishedAt === undefined)) {
    const server = await findRunning(header, { ports, reviews });
    const state = server === undefined ? undefined : await reviews.log.state(header.id);
    if (server === undefined || state === undefined || isRefusal(state)) continue;
    const payload = { ...startedPayload(state, server.url), attached: true };
    await terminal.print(eventLine('session.started', ports.clock.now(), payload));
    return true;
  }
  return false;
}
