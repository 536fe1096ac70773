import { describe, expect, it } from 'vitest';
import { LedgerKit, op } from '../../../test/support/ledger-kit.ts';
import { memoryLedgerStore } from '../../adapters/memory/ledger-store.ts';
import type { LedgerStore } from './ports/ledger-store.ts';

/** A store in which another writer gets in between so many times. */
function withRivals(store: LedgerStore, rivals: number): LedgerStore {
  let left = rivals;
  return {
    ...store,
    async commit(changes) {
      left -= 1;
      return left >= 0 ? 'conflict' : store.commit(changes);
    },
  };
}

describe('applying a batch while others write', () => {
  it('judges it anew on what is then there', async () => {
    const store = memoryLedgerStore();
    await new LedgerKit(store).apply([op.start]);
    expect(await new LedgerKit(withRivals(store, 4)).apply([op.question('q')])).toBe(2);
  });

  it('gives up after five times, and says that the same batch may be sent again', async () => {
    const store = memoryLedgerStore();
    await new LedgerKit(store).apply([op.start]);
    const kit = new LedgerKit(withRivals(store, 5));
    expect(await kit.refused([op.question('q')])).toMatchObject({
      code: 'store_busy',
      next: 'send the same batch again',
    });
  });

  it('finds its own batch when an earlier attempt was written after all', async () => {
    const store = memoryLedgerStore();
    const kit = new LedgerKit(store);
    await kit.apply([op.start]);
    const batch = await kit.batch([op.question('q')]);
    const unsure: LedgerStore = {
      ...store,
      async commit(changes) {
        await store.commit(changes);
        return 'conflict';
      },
    };
    expect(await new LedgerKit(unsure).send(batch)).toEqual({
      id: 'd',
      revision: 2,
      replayed: true,
    });
  });
});
