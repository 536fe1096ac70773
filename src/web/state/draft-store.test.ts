import { describe, expect, it } from 'vitest';
import type { ApiClient, ApiRequest } from '../link/api-client.ts';
import { type DraftTarget, draftKey, type PageDraft } from './draft.ts';
import { createDraftBackup } from './draft-backup.ts';
import { createDraftStore } from './draft-store.ts';

const target: DraftTarget = {
  kind: 'new-thread',
  anchor: { fileId: 'f-1', anchorStart: 2, anchorEnd: 2, snippet: '' },
};

/** A store whose server takes everything, while it can be reached. */
function makeStore(reach: (request: ApiRequest) => boolean = () => true) {
  const api: ApiClient = {
    send: async (request) =>
      reach(request)
        ? { ok: true, value: {} as never }
        : { ok: false, failure: { kind: 'unreachable' } },
  };
  const backup = createDraftBackup(null);
  return createDraftStore({ api, backup, now: () => '2026-11-30T10:00:00.000Z' });
}

const plainDraft: PageDraft = {
  target,
  text: '',
  intent: 'comment',
  updatedAt: '2026-11-30T09:00:00.000Z',
  saved: true,
};

const texts = (store: ReturnType<typeof makeStore>) =>
  [...store.drafts.value.values()].map(({ text }) => text);

describe('a draft that was sent before the page was reloaded', () => {
  const sent = { ...plainDraft, text: 'Sent', saved: false, requestId: 'request-1' };
  const reloaded = (arrived: readonly string[]) => {
    const backup = { read: () => [sent], write: () => undefined };
    const api: ApiClient = { send: async () => ({ ok: true, value: {} as never }) };
    const store = createDraftStore({ api, backup, now: () => '2026-11-30T10:00:00.000Z' });
    store.load('r', [{ ...sent, saved: true }], new Set(arrived));
    return store;
  };

  it('is gone when its message has arrived', () => {
    expect(texts(reloaded(['request-1']))).toEqual([]);
  });

  it('is there when it has not, and is sent under the same id until it is changed', () => {
    const store = reloaded(['request-2']);
    const key = draftKey(target);
    expect(store.drafts.value.get(key)).toMatchObject({ text: 'Sent', requestId: 'request-1' });
    store.edit(key, { text: 'Sent, and more' });
    expect(store.drafts.value.get(key)).not.toHaveProperty('requestId');
  });
});

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

  it('what was discarded or moved while the link was down does not come back, and the server is told', async () => {
    let isUp = false;
    const sent: string[] = [];
    const store = makeStore(({ method }) => {
      if (isUp) sent.push(method);
      return isUp;
    });
    const draft: PageDraft = { ...plainDraft, text: 'Half a thought', saved: true };
    store.load('r', [draft]);
    store.discard(draftKey(target));
    await Promise.resolve();
    store.load('r', [draft]);
    expect(texts(store)).toEqual([]);
    isUp = true;
    store.flush();
    expect(sent).toEqual(['DELETE']);
    await Promise.resolve();
    store.flush();
    expect(sent).toEqual(['DELETE']);
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

  it('a draft whose text is gone stays so through keystrokes and snapshots, and until it is moved', () => {
    const store = makeStore();
    const saved: PageDraft = { ...plainDraft, text: 'Half a thought' };
    const key = draftKey(target);
    store.load('r', [saved]);
    store.move([{ key, target, isLost: true }]);
    store.load('r', [saved]);
    store.adopt({ ...saved, text: 'From another tab' });
    store.edit(key, { text: 'A whole thought' });
    expect([...store.drafts.value.values()]).toMatchObject([
      { text: 'A whole thought', isLost: true },
    ]);
    store.move([{ key, target }]);
    expect(store.drafts.value.get(key)).not.toHaveProperty('isLost');
  });

  it('drafts that move at the same time do not fall on each other; two at one place become one', () => {
    const store = makeStore();
    store.load('r', []);
    const at = (block: number): DraftTarget => ({
      kind: 'new-thread',
      anchor: { fileId: 'f-1', anchorStart: block, anchorEnd: block, snippet: '' },
    });
    for (const block of [1, 2, 3]) store.edit(store.open(at(block)), { text: `On ${block}` });
    store.move([1, 2, 3].map((block) => ({ key: draftKey(at(block)), target: at(block + 1) })));
    expect([...store.drafts.value].map(([key, { text }]) => [key, text])).toEqual([
      [draftKey(at(2)), 'On 1'],
      [draftKey(at(3)), 'On 2'],
      [draftKey(at(4)), 'On 3'],
    ]);
    store.move([{ key: draftKey(at(2)), target: at(4) }]);
    expect(texts(store)).toEqual(['On 2', 'On 3\n\nOn 1']);
  });

  it('what has not been saved goes on top of what the server has', () => {
    const store = makeStore();
    const saved: PageDraft = {
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
