import type { Clock } from '../ports/clock.ts';
import type { SecretScanner } from '../ports/secret-scanner.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import type { BatchRequest } from './batch-decision.ts';
import { batchQuery } from './batch-query.ts';
import { checkSecrets } from './check-secrets.ts';
import { decideBatch } from './decide-batch.ts';
import { batchFieldTexts } from './field-texts.ts';
import { checkLimits } from './limits.ts';
import type { BatchInput } from './operation.ts';
import type { LedgerStore } from './ports/ledger-store.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** A batch whose shape has been checked; `json` is the input as it came, serialised. */
export interface ParsedBatch {
  readonly input: BatchInput;
  readonly json: string;
}

export interface ApplyPorts {
  readonly store: LedgerStore;
  readonly clock: Clock;
}

/** The result of an accepted batch; `replayed` when it was accepted before. */
export interface Receipt {
  readonly id: string;
  readonly revision: number;
  readonly replayed?: true;
}

/** Refuses a batch for its size or for a likely secret, before anything of it reaches a store. */
export async function validateBatch(
  batch: ParsedBatch,
  scan: SecretScanner,
): Promise<Refusal | undefined> {
  return checkLimits(batch.input, batch.json) ?? checkSecrets(batchFieldTexts(batch.input), scan);
}

/**
 * Applies a validated batch, all of it or nothing. When another writer gets in between, the batch is decided again on
 * the new state.
 */
export async function applyBatch(
  batch: ParsedBatch,
  { store, clock }: ApplyPorts,
): Promise<Receipt | Refusal> {
  const request = { ...batch, at: clock.now() };
  return retryOnConflict(() => attemptBatch(request, store), 'send the same batch again');
}

async function attemptBatch(
  request: BatchRequest,
  store: LedgerStore,
): Promise<Receipt | Refusal | 'conflict'> {
  const loaded = await store.load(batchQuery(request.input));
  if (isRefusal(loaded)) return loaded;
  const decision = decideBatch(request, loaded);
  if (isRefusal(decision)) return decision;
  const { id } = request.input;
  if (decision.outcome === 'replayed') return { id, revision: decision.revision, replayed: true };
  const written = await store.commit(decision.changes);
  if (written !== 'committed') return written;
  return { id, revision: decision.changes.discussion.revision };
}
