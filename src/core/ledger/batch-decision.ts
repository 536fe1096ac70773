import type { BatchInput } from './operation.ts';
import type { LedgerChanges } from './ports/ledger-store.ts';

/** A batch whose shape, size and freedom from secrets have been checked. */
export interface BatchRequest {
  readonly input: BatchInput;
  /** The input as it came, serialised; kept in the history. */
  readonly json: string;
  /** The time of the batch, RFC 3339 in UTC. */
  readonly at: string;
}

/** What is decided about a batch that is not refused. */
export type BatchDecision =
  | { readonly outcome: 'accepted'; readonly changes: LedgerChanges }
  | { readonly outcome: 'replayed'; readonly revision: number };
