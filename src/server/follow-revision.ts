import type { LedgerReader } from '../core/ledger/ports/ledger-reader.ts';
import { isRefusal } from '../core/refusal.ts';

/** How often the revision is looked at while somebody listens, in milliseconds. */
const interval = 100;

/** Tells of the revisions of a discussion, whichever process makes them. */
export interface RevisionFollower {
  /** Calls the listener with the present revision and each later one; the answer ends that. */
  follow(listener: (revision: number) => void): () => void;
}

/** Follows a discussion in its store. Nothing is read while nobody listens; a busy store is asked again. */
export function followRevision(
  store: Pick<LedgerReader, 'head'>,
  id: string,
  onError: (error: unknown) => void,
): RevisionFollower {
  const listeners = new Map<(revision: number) => void, number | undefined>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  const look = async (): Promise<void> => {
    const head = await store.head(id);
    if (isRefusal(head) || head === undefined) return;
    const { revision } = head;
    for (const [listener, told] of [...listeners]) {
      if (told === revision || !listeners.has(listener)) continue;
      listeners.set(listener, revision);
      listener(revision);
    }
  };

  const lookAgain = async (): Promise<void> => {
    isLooking = true;
    await look().catch(onError);
    isLooking = false;
    if (listeners.size > 0) timer = setTimeout(lookAgain, interval);
  };

  return {
    follow(listener) {
      listeners.set(listener, undefined);
      clearTimeout(timer);
      if (!isLooking) void lookAgain();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
  };
}
