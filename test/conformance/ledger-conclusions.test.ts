import { beforeEach, describe, expect, it } from 'vitest';
import { type Batch, LedgerKit, ledgerStores, op } from '../support/ledger-kit.ts';

describe.each(ledgerStores)('ledger contract 3, staleness, on %s', (_, open) => {
  let kit: LedgerKit;
  beforeEach(async () => {
    kit = new LedgerKit(open());
    await kit.apply([
      op.start,
      op.question('q1'),
      op.question('q2', { parent: 'q1' }),
      op.answer('a1', 'q1'),
      op.answer('a2', 'q2'),
      op.question('other'),
      op.answer('b', 'other'),
      op.summary('on-q1', ['q1']),
      op.summary('on-a1', ['a1']),
      op.summary('on-a2', ['a2']),
      op.summary('on-b', ['b']),
      op.summary('above', ['on-a2']),
    ]);
  });

  const staleAfter = async (...operations: Batch[]): Promise<string[]> => {
    await kit.apply(operations);
    const items = Object.values(await kit.items());
    return items.filter((item) => item.stale).map((item) => item.id);
  };

  it('spreads from a changed item to what cites it, and on to what cites that', async () => {
    expect(await staleAfter(op.revise('a2'))).toEqual(['on-a2', 'above']);
  });

  it('reaches all under the touched question, and nothing above it', async () => {
    expect(await staleAfter(op.revise('a1'))).toEqual(['on-q1', 'on-a1', 'on-a2', 'above']);
  });

  it.each([
    ['a new answer', op.answer('n', 'q2')],
    ['a new option', op.option('n', 'q2')],
    ['a new question below', op.question('n', { parent: 'q2' })],
    ['a new gap below', op.gap('n', { parent: 'q2' })],
    ['a new reply below', op.reply('n', { parent: 'q2' })],
  ])('counts %s as a change of its question', async (__, operation) => {
    expect(await staleAfter(operation)).toEqual(['on-a2', 'above']);
  });

  it('counts withdrawing and restoring as changes of item and parent', async () => {
    expect(await staleAfter(op.withdraw('b'))).toEqual(['on-b']);
    await kit.apply([op.revise('on-b', { refs: ['other'] })]);
    expect(await staleAfter(op.restore('b'))).toEqual(['on-b']);
  });

  it('counts a move as a change of the item, its old and its new parent', async () => {
    await kit.apply([op.answer('left', 'q2'), op.revise('on-a2', { refs: ['a1'] })]);
    await kit.apply([op.revise('above', { refs: ['a1'] })]);
    await kit.apply([op.summary('on-left', ['left']), op.summary('on-moved', ['a2'])]);
    expect(await staleAfter(op.move('a2', { parent: 'other' }))).toEqual([
      'on-b',
      'on-left',
      'on-moved',
    ]);
  });

  it('follows an item to its new parent', async () => {
    await kit.apply([
      op.move('a2', { parent: 'other' }),
      op.revise('on-a2', { refs: ['a2'] }),
      op.revise('on-b', { refs: ['b'] }),
    ]);
    expect(await staleAfter(op.answer('n', 'q2'))).toEqual(['above']);
    expect(await staleAfter(op.answer('m', 'other'))).toEqual(['on-a2', 'on-b', 'above']);
  });

  it('counts a revised summary as changed for what cites it, and not for itself', async () => {
    expect(await staleAfter(op.revise('on-a2', { refs: ['a2'] }))).toEqual(['above']);
  });

  it('leaves all fresh after confirm, delivery, metadata, pause, resume and loose items', async () => {
    const quiet = [
      op.confirm('above'),
      op.delivery('q2', 'm'),
      op.metadata({ text: 'T' }),
      op.question('n'),
      op.gap('g'),
      op.reply('r'),
      op.summary('s', ['a1']),
      op.pause,
      op.resume,
    ];
    expect(await staleAfter(...quiet)).toEqual([]);
    expect((await kit.item('above')).confirmed).toBe(true);
  });

  it('tells in which revision an item last changed, by staleness too', async () => {
    await kit.apply([op.revise('a2')]);
    const items = await kit.items();
    expect([items['a2']?.revision, items['above']?.revision, items['on-b']?.revision]).toEqual([
      2, 2, 1,
    ]);
  });
});

