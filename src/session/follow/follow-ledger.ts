import type { Ports } from '../../core/ports.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { refusalError } from '../../core/refusal-error.ts';
import { followState, type StateFollower } from './follow-state.ts';

/** Which discussion is followed, and where. */
export interface LedgerFollowing {
  readonly ports: Pick<Ports, 'ledgers'>;
  /** The folder that the project's store is looked for in. */
  readonly directory: string;
  /** Reads the head of the discussion. */
  readonly head: () => Promise<{ readonly revision: number } | undefined | Refusal>;
  readonly onError: (error: unknown) => void;
}

/** Follows the revision of a discussion: any commit to its store is a reason to read it. */
export function followLedger(following: LedgerFollowing): StateFollower<number> {
  const { ports, directory, head, onError } = following;
  return followState({
    begin: async (poll) => accepted(await (await ports.ledgers()).watch({ directory }, poll)),
    read: async () => accepted(await head())?.revision,
    mark: String,
    onError,
  });
}

/** A store that cannot be read now is read again later. */
function accepted<Value>(value: Value | Refusal): Value {
  if (isRefusal(value)) throw refusalError(value);
  return value;
}
