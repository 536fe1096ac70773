import { beforeEach, describe, expect, it } from 'vitest';
import { contextToken } from '../support/ledger-batches.ts';
import { LedgerKit, ledgerStores, op } from '../support/ledger-kit.ts';

const other = { context: contextToken('b') };

describe.each(ledgerStores)('ledger contract 2, the order of checks, on %s', (_, open) => {
  let kit: LedgerKit;
  beforeEach(async () => {
    kit = new LedgerKit(open());
    await kit.apply([op.start, op.question('q1')]);
  });

  it('answers not_found for a discussion that is not there and is not started', async () => {
    expect((await kit.refused([op.question('q')], { id: 'e' })).code).toBe('not_found');
    expect((await kit.refused([op.resume], { id: 'e' })).code).toBe('not_found');
  });

  describe('owner', () => {
    it('refuses another context, whose token it does not tell', async () => {
      const refusal = await kit.refused([op.question('q2')], other);
      expect(refusal.code).toBe('context_mismatch');
      expect(JSON.stringify(refusal)).not.toContain(contextToken('a'));
    });

    it('lets resume alone name the owner, and only the right one', async () => {
      const wrong = { ...other, from_context: contextToken('c') };
      expect((await kit.refused([op.resume], wrong)).code).toBe('context_mismatch');
      expect((await kit.refused([op.resume], { ...other, from_context: '' })).code).toBe(
        'context_mismatch',
      );
      const late = { ...other, from_context: contextToken('a') };
      expect((await kit.refused([op.question('q2'), op.resume], late)).code).toBe(
        'context_mismatch',
      );
    });

    it('stands before retry, revision and state', async () => {
      const first = await kit.batch([op.question('q2')]);
      await kit.send(first);
      expect(await kit.send({ ...first, ...other })).toMatchObject({ code: 'context_mismatch' });
      await kit.apply([op.pause]);
      expect((await kit.refused([op.question('q3')], { ...other, if_revision: 9 })).code).toBe(
        'context_mismatch',
      );
    });
  });

  describe('retry', () => {
    it('answers the same request with its first receipt, whatever came after', async () => {
      const batch = await kit.batch([op.question('q2')]);
      expect(await kit.send(batch)).toEqual({ id: 'd', revision: 2 });
      await kit.apply([op.question('q3')]);
      expect(await kit.send(batch)).toEqual({ id: 'd', revision: 2, replayed: true });
      await kit.apply([op.pause]);
      expect(await kit.send(batch)).toEqual({ id: 'd', revision: 2, replayed: true });
      expect(Object.keys(await kit.items())).toEqual(['q1', 'q2', 'q3']);
    });

    it('compares inputs as parsed JSON, in which the order of members means nothing', async () => {
      const batch = await kit.batch([op.question('q2')]);
      await kit.send(batch);
      const turned = Object.fromEntries(Object.entries(batch).reverse());
      expect(await kit.send(turned)).toMatchObject({ replayed: true });
    });

    it('refuses the same request id with another input, before any conflict check', async () => {
      const batch = await kit.batch([op.question('q2')]);
      await kit.send(batch);
      const changed = { ...batch, operations: [op.question('q9')], if_revision: 77 };
      expect(await kit.send(changed)).toMatchObject({
        code: 'request_id_reused',
        details: { revision: 2 },
      });
    });

    it('replays the very first batch too', async () => {
      const start = await kit.batch([op.start], { id: 'e', ...other });
      await kit.send(start);
      expect(await kit.send(start)).toEqual({ id: 'e', revision: 1, replayed: true });
    });

    it('keeps request ids of discussions apart, and forgets those of refused batches', async () => {
      const batch = await kit.batch([op.question('q1')]);
      expect(await kit.send(batch)).toMatchObject({ code: 'item_exists' });
      expect(await kit.send({ ...batch, operations: [op.question('q2')] })).toMatchObject({
        revision: 2,
      });
      const elsewhere = { ...batch, id: 'e', if_revision: 0, operations: [op.start], ...other };
      expect(await kit.send(elsewhere)).toEqual({ id: 'e', revision: 1 });
    });
  });

  it('refuses another revision than the current one, and tells which that is', async () => {
    for (const if_revision of [0, 2, 99]) {
      expect(await kit.refused([op.question('q2')], { if_revision })).toMatchObject({
        code: 'revision_conflict',
        details: { current_revision: 1 },
      });
    }
    const start = { id: 'e', if_revision: 3, ...other };
    expect(await kit.refused([op.start], start)).toMatchObject({
      code: 'revision_conflict',
      details: { current_revision: 0 },
    });
  });

  it('checks the revision before the state, and the state before the operations', async () => {
    await kit.apply([op.pause]);
    expect((await kit.refused([op.question('q1')], { if_revision: 1 })).code).toBe(
      'revision_conflict',
    );
    expect((await kit.refused([op.question('q1')])).code).toBe('not_active');
  });

  describe('binding', () => {
    it('allows a context one active discussion, and names the one to pause', async () => {
      expect(await kit.refused([op.start], { id: 'e' })).toMatchObject({
        code: 'context_bound',
        details: { id: 'd' },
      });
      await kit.apply([op.pause]);
      await kit.apply([op.start], { id: 'e' });
      expect(await kit.refused([op.resume])).toMatchObject({
        code: 'context_bound',
        details: { id: 'e' },
      });
    });

    it('holds for a context that takes over', async () => {
      await kit.apply([op.start], { id: 'e', ...other });
      const takeOver = { ...other, from_context: contextToken('a') };
      expect(await kit.refused([op.resume], takeOver)).toMatchObject({
        code: 'context_bound',
        details: { id: 'e' },
      });
    });
  });

  it('changes nothing and reserves nothing when an operation is refused', async () => {
    const before = await kit.store.record('d');
    const refused = await kit.refused([
      op.question('q2', { message_id: 'm' }),
      op.summary('s', ['q2']),
      op.withdraw('nowhere'),
    ]);
    expect(refused).toMatchObject({ code: 'item_missing', field: 'operations[2].id' });
    expect(await kit.store.record('d')).toEqual(before);
    expect(await kit.apply([op.question('q2', { message_id: 'm' })])).toBe(2);
  });

  it('lets operations see what those before them did', async () => {
    const batch = [
      op.question('q2'),
      op.answer('a2', 'q2'),
      op.summary('s', ['a2']),
      op.revise('a2'),
      op.revise('s', { refs: ['a2'] }),
    ];
    expect(await kit.apply(batch)).toBe(2);
    expect(await kit.item('s')).toMatchObject({ stale: false, original: 's.', text: 's again.' });
  });

  it('lets exactly one of two writers with the same revision win', async () => {
    const first = await kit.batch([op.question('x')]);
    const second = await kit.batch([op.question('y')]);
    const answers = await Promise.all([kit.send(first), kit.send(second)]);
    expect(
      answers.map((answer) => ('code' in answer ? answer.code : answer.revision)).sort(),
    ).toEqual([2, 'revision_conflict']);
  });
});
