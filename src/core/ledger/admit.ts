import type { Refusal } from '../refusal.ts';
import type { Admission, BatchRequest } from './admission.ts';
import {
  checkBinding,
  checkOwner,
  checkRetry,
  checkRevision,
  checkState,
} from './admission-checks.ts';
import { carryOut } from './carry-out.ts';
import type { BatchBasis } from './ports/ledger-store.ts';

/**
 * Decides on a batch, given what it needs to know: refused (nothing changes), already done under the same request
 * id, or accepted with all that has to be written. The checks run in the contract's order.
 */
export function admit(request: BatchRequest, basis: BatchBasis): Admission | Refusal {
  const { input } = request;
  return (
    checkOwner(input, basis.discussion) ??
    checkRetry(request, basis) ??
    checkRevision(input, basis.discussion) ??
    checkState(input, basis.discussion) ??
    checkBinding(input, basis) ??
    carryOut(request, basis)
  );
}
