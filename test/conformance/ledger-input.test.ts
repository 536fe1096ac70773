import { beforeEach, describe, expect, it } from 'vitest';
import { isRefusal } from '../../src/core/refusal.ts';
import { contextToken } from '../support/ledger-batches.ts';
import { type Batch, LedgerKit, ledgerStores, op } from '../support/ledger-kit.ts';

describe.each(ledgerStores)('ledger contract 2, shape and limits, on %s', (_, open) => {
  let kit: LedgerKit;
  beforeEach(async () => {
    kit = new LedgerKit(open());
    await kit.apply([op.start]);
  });
  const code = async (operations: readonly Batch[], more: Batch = {}) =>
    (await kit.refused(operations, more)).code;
  const detailsOf = async (operations: readonly unknown[], more: Batch = {}) => {
    const refusal = await kit.refused(operations as Batch[], more);
    expect(refusal.code).toBe('invalid_input');
    return refusal.details as { path: string; expected: string; fix: string }[];
  };

  it('refuses unknown fields at either level', async () => {
    expect(await detailsOf([op.question('q')], { extra: 1 })).toMatchObject([{ path: 'extra' }]);
    expect(await detailsOf([op.question('q', { status: 'x' })])).toMatchObject([
      { path: 'operations[0].status', expected: 'only known fields' },
    ]);
    const hidden = JSON.parse('{"op":"question","id":"q","text":"t","__proto__":{"id":"x"}}');
    expect(await code([hidden as Batch])).toBe('invalid_input');
  });

  it('lists every fault with its path, what is expected and what to do', async () => {
    expect(
      await detailsOf([{ op: 'question', id: 7, text: ' ' }, { op: 'sing' }, 3]),
    ).toMatchObject([
      { path: 'operations[0].id', expected: 'a string' },
      { path: 'operations[0].text', expected: 'a text that is not blank' },
      { path: 'operations[1].op', expected: expect.stringContaining('start, question') },
      { path: 'operations[2]', expected: 'an object' },
    ]);
  });

  it.each([
    ['no id', { id: undefined }],
    ['a blank id', { id: ' \t' }],
    ['no request id', { request_id: undefined }],
    ['a blank request id', { request_id: '' }],
    ['a context that is none', { context: 'me' }],
    ['a context of upper-case digits', { context: contextToken('A') }],
    ['a context from another place that is none', { from_context: 'x' }],
    ['a revision below 0', { if_revision: -1 }],
    ['a revision that is not whole', { if_revision: 1.5 }],
    ['a revision in words', { if_revision: '1' }],
    ['no operations', { operations: [] }],
    ['operations that are no list', { operations: {} }],
  ])('refuses %s', async (__, more) => {
    expect(await code([op.question('q')], more)).toBe('invalid_input');
  });

  it.each([null, 1, 'text', [], true])('refuses %j as a batch', async (batch) => {
    expect(await kit.send(batch)).toMatchObject({ code: 'invalid_input' });
  });

  it('takes either kind of context token', async () => {
    const token = `lwc${contextToken('e')}`;
    expect(await kit.apply([op.start], { id: 'e', context: token })).toBe(1);
  });

  it('takes at most 64 operations', async () => {
    const questions = Array.from({ length: 65 }, (__, index) => op.question(`q${index}`));
    expect(await code(questions)).toBe('limit_exceeded');
    expect(await kit.apply(questions.slice(1))).toBe(2);
  });

  it('takes texts of 65,536 bytes and no more, kept byte for byte', async () => {
    const euros = `${'€'.repeat(21_845)}x`;
    expect(await kit.apply([op.question('q', { text: euros })])).toBe(2);
    expect((await kit.item('q')).text).toBe(euros);
    const refusal = await kit.refused([op.question('r', { text: `${euros}x` })]);
    expect(refusal).toMatchObject({ code: 'limit_exceeded', field: 'operations[0].text' });
    expect(await code([op.metadata({ description: 'x'.repeat(65_537) })])).toBe('limit_exceeded');
    expect(await code([{ ...op.pause, reason: 'x'.repeat(65_537) }])).toBe('limit_exceeded');
  });

  it('takes ids of 256 bytes and no more', async () => {
    const long = 'é'.repeat(128);
    expect(await kit.apply([op.question(long, { message_id: long })])).toBe(2);
    expect(await code([op.question(`${long}x`)])).toBe('limit_exceeded');
    expect(await code([op.question('q', { message_id: `${long}x` })])).toBe('limit_exceeded');
    expect(await code([op.summary('s', [`${long}x`])])).toBe('limit_exceeded');
    expect(await code([op.question('q')], { request_id: `${long}x` })).toBe('limit_exceeded');
  });

  it('takes 1 MiB in all, measured on the serialised input', async () => {
    const texts = Array.from({ length: 16 }, (__, index) =>
      op.question(`q${index}`, { text: 'x'.repeat(65_400) }),
    );
    const batch = await kit.batch(texts);
    const room = 1024 * 1024 - JSON.stringify(batch).length;
    const filled = (more: number) => ({
      ...batch,
      operations: [...texts, op.question('fill', { text: 'x'.repeat(room - 40 + more) })],
    });
    expect(JSON.stringify(filled(0)).length).toBe(1024 * 1024);
    expect(await kit.send(filled(1))).toMatchObject({ code: 'limit_exceeded', field: 'input' });
    expect(await kit.send(filled(0))).toMatchObject({ revision: 2 });
  });

  it('refuses half a surrogate pair, which no store keeps byte for byte', async () => {
    expect(await code([op.question('q', { text: 'half \ud83d' })])).toBe('invalid_input');
    expect(await kit.apply([op.question('q', { text: 'whole 😀' })])).toBe(2);
  });

  it.each([
    '__proto__',
    'constructor',
    'toString',
    '0',
    '  x ',
    'a\u0000b',
    '"',
    "'; --",
    '%_',
    '🙂',
  ])('takes %j as an id like any other', async (id) => {
    await kit.apply([op.question(id), op.answer(`${id}a`, id), op.summary(`${id}s`, [id])]);
    await kit.apply([op.revise(`${id}a`), op.revise(`${id}s`, { refs: [`${id}a`] })]);
    const items = await kit.items();
    expect(Object.keys(items).sort()).toEqual([id, `${id}a`, `${id}s`].sort());
    expect(Object.hasOwn(items, id) && items[id]?.text).toBe(`${id}?`);
  });

  it('keeps texts byte for byte', async () => {
    const text = '\ufeff \r\n\u0000 e\u0301 \u2028 </script> \\u0041 \n';
    await kit.apply([op.question('q', { text })]);
    expect((await kit.item('q')).text).toBe(text);
  });

  it('keeps the input as it came in the history', async () => {
    const batch = await kit.batch([{ text: 'T', id: 'q', op: 'question' }]);
    await kit.send(batch);
    const batches = await kit.store.batches('d', { offset: 1, limit: 1 });
    expect(isRefusal(batches) ? batches : batches?.value[0]?.input).toBe(JSON.stringify(batch));
  });

  it('checks shape and limits before secrets, and secrets before the owner', async () => {
    const secret = new LedgerKit(kit.store, async (texts) =>
      texts.flatMap((text, index) => (text.includes('swordfish') ? [{ rule: 'test', index }] : [])),
    );
    const stranger = { context: contextToken('b'), id: 'd', if_revision: 9 };
    expect((await secret.refused([op.question('swordfish', { text: ' ' })], stranger)).code).toBe(
      'invalid_input',
    );
    expect(await secret.refused([op.question('q'), op.gap('swordfish')], stranger)).toMatchObject({
      code: 'secret_detected',
      field: 'operations[1].id',
      details: { rule: 'test', operation: 1, field: 'id' },
    });
    expect((await secret.refused([op.question('q')], stranger)).code).toBe('context_mismatch');
  });

  it.each([
    ['text', [op.question('q', { text: 'swordfish' })], {}],
    ['description', [op.metadata({ description: 'swordfish' })], {}],
    ['reason', [{ op: 'pause', reason: 'swordfish' }], {}],
    ['id', [op.question('swordfish', { text: 't' })], {}],
    ['parent', [op.question('q', { parent: 'swordfish' })], {}],
    ['refs', [op.summary('s', ['q', 'swordfish'])], {}],
    ['message_id', [op.question('q', { message_id: 'swordfish' })], {}],
    ['a field without meaning', [{ ...op.close, text: 'swordfish' }], {}],
    ['request_id', [op.question('q')], { request_id: 'swordfish' }],
    ['the id of the discussion', [op.start], { id: 'swordfish' }],
  ] as const)('scans %s', async (__, operations, more) => {
    const secret = new LedgerKit(kit.store, async (texts) =>
      texts.flatMap((text, index) => (text === 'swordfish' ? [{ rule: 'test', index }] : [])),
    );
    const refusal = await secret.refused(operations, more);
    expect(refusal.code).toBe('secret_detected');
    expect(JSON.stringify(refusal)).not.toContain('swordfish');
  });
});
