import type { Ports } from '../core/ports.ts';
import { isRefusal } from '../core/refusal.ts';
import type { Reviews } from '../core/review/ports/reviews.ts';

/** What has reached an agent. */
export interface DeliveryReceipt {
  readonly reviewId: string;
  /** Position of the log up to which the agent has heard everything. */
  readonly upTo: number;
}

/** Whether a message says something that a person wants to know as delivered. */
export function isRemark({ kind }: { readonly kind: string }): boolean {
  return kind === 'thread.created' || kind === 'reply.added';
}

/** Logs that an agent has received what a review holds; a review that is finished stays as it is. */
export async function recordDelivery(
  ports: Pick<Ports, 'clock'>,
  { log }: Pick<Reviews, 'log'>,
  { reviewId, upTo }: DeliveryReceipt,
): Promise<void> {
  const changed = await log.change(reviewId, (state) => {
    if (state.deliveredUpTo >= upTo || state.finishedAt !== undefined) return { events: [] };
    return {
      events: [{ kind: 'delivery.updated' as const, at: ports.clock.now(), data: { upTo } }],
    };
  });
  // Others that write all the time, or the end, take nothing away from what was heard.
  if (isRefusal(changed) && !['store_busy', 'shutting_down'].includes(changed.code)) {
    throw new Error(changed.message);
  }
}
