import { type Refusal, refuse } from '../refusal.ts';
import { sameJson } from '../same-json.ts';
import type { Admission, BatchRequest } from './admission.ts';
import type { Discussion } from './discussion.ts';
import { alreadyActive, misplacedStart, notActive } from './discussion-operations.ts';
import type { BatchInput } from './operation.ts';
import type { BatchBasis } from './ports/ledger-store.ts';
import { contextMismatch, noDiscussion, quote } from './refusals.ts';

function opensNew(input: BatchInput): boolean {
  return input.operations[0]?.op === 'start';
}

function resumes(input: BatchInput): boolean {
  return input.operations[0]?.op === 'resume';
}

/** The stored context must be the input's, unless the batch takes the discussion over from it by name. */
export function checkOwner(
  input: BatchInput,
  discussion: Discussion | undefined,
): Refusal | undefined {
  if (discussion === undefined) return opensNew(input) ? undefined : noDiscussion(input.id);
  if (discussion.context === input.context) return undefined;
  const takesOver = resumes(input) && input.from_context === discussion.context;
  return takesOver ? undefined : contextMismatch(discussion);
}

/** The same request again is answered as it was then, before any conflict check. */
export function checkRetry(
  request: BatchRequest,
  basis: BatchBasis,
): Admission | Refusal | undefined {
  const { earlier } = basis;
  if (earlier === undefined) return undefined;
  const same =
    earlier.input === request.json || sameJson(JSON.parse(earlier.input), JSON.parse(request.json));
  if (same) return { outcome: 'replayed', revision: earlier.revision };
  const { request_id } = request.input;
  return refuse(
    'request_id_reused',
    `the request id ${quote(request_id)} came with another input before, in revision ${earlier.revision}`,
    {
      field: 'request_id',
      details: { revision: earlier.revision },
      next: 'repeat a request byte for byte, or give a new one a new request_id',
    },
  );
}

export function checkRevision(
  input: BatchInput,
  discussion: Discussion | undefined,
): Refusal | undefined {
  const current = discussion?.revision ?? 0;
  if (input.if_revision === current) return undefined;
  return refuse(
    'revision_conflict',
    `expected if_revision ${current}, the current revision, and got ${input.if_revision}`,
    {
      field: 'if_revision',
      details: { current_revision: current },
      next: 'read current and what is new in the discussion, reconcile, and send a new batch',
    },
  );
}

export function checkState(
  input: BatchInput,
  discussion: Discussion | undefined,
): Refusal | undefined {
  if (discussion === undefined) return undefined;
  const first = 'operations[0].op';
  if (opensNew(input)) return misplacedStart({ field: () => first });
  if (discussion.state !== 'active') {
    return resumes(input) ? undefined : notActive(discussion.id, discussion.state, first);
  }
  const own = discussion.context === input.context;
  return own && resumes(input) ? alreadyActive(discussion.id, first) : undefined;
}

/** A context is bound to at most one active discussion. */
export function checkBinding(input: BatchInput, basis: BatchBasis): Refusal | undefined {
  const binds = opensNew(input) || resumes(input);
  const { boundTo } = basis;
  if (!binds || boundTo === undefined || boundTo === input.id) return undefined;
  return refuse(
    'context_bound',
    `this context is bound to the active discussion ${quote(boundTo)}`,
    {
      field: 'context',
      details: { id: boundTo },
      next: `pause ${quote(boundTo)} first, or go on with it`,
    },
  );
}
