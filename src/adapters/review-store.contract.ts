import { describe, expect, it } from 'vitest';
import type { NewEvent, StartedReview } from '../core/review/events.ts';
import type { ReviewHeader, ReviewStore } from '../core/review/ports/review-store.ts';

const at = '2026-11-30T10:00:00.000Z';

const started: StartedReview = {
  mode: 'markdown',
  sourceFile: '/plan.md',
  files: [{ id: 'f-1', path: 'plan.md', kind: 'markdown', textHash: 'h1' }],
  historyName: 'plan',
  round: 1,
};

const startEvent: NewEvent = { kind: 'review.started', at, data: started };

function header(id: string, fields: Partial<ReviewHeader> = {}): ReviewHeader {
  return { id, sourceFile: '/plan.md', mode: 'markdown', startedAt: at, round: 1, ...fields };
}

function resolved(threadId: string): NewEvent {
  return { kind: 'thread.resolved', at, data: { threadId, decision: null } };
}

function draft(key: string, text: string | null) {
  return { target: { scope: 'followup', threadId: key }, key, text, at } as const;
}

/** What every store of reviews promises; `open` gives a new, empty one. */
export function reviewStoreContract(
  name: string,
  open: () => Promise<ReviewStore> | ReviewStore,
): void {
  describe(`${name} keeps reviews`, () => {
    it('gives a new review its first events at positions from 1', async () => {
      const store = await open();
      const events = await store.create(header('a'), { events: [startEvent, resolved('u-1')] });
      expect(events.map(({ position, kind }) => [position, kind])).toEqual([
        [1, 'review.started'],
        [2, 'thread.resolved'],
      ]);
      expect(await store.events('a', 0)).toEqual(events);
      expect(await store.events('a', 1)).toEqual(events.slice(1));
    });

    it('appends only after the event that the writer has seen', async () => {
      const store = await open();
      await store.create(header('a'), { events: [startEvent] });
      expect(await store.append('a', 1, { events: [resolved('u-1')] })).toMatchObject({ ok: true });
      expect(await store.append('a', 1, { events: [resolved('u-2')] })).toEqual({
        ok: false,
        lastEvent: 2,
      });
      expect(await store.events('a', 1)).toHaveLength(1);
    });

    it('keeps an author and the exact data of an event', async () => {
      const store = await open();
      await store.create(header('a'), { events: [startEvent] });
      const event: NewEvent = {
        kind: 'take.added',
        at,
        author: { name: 'planner', kind: 'agent' },
        data: { id: 't-1', threadId: 'u-1', text: ' a\u0000b\r\n"é𝄞 ' },
      };
      await store.append('a', 1, { events: [event] });
      expect(await store.events('a', 1)).toEqual([{ ...event, position: 2 }]);
    });

    it('lets drafts and events share one run of positions, and drafts cause no conflict', async () => {
      const store = await open();
      await store.create(header('a'), { events: [startEvent] });
      expect((await store.saveDraft('a', draft('u-1', 'one'))).position).toBe(2);
      expect(await store.append('a', 1, { events: [resolved('u-1')] })).toMatchObject({ ok: true });
      expect((await store.saveDraft('a', draft('u-1', 'two'))).position).toBe(4);
      const entries = await store.entries('a', 1);
      expect(
        entries.map((entry) => (entry.type === 'draft' ? entry.draft.text : entry.event.position)),
      ).toEqual([3, 'two']);
    });

    it('leaves cleared drafts out of the drafts and tells of them in the entries', async () => {
      const store = await open();
      await store.create(header('a'), { events: [startEvent] });
      await store.saveDraft('a', draft('u-1', 'one'));
      await store.saveDraft('a', draft('u-2', 'two'));
      await store.saveDraft('a', draft('u-1', null));
      expect((await store.drafts('a')).map(({ key }) => key)).toEqual(['u-2']);
      expect(
        (await store.entries('a', 3)).map((entry) => entry.type === 'draft' && entry.draft.text),
      ).toEqual([null]);
    });

    it('stores a text once under its hash', async () => {
      const store = await open();
      const texts = new Map([['h1', 'text\r\n']]);
      await store.create(header('a'), { events: [startEvent], texts });
      await store.create(header('b'), { events: [startEvent], texts });
      expect(await store.text('h1')).toBe('text\r\n');
      expect(await store.text('h2')).toBeUndefined();
    });

    it('stores no text of an append that conflicts', async () => {
      const store = await open();
      await store.create(header('a'), { events: [startEvent] });
      await store.append('a', 7, { events: [resolved('u-1')], texts: new Map([['h9', 'x']]) });
      expect(await store.text('h9')).toBeUndefined();
    });

    it('lists reviews newest first, and those of the same inputs', async () => {
      const store = await open();
      await store.create(header('a', { inputsKey: 'k', startedAt: '2026-11-30T10:00:00.000Z' }), {
        events: [startEvent],
      });
      await store.create(header('b', { startedAt: '2026-11-30T11:00:00.000Z' }), {
        events: [startEvent],
      });
      await store.create(header('c', { inputsKey: 'k', startedAt: '2026-11-30T12:00:00.000Z' }), {
        events: [startEvent],
      });
      expect((await store.list()).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
      expect((await store.list({ inputsKey: 'k' })).map(({ id }) => id)).toEqual(['c', 'a']);
      expect((await store.list({ limit: 1 })).map(({ id }) => id)).toEqual(['c']);
    });

    it('takes the review that was made last for the newest, whatever the clock said', async () => {
      const store = await open();
      await store.create(header('a', { startedAt: '2026-11-30T12:00:00.000Z' }), {
        events: [startEvent],
      });
      await store.create(header('b', { startedAt: '2026-11-30T11:00:00.000Z' }), {
        events: [startEvent],
      });
      expect((await store.list()).map(({ id }) => id)).toEqual(['b', 'a']);
    });

    it('takes all reviews of some inputs along when these lie elsewhere', async () => {
      const store = await open();
      for (const id of ['a', 'b']) {
        await store.create(header(id, { inputsKey: 'k' }), { events: [startEvent] });
      }
      await store.create(header('c', { inputsKey: 'other' }), { events: [startEvent] });
      const named = { sourceFile: '/new.md', historyName: 'new' };
      const inputs = { from: 'k', to: 'n' };
      const data = { fileId: 'f-1', path: 'new.md', realPath: '/new.md', named, inputs };
      await store.append('b', 1, { events: [{ kind: 'file.renamed', at, data }] });
      const listed = await store.list({ inputsKey: 'n' });
      expect(listed.map(({ id, sourceFile }) => [id, sourceFile])).toEqual([
        ['b', '/new.md'],
        ['a', '/plan.md'],
      ]);
      expect(await store.list({ inputsKey: 'k' })).toEqual([]);
      await store.create(header('d', { inputsKey: 'm' }), {
        events: [
          { kind: 'review.started', at, data: { ...started, inputs: { from: 'n', to: 'm' } } },
        ],
      });
      expect((await store.list({ inputsKey: 'm' })).map(({ id }) => id)).toEqual(['d', 'b', 'a']);
    });

    it('counts every new text of a file as a round', async () => {
      const store = await open();
      await store.create(header('a', { round: 3 }), { events: [startEvent] });
      const updated: NewEvent = {
        kind: 'source.updated',
        at,
        data: { fileId: 'f-1', textHash: 'h2', sourceVersion: 2, placements: [], origin: 'disk' },
      };
      await store.append('a', 1, { events: [updated, resolved('u-1')] });
      expect((await store.header('a'))?.round).toBe(4);
    });

    it('marks a review as finished when its last event is logged', async () => {
      const store = await open();
      await store.create(header('a'), { events: [startEvent] });
      expect((await store.header('a'))?.finishedAt).toBeUndefined();
      await store.append('a', 1, { events: [{ kind: 'session.done', at, data: {} }] });
      expect((await store.header('a'))?.finishedAt).toBe(at);
      expect(await store.header('z')).toBeUndefined();
    });
  });
}
