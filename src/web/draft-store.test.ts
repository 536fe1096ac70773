import { describe, expect, it } from 'vitest';
import type { ApiClient } from './api-client.ts';
import type { Draft, DraftTarget } from './draft.ts';
import { createDraftBackup } from './draft-backup.ts';
import { createDraftStore } from './draft-store.ts';

const target: DraftTarget = {
  kind: 'new-thread',
  place: { fileId: 'f-1', anchorStart: 2, anchorEnd: 2, snippet: '' },
};

/** A store whose server takes everything. */
function makeStore() {
  const api: ApiClient = { send: async () => ({ ok: true, value: {} as never }) };
  const backup = createDraftBackup(null);
  return createDraftStore({ api, backup, now: () => '2026-11-30T10:00:00.000Z' });
}

const texts = (store: ReturnType<typeof makeStore>) =>
  [...store.drafts.value.values()].map(({ text }) => text);

describe('drafts and a snapshot', () => {
  it('a draft that was saved while the snapshot was on its way stays, though it is not in it', async () => {
    const store = makeStore();
    store.load('r', []);
    store.edit(store.open(target), { text: 'Half a thought' });
    store.expect();
    store.flush();
    await Promise.resolve();
    await Promise.resolve();
    expect([...store.drafts.value.values()]).toMatchObject([{ saved: true }]);
    store.load('r', []);
    expect(texts(store)).toEqual(['Half a thought']);
  });

  it('a saved draft that the server no longer has was cleared elsewhere', async () => {
    const store = makeStore();
    store.load('r', []);
    store.edit(store.open(target), { text: 'Half a thought' });
    store.flush();
    await Promise.resolve();
    await Promise.resolve();
    store.expect();
    store.load('r', []);
    expect(texts(store)).toEqual([]);
  });

  it('a second draft at the same place outlives the arrival of the first, written or not yet', () => {
    for (const text of ['', 'And another thing']) {
      const store = makeStore();
      store.load('r', []);
      const key = store.open(target);
      store.edit(key, { text: 'First' });
      store.withdraw(key);
      store.open(target);
      if (text) store.edit(key, { text });
      store.settle(key);
      store.drop(key);
      expect(texts(store)).toEqual([text]);
    }
  });

  it('what was sent is forgotten when it has arrived', () => {
    const store = makeStore();
    store.load('r', []);
    const key = store.open(target);
    store.edit(key, { text: 'First' });
    store.withdraw(key);
    store.settle(key);
    expect(store.withdraw(key)).toBeUndefined();
    expect(texts(store)).toEqual([]);
  });

  it('what has not been saved goes on top of what the server has', () => {
    const store = makeStore();
    const saved: Draft = {
      target,
      text: 'Older',
      intent: 'comment',
      updatedAt: '2026-11-30T09:00:00.000Z',
      saved: true,
    };
    store.load('r', [saved]);
    store.edit(store.open(target), { text: 'Newer' });
    store.load('r', [saved]);
    expect(texts(store)).toEqual(['Newer']);
  });
});