describe.each(ledgerStores)('ledger contract 4, the close gate, on %s', (_, open) => {
  let kit: LedgerKit;
  const blockers = async (...operations: Batch[]) => {
    const refusal = await kit.refused([...operations, op.close]);
    expect(refusal.code).toBe('close_blocked');
    return (refusal.details as { blockers: unknown }).blockers;
  };
  beforeEach(async () => {
    kit = new LedgerKit(open());
    await kit.apply([op.start, op.question('q'), op.answer('a', 'q')]);
  });

  it('closes when every rule holds', async () => {
    await kit.apply([op.summary('s', ['a']), op.close]);
    expect(await kit.current()).toMatchObject({ state: 'closed' });
  });

  it('lists every blocker with its items, in asking order', async () => {
    await kit.apply([
      op.question('q3', { ordinal: 9 }),
      op.question('q2', { ordinal: 8 }),
      op.reply('r'),
      op.gap('g'),
      op.summary('s', ['q']),
      op.revise('q'),
    ]);
    expect(await blockers()).toEqual([
      { rule: 'unanswered_question', ids: ['q2', 'q3'] },
      { rule: 'unassigned_reply', ids: ['r'] },
      { rule: 'stale_summary', ids: ['s'] },
      { rule: 'uncited_item', ids: ['g', 'q2', 'q3'] },
    ]);
  });

  it('wants at least one active summary', async () => {
    expect(await blockers()).toEqual([
      { rule: 'uncited_item', ids: ['q'] },
      { rule: 'no_summary', ids: [] },
    ]);
    await kit.apply([op.summary('s', ['a']), op.withdraw('s')]);
    expect(await blockers()).toContainEqual({ rule: 'no_summary', ids: [] });
  });

  it('counts only active answers that a person gave', async () => {
    await kit.apply([
      op.withdraw('a'),
      op.answer('b', 'q', { via: 'assumed' }),
      op.option('o', 'q'),
    ]);
    expect(await blockers(op.summary('s', ['q']))).toEqual([
      { rule: 'unanswered_question', ids: ['q'] },
    ]);
    expect(await kit.apply([op.restore('a'), op.summary('s', ['q']), op.close])).toBe(3);
  });

  it('takes a question as cited through an item directly below it, a gap only by itself', async () => {
    await kit.apply([op.gap('g', { parent: 'q' }), op.summary('s', ['a'])]);
    expect(await blockers()).toEqual([{ rule: 'uncited_item', ids: ['g'] }]);
    expect(await kit.apply([op.summary('t', ['g']), op.close])).toBe(3);
  });

  it('follows citations when items move between questions', async () => {
    await kit.apply([op.question('q2'), op.answer('a2', 'q2'), op.answer('b2', 'q2')]);
    await kit.apply([op.summary('s', ['a', 'b2'])]);
    await kit.apply([op.move('b2', { parent: 'q' })]);
    expect(await blockers(op.revise('s', { refs: ['a', 'b2'] }))).toEqual([
      { rule: 'uncited_item', ids: ['q2'] },
    ]);
  });

  it('lets withdrawn items, and the questions below a withdrawn one, stand as they are', async () => {
    await kit.apply([
      op.question('q2'),
      op.gap('g'),
      op.reply('r'),
      op.summary('t', ['q2']),
      op.revise('q2'),
      op.withdraw('q2'),
      op.withdraw('g'),
      op.withdraw('r'),
      op.withdraw('t'),
      op.summary('s', ['a']),
      op.close,
    ]);
    expect(await kit.current()).toMatchObject({ state: 'closed' });
  });

  it('judges what the batch itself has done', async () => {
    expect(
      await kit.apply([
        op.question('n'),
        op.answer('m', 'n'),
        op.summary('s', ['a', 'm']),
        op.close,
      ]),
    ).toBe(2);
  });

  it('changes nothing when it refuses', async () => {
    await blockers(op.question('n'));
    expect(Object.keys(await kit.items())).toEqual(['q', 'a']);
  });
});
