import type { Clock } from '../ports/clock.ts';
import type { SecretScanner } from '../ports/secret-scanner.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { BatchRequest } from './admission.ts';
import { admit } from './admit.ts';
import { batchNeeds } from './batch-needs.ts';
import { batchTexts } from './batch-texts.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkLimits } from './limits.ts';
import type { BatchInput } from './operation.ts';
import type { LedgerStore } from './ports/ledger-store.ts';

/** A batch whose shape has been checked; `json` is the input as it came, serialised. */
export interface ShapedBatch {
  readonly input: BatchInput;
  readonly json: string;
}

/** What applying a batch asks of the outside. */
export interface ApplyPorts {
  readonly store: LedgerStore;
  readonly clock: Clock;
}

/** The answer to an accepted batch; `replayed` when it was accepted before. */
export interface Receipt {
  readonly id: string;
  readonly revision: number;
  readonly replayed?: true;
}

const attempts = 5;

/** Refuses a batch for its size or for a likely secret, before anything of it reaches a store. */
export async function vetBatch(
  batch: ShapedBatch,
  scan: SecretScanner,
): Promise<Refusal | undefined> {
  return checkLimits(batch.input, batch.json) ?? checkSecrets(batchTexts(batch.input), scan);
}

/**
 * Applies a batch that has been vetted, all of it or nothing. When another writer gets in between, the batch is
 * judged anew on what is then there.
 */
export async function applyBatch(
  batch: ShapedBatch,
  { store, clock }: ApplyPorts,
): Promise<Receipt | Refusal> {
  const request = { ...batch, at: clock.now() };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await tryOnce(request, store);
    if (answer !== 'conflict') return answer;
  }
  return refuse(
    'store_busy',
    `other writers changed the ledger ${attempts} times while this batch was judged`,
    { next: 'send the same batch again' },
  );
}

async function tryOnce(
  request: BatchRequest,
  store: LedgerStore,
): Promise<Receipt | Refusal | 'conflict'> {
  const basis = await store.load(batchNeeds(request.input));
  if (isRefusal(basis)) return basis;
  const admission = admit(request, basis);
  if (isRefusal(admission)) return admission;
  const { id } = request.input;
  if (admission.outcome === 'replayed') return { id, revision: admission.revision, replayed: true };
  const written = await store.commit(admission.changes);
  if (written !== 'committed') return written;
  return { id, revision: admission.changes.discussion.revision };
}
