import { beforeEach, describe, expect, it } from 'vitest';
import { contextToken } from '../support/ledger-batches.ts';
import { LedgerKit, ledgerStores, op } from '../support/ledger-kit.ts';

describe.each(ledgerStores)('ledger contract 2, the operations, on %s', (_, open) => {
  let kit: LedgerKit;
  beforeEach(async () => {
    kit = new LedgerKit(open());
    await kit.apply([op.start, op.question('q1'), op.answer('a1', 'q1'), op.question('q2')]);
  });

  describe('start', () => {
    it('creates the discussion with title and description and binds it to the context', async () => {
      const start = { ...op.start, description: 'About it' };
      expect(await kit.apply([start], { id: 'e', context: contextToken('b') })).toBe(1);
      expect(await kit.current({ context: contextToken('b') })).toMatchObject({
        id: 'e',
        title: 'Title',
        description: 'About it',
        state: 'active',
        revision: 1,
      });
    });

    it('is refused in a discussion that is there, and anywhere but first', async () => {
      expect((await kit.refused([op.start])).code).toBe('invalid_input');
      expect(await kit.refused([op.question('q3'), op.start])).toMatchObject({
        code: 'invalid_input',
        field: 'operations[1].op',
      });
    });
  });

  describe.each(['question', 'gap', 'reply'] as const)('%s', (name) => {
    it("adds an item with the contract's fields", async () => {
      expect(await kit.apply([{ op: name, id: 'n', text: ' New\r\n', parent: 'q1' }])).toBe(2);
      expect(await kit.item('n')).toEqual({
        id: 'n',
        kind: name,
        original: ' New\r\n',
        text: ' New\r\n',
        parent: 'q1',
        refs: [],
        stale: false,
        ordinal: 3,
        revision: 2,
        confirmed: false,
        withdrawn: false,
        message_id: null,
        delivery: 'prepared',
        via: name === 'reply' ? 'typed' : null,
      });
    });

    it('is refused when the id is taken, the message recorded or the parent no question', async () => {
      const item = { op: name, id: 'n', text: 'New', message_id: 'm1' };
      await kit.apply([{ ...item, id: 'first' }]);
      expect((await kit.refused([{ ...item, id: 'q1', message_id: 'm2' }])).code).toBe(
        'item_exists',
      );
      expect((await kit.refused([item])).code).toBe('message_recorded');
      const fresh = { ...item, message_id: 'm3' };
      expect((await kit.refused([{ ...fresh, parent: 'a1' }])).code).toBe('bad_parent');
      expect((await kit.refused([{ ...fresh, parent: 'nowhere' }])).code).toBe('bad_parent');
    });
  });

  it('keeps a reply a reply under a question until it is moved', async () => {
    await kit.apply([op.reply('r', { parent: 'q2' })]);
    expect(await kit.current()).toMatchObject({ pending: ['q2'], unassigned_ids: ['r'] });
    await kit.apply([op.move('r', { parent: 'q2' })]);
    expect(await kit.item('r')).toMatchObject({ kind: 'answer', parent: 'q2' });
    expect(await kit.current()).toMatchObject({ pending: [], unassigned: 0 });
  });

  describe.each(['answer', 'option'] as const)('%s', (name) => {
    it('adds an item under an existing question, withdrawn or not', async () => {
      await kit.apply([op.withdraw('q2'), { op: name, id: 'n', text: 'New', parent: 'q2' }]);
      expect(await kit.item('n')).toMatchObject({ kind: name, parent: 'q2' });
    });

    it('is refused without a question as parent', async () => {
      const item = { op: name, id: 'n', text: 'New' };
      expect((await kit.refused([item])).code).toBe('invalid_input');
      expect((await kit.refused([{ ...item, parent: 'a1' }])).code).toBe('bad_parent');
      expect((await kit.refused([{ ...item, parent: 'nowhere' }])).code).toBe('bad_parent');
    });
  });

  it('numbers items by their number at insertion where no ordinal is given', async () => {
    await kit.apply([op.question('x', { ordinal: 0 }), op.question('y')]);
    expect((await kit.item('x')).ordinal).toBe(0);
    expect((await kit.item('y')).ordinal).toBe(4);
    expect((await kit.refused([op.question('z', { ordinal: -1 })])).code).toBe('invalid_input');
  });

  describe('summary', () => {
    it('cites items once each, fresh and unconfirmed', async () => {
      await kit.apply([op.summary('s', ['a1', 'q2', 'a1'])]);
      expect(await kit.item('s')).toMatchObject({
        kind: 'summary',
        refs: ['a1', 'q2'],
        stale: false,
        confirmed: false,
        parent: null,
      });
    });

    it('is refused when a reference does not exist, is withdrawn or is stale', async () => {
      await kit.apply([op.summary('s', ['a1']), op.revise('a1'), op.withdraw('q2')]);
      for (const ref of ['nowhere', 'q2', 's', 'n']) {
        expect(await kit.refused([op.summary('n', ['a1', ref])])).toMatchObject({
          code: 'bad_reference',
          details: { refs: [{ id: ref }] },
        });
      }
      expect((await kit.refused([op.summary('n', [])])).code).toBe('invalid_input');
    });
  });

  describe('revise', () => {
    it('replaces the text, keeps the original, and takes a confirmation away', async () => {
      await kit.apply([op.summary('s', ['a1']), op.confirm('s')]);
      await kit.apply([
        op.revise('s', { refs: ['q1'] }),
        op.revise('s', { text: 'T', refs: ['a1'] }),
      ]);
      expect(await kit.item('s')).toMatchObject({
        original: 's.',
        text: 'T',
        refs: ['a1'],
        confirmed: false,
        stale: false,
      });
    });

    it('makes a stale summary fresh', async () => {
      await kit.apply([op.summary('s', ['a1']), op.revise('a1')]);
      expect((await kit.item('s')).stale).toBe(true);
      await kit.apply([op.revise('s', { refs: ['a1'] })]);
      expect((await kit.item('s')).stale).toBe(false);
    });

    it('is refused for an unknown item, bad or missing references, and a cycle', async () => {
      await kit.apply([
        op.summary('s1', ['a1']),
        op.summary('s2', ['s1']),
        op.summary('s3', ['s2']),
      ]);
      expect((await kit.refused([op.revise('nowhere')])).code).toBe('item_missing');
      expect((await kit.refused([op.revise('s1')])).code).toBe('invalid_input');
      expect((await kit.refused([op.revise('s1', { refs: ['nowhere'] })])).code).toBe(
        'bad_reference',
      );
      for (const ref of ['s1', 's2', 's3']) {
        expect((await kit.refused([op.revise('s1', { refs: [ref] })])).code).toBe(
          'reference_cycle',
        );
      }
    });
  });

  it('withdraws and restores an item, and deletes nothing', async () => {
    await kit.apply([op.withdraw('q2')]);
    expect(await kit.item('q2')).toMatchObject({ withdrawn: true, text: 'q2?', revision: 2 });
    expect(await kit.current()).toMatchObject({ pending: [] });
    await kit.apply([op.restore('q2')]);
    expect(await kit.item('q2')).toMatchObject({ withdrawn: false });
    expect(await kit.current()).toMatchObject({ pending: ['q2'] });
    expect((await kit.refused([op.withdraw('nowhere')])).code).toBe('item_missing');
    expect((await kit.refused([op.restore('nowhere')])).code).toBe('item_missing');
  });

  describe('move', () => {
    it('regroups: another question, another place, or both', async () => {
      await kit.apply([op.move('a1', { parent: 'q2', ordinal: 7 })]);
      expect(await kit.item('a1')).toMatchObject({ parent: 'q2', ordinal: 7 });
      expect(await kit.current()).toMatchObject({ pending: ['q1'] });
      await kit.apply([op.move('q2', { ordinal: 0 }), op.move('q1', { ordinal: 9 })]);
      expect((await kit.item('q2')).ordinal).toBe(0);
    });

    it('is refused without a target, for an unknown item and for an ordinal below 0', async () => {
      expect((await kit.refused([op.move('a1', {})])).code).toBe('invalid_input');
      expect((await kit.refused([op.move('nowhere', { ordinal: 1 })])).code).toBe('item_missing');
      expect((await kit.refused([op.move('a1', { ordinal: -1 })])).code).toBe('invalid_input');
    });

    it('is refused to a parent that is no active question', async () => {
      await kit.apply([op.withdraw('q2')]);
      for (const parent of ['q2', 'a1', 'nowhere']) {
        expect((await kit.refused([op.move('a1', { parent })])).code).toBe('bad_parent');
      }
    });

    it('gives no new parent to a question, a summary or a gap', async () => {
      await kit.apply([op.summary('s', ['a1']), op.gap('g', { parent: 'q1' })]);
      for (const id of ['q1', 's', 'g']) {
        expect((await kit.refused([op.move(id, { parent: 'q2' })])).code).toBe('bad_parent');
      }
      expect(await kit.apply([op.move('g', { parent: 'q1', ordinal: 1 })])).toBe(3);
    });
  });

  it('records confirmation of fresh summaries alone, and its withdrawal', async () => {
    await kit.apply([op.summary('s', ['a1']), op.confirm('s')]);
    expect((await kit.item('s')).confirmed).toBe(true);
    await kit.apply([op.confirm('s', false)]);
    expect((await kit.item('s')).confirmed).toBe(false);
    await kit.apply([op.confirm('s'), op.revise('a1')]);
    expect(await kit.item('s')).toMatchObject({ stale: true, confirmed: false });
    expect((await kit.refused([op.confirm('s')])).code).toBe('invalid_input');
    expect((await kit.refused([op.confirm('q1')])).code).toBe('invalid_input');
    expect((await kit.refused([op.confirm('nowhere')])).code).toBe('item_missing');
  });

  it('records reported deliveries of questions; one message may show several', async () => {
    expect(await kit.item('q1')).toMatchObject({ delivery: 'prepared', message_id: null });
    await kit.apply([op.delivery('q1', 'm'), op.delivery('q2', 'm')]);
    for (const id of ['q1', 'q2']) {
      expect(await kit.item(id)).toMatchObject({ delivery: 'reported_delivered', message_id: 'm' });
    }
    expect((await kit.refused([op.delivery('a1', 'm2')])).code).toBe('invalid_input');
    expect((await kit.refused([op.delivery('nowhere', 'm2')])).code).toBe('item_missing');
    expect((await kit.refused([op.reply('r', { message_id: 'm' })])).code).toBe('message_recorded');
  });

  it('changes title and description by metadata', async () => {
    await kit.apply([op.metadata({ text: 'Other' })]);
    await kit.apply([op.metadata({ description: 'More' })]);
    expect(await kit.current()).toMatchObject({ title: 'Other', description: 'More' });
    expect((await kit.refused([op.metadata({})])).code).toBe('invalid_input');
    expect((await kit.refused([op.metadata({ text: ' \n' })])).code).toBe('invalid_input');
  });

  describe('pause, resume and close', () => {
    it('releases the binding on pause, and binds again on resume', async () => {
      await kit.apply([op.pause]);
      expect(await kit.current({ context: contextToken('a') })).toEqual({ discussion: null });
      expect(await kit.current()).toMatchObject({ state: 'paused' });
      expect((await kit.refused([op.question('q3')])).code).toBe('not_active');
      expect((await kit.refused([op.pause])).code).toBe('not_active');
      await kit.apply([op.resume, op.question('q3')]);
      expect(await kit.current({ context: contextToken('a') })).toMatchObject({ state: 'active' });
    });

    it('refuses to resume what is active for its owner', async () => {
      expect((await kit.refused([op.resume])).code).toBe('already_active');
      const own = { from_context: contextToken('a') };
      expect((await kit.refused([op.resume], own)).code).toBe('already_active');
    });

    it('lets another context take over, active or paused, when it names the owner', async () => {
      const takeOver = { context: contextToken('b'), from_context: contextToken('a') };
      await kit.apply([op.resume], takeOver);
      expect(await kit.current({ context: contextToken('a') })).toEqual({ discussion: null });
      expect(await kit.current({ context: contextToken('b') })).toMatchObject({ id: 'd' });
      await kit.apply([op.pause], { context: contextToken('b') });
      const back = { context: contextToken('a'), from_context: contextToken('b') };
      expect(await kit.apply([op.resume, op.question('q3')], back)).toBe(4);
    });

    it('lets only resume follow pause or close in a batch', async () => {
      expect(await kit.refused([op.pause, op.question('q3')])).toMatchObject({
        code: 'not_active',
        field: 'operations[1].op',
      });
      expect(await kit.apply([op.pause, op.resume, op.question('q3')])).toBe(2);
      expect((await kit.refused([op.question('q4'), op.resume])).code).toBe('already_active');
    });

    it('closes, releases the binding, and can be resumed', async () => {
      await kit.apply([op.withdraw('q2'), op.summary('s', ['a1']), op.close]);
      expect(await kit.current()).toMatchObject({ state: 'closed' });
      expect(await kit.current({ context: contextToken('a') })).toEqual({ discussion: null });
      expect((await kit.refused([op.close])).code).toBe('not_active');
      await kit.apply([op.resume]);
      expect(await kit.current()).toMatchObject({ state: 'active' });
    });
  });

  it('keeps fields without meaning in the history, without effect', async () => {
    const odd = { ...op.pause, id: '', ordinal: -4, confirmed: true, refs: ['x'], via: 'assumed' };
    await kit.apply([odd]);
    const batches = await kit.store.batches('d', { offset: 1, limit: 1 });
    expect(JSON.stringify(batches)).toContain('\\"ordinal\\":-4');
  });

  it('records a message that answers two questions whole under each', async () => {
    const both = op.answer('a2', 'q2', { text: 'Both', message_id: 'm' });
    await kit.apply([both, op.answer('a3', 'q1', { text: 'Both' })]);
    expect((await kit.item('a3')).message_id).toBeNull();
    expect((await kit.refused([op.answer('a4', 'q1', { message_id: 'm' })])).code).toBe(
      'message_recorded',
    );
  });

  it.each(['timed_out', 'assumed'])("never takes a %s answer for the user's", async (via) => {
    await kit.apply([op.answer('a2', 'q2', { via })]);
    expect((await kit.item('a2')).via).toBe(via);
    expect(await kit.current()).toMatchObject({ pending: ['q2'] });
    await kit.apply([op.answer('a3', 'q2', { via: 'picked' })]);
    expect(await kit.current()).toMatchObject({ pending: [] });
  });
});
