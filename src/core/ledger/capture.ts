import type { Clock } from '../ports/clock.ts';
import type { SecretScanner } from '../ports/secret-scanner.ts';
import type { Sha256 } from '../ports/sha256.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import type { ParsedBatch } from './apply-batch.ts';
import type { Operation } from './operation.ts';
import type { Overview, WithDiscussion } from './ports/ledger-reader.ts';
import type { LedgerStore } from './ports/ledger-store.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

export interface CapturePorts {
  readonly store: LedgerStore;
  readonly clock: Clock;
  readonly scanSecrets: SecretScanner;
  readonly sha256: Sha256;
}

/** Captures in the discussion that a context is bound to; undefined when it is bound to none. */
export function captureInBound<Captured>(
  context: string,
  { store }: CapturePorts,
  capture: (bound: WithDiscussion<Overview>) => Promise<Captured | Refusal>,
): Promise<Captured | undefined | Refusal> {
  return retryOnConflict(async () => {
    const bound = await store.overview({ context });
    if (bound === undefined || isRefusal(bound)) return bound;
    const captured = await capture(bound);
    return isRefusal(captured) && captured.code === 'revision_conflict' ? 'conflict' : captured;
  }, 'let the agent record it');
}

/** Where something of a host is captured. */
export interface CaptureTarget {
  /** The context that the host's session stands for. */
  readonly context: string;
  readonly discussion: string;
  readonly revision: number;
  /** The host key that ids of items and of the request are made from. */
  readonly key: string;
}

/**
 * What ids of items and requests are derived from for something that a host has reported: the same for the same
 * discussion and id. Written in short groups, so that no scanner of secrets has to look at it twice.
 */
export function hostKey(discussion: string, hostId: string, sha256: Sha256): string {
  const digest = sha256(`${discussion}\0${hostId}`);
  return (digest.slice(0, 32).match(/.{8}/g) ?? []).join('-');
}

/** The batch that captures something by these operations. */
export function captureBatch(target: CaptureTarget, operations: readonly Operation[]): ParsedBatch {
  const input = {
    id: target.discussion,
    context: target.context,
    request_id: `host-${target.key}`,
    if_revision: target.revision,
    operations,
  };
  return { input, json: JSON.stringify(input) };
}

/** The text of a gap in the place of what was refused. */
export function gapText(subject: string, refusal: Refusal): string {
  const reason =
    refusal.code === 'secret_detected' ? 'it may hold a secret' : 'the record cannot hold it';
  return `${subject} is left out here: ${reason}.`;
}
