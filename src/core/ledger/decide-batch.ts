import type { Refusal } from '../refusal.ts';
import { checkBinding, checkOwner, checkRetry, checkRevision, checkState } from './batch-checks.ts';
import type { BatchDecision, BatchRequest } from './batch-decision.ts';
import type { LoadedState } from './ports/ledger-store.ts';
import { runOperations } from './run-operations.ts';

/**
 * Decides on a batch against the loaded state: refused (nothing changes), already done under the same request id, or
 * accepted with all that has to be written. The checks run in the contract's order.
 */
export function decideBatch(request: BatchRequest, loaded: LoadedState): BatchDecision | Refusal {
  const { input } = request;
  return (
    checkOwner(input, loaded.discussion) ??
    checkRetry(request, loaded) ??
    checkRevision(input, loaded.discussion) ??
    checkState(input, loaded.discussion) ??
    checkBinding(input, loaded) ??
    runOperations(request, loaded)
  );
}
