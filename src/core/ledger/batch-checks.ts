import { type Refusal, refuse } from '../refusal.ts';
import { sameJson } from '../same-json.ts';
import type { BatchDecision, BatchRequest } from './batch-decision.ts';
import type { Discussion } from './discussion.ts';
import { alreadyActive, misplacedStart, notActive } from './discussion-operations.ts';
import type { BatchInput } from './operation.ts';
import type { LoadedState } from './ports/ledger-store.ts';
import { contextMismatch, noDiscussion, quote } from './refusals.ts';

function startsDiscussion(input: BatchInput): boolean {
  return input.operations[0]?.op === 'start';
}

function resumesDiscussion(input: BatchInput): boolean {
  return input.operations[0]?.op === 'resume';
}

/** Refuses a batch whose context is not the stored one, unless it takes the discussion over by naming that one. */
export function checkOwner(
  input: BatchInput,
  discussion: Discussion | undefined,
): Refusal | undefined {
  if (discussion === undefined) return startsDiscussion(input) ? undefined : noDiscussion(input.id);
  if (discussion.context === input.context) return undefined;
  const takesOver = resumesDiscussion(input) && input.from_context === discussion.context;
  return takesOver ? undefined : contextMismatch(discussion);
}

/** Returns the first outcome when the same request comes again; runs before any check for conflicts. */
export function checkRetry(
  request: BatchRequest,
  { previous }: LoadedState,
): BatchDecision | Refusal | undefined {
  if (previous === undefined) return undefined;
  const same =
    previous.input === request.json ||
    sameJson(JSON.parse(previous.input), JSON.parse(request.json));
  if (same) return { outcome: 'replayed', revision: previous.revision };
  const { request_id } = request.input;
  const message = `the request id ${quote(request_id)} came with another input before, in revision ${previous.revision}`;
  return refuse('request_id_reused', message, {
    field: 'request_id',
    details: { revision: previous.revision },
    next: 'repeat a request byte for byte, or give a new one a new request_id',
  });
}

export function checkRevision(
  input: BatchInput,
  discussion: Discussion | undefined,
): Refusal | undefined {
  const current = discussion?.revision ?? 0;
  if (input.if_revision === current) return undefined;
  const message = `expected if_revision ${current}, the current revision, and got ${input.if_revision}`;
  return refuse('revision_conflict', message, {
    field: 'if_revision',
    details: { current_revision: current },
    next: 'read current and what is new in the discussion, reconcile, and send a new batch',
  });
}

export function checkState(
  input: BatchInput,
  discussion: Discussion | undefined,
): Refusal | undefined {
  if (discussion === undefined) return undefined;
  const first = 'operations[0].op';
  if (startsDiscussion(input)) return misplacedStart({ field: () => first });
  if (discussion.state !== 'active') {
    return resumesDiscussion(input) ? undefined : notActive(discussion.id, discussion.state, first);
  }
  const own = discussion.context === input.context;
  return own && resumesDiscussion(input) ? alreadyActive(discussion.id, first) : undefined;
}

/** Refuses to bind a context that is bound to another active discussion. */
export function checkBinding(input: BatchInput, loaded: LoadedState): Refusal | undefined {
  const binds = startsDiscussion(input) || resumesDiscussion(input);
  const { boundTo } = loaded;
  if (!binds || boundTo === undefined || boundTo === input.id) return undefined;
  const message = `this context is bound to the active discussion ${quote(boundTo)}`;
  return refuse('context_bound', message, {
    field: 'context',
    details: { id: boundTo },
    next: `pause ${quote(boundTo)} first, or go on with it`,
  });
}
