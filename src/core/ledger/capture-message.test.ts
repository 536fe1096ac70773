import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { contextToken } from '../../../test/support/ledger-batches.ts';
import { LedgerKit, op } from '../../../test/support/ledger-kit.ts';
import { memoryLedgerStore } from '../../adapters/memory/ledger-store.ts';
import { isRefusal } from '../refusal.ts';
import { captureMessage } from './capture-message.ts';

describe('capturing a message of the user (ledger contract 9)', () => {
  let kit: LedgerKit;
  beforeEach(async () => {
    kit = new LedgerKit(memoryLedgerStore());
    await kit.apply([op.start, op.question('q')]);
  });
  const capture = (text: string, messageId = 'm1', context = contextToken('a')) =>
    captureMessage(
      { context, messageId, text },
      {
        store: kit.store,
        clock: { now: () => '2026-05-01T10:00:00.000Z' },
        scanSecrets: async (texts) =>
          texts.flatMap((each, index) =>
            each.includes('swordfish') ? [{ rule: 'test', index }] : [],
          ),
        sha256: (each) => createHash('sha256').update(each).digest('hex'),
      },
    );
  const captured = async (text: string, messageId?: string) => {
    const answer = await capture(text, messageId);
    if (answer === undefined || isRefusal(answer)) throw new Error('not captured');
    return answer;
  };

  it('records the exact text as a reply, and tells the new revision', async () => {
    const answer = await captured(' Yes,\r\nplease ');
    expect(answer).toMatchObject({ discussion: 'd', messageId: 'm1', revision: 2, kind: 'reply' });
    expect(await kit.item(answer.id)).toMatchObject({
      kind: 'reply',
      text: ' Yes,\r\nplease ',
      message_id: 'm1',
      via: 'typed',
    });
    expect(await kit.apply([op.move(answer.id, { parent: 'q' })])).toBe(3);
  });

  it('records the same message once, also after it was moved or revised', async () => {
    const first = await captured('Yes');
    await kit.apply([op.move(first.id, { parent: 'q' }), op.revise(first.id)]);
    expect(await captured('Yes')).toEqual({ ...first, revision: 3, repeated: true });
    expect(Object.keys(await kit.items())).toHaveLength(2);
  });

  it('refuses the same message id with another text', async () => {
    await captured('Yes');
    expect(await capture('No')).toMatchObject({ code: 'message_recorded' });
  });

  it('leaves a message alone that the agent has recorded', async () => {
    await kit.apply([op.answer('a', 'q', { message_id: 'm1' })]);
    expect(await capture('Yes')).toMatchObject({ code: 'message_recorded' });
  });

  it.each([
    ['a likely secret', 'It is swordfish', 'it may hold a secret'],
    ['more than the record holds', 'x'.repeat(65_537), 'the record cannot hold it'],
    ['half a character', '\ud83d', 'the record cannot hold it'],
  ])('leaves a gap for %s, once', async (_, text, words) => {
    const answer = await captured(text);
    expect(await kit.item(answer.id)).toMatchObject({ kind: 'gap', message_id: 'm1' });
    expect((await kit.item(answer.id)).text).toContain(words);
    expect(await captured(text)).toMatchObject({ id: answer.id, kind: 'gap', repeated: true });
    expect(JSON.stringify(await kit.store.record('d'))).not.toContain('swordfish');
  });

  it('does nothing for a context that is bound to nothing, and for blank messages', async () => {
    expect(await capture('Yes', 'm1', contextToken('b'))).toBeUndefined();
    expect(await capture(' \n')).toBeUndefined();
    await kit.apply([op.pause]);
    expect(await capture('Yes')).toBeUndefined();
  });

  it('keeps messages of one conversation apart', async () => {
    const [first, second] = [await captured('Yes', 'm1'), await captured('Yes', 'm2')];
    expect(first.id).not.toBe(second.id);
    expect(await kit.current()).toMatchObject({ unassigned: 2 });
  });

  it('goes on when another writer gets in between', async () => {
    const answers = await Promise.all([capture('one', 'm1'), capture('two', 'm2')]);
    expect(answers.some((answer) => isRefusal(answer))).toBe(false);
    expect(await kit.current()).toMatchObject({ unassigned: 2, revision: 3 });
  });
});
