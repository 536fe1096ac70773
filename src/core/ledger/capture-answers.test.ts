import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { contextToken } from '../../../test/support/ledger-batches.ts';
import { LedgerKit, op } from '../../../test/support/ledger-kit.ts';
import { memoryLedgerStore } from '../../adapters/memory/ledger-store.ts';
import { isRefusal } from '../refusal.ts';
import { captureAnswers, type DialogQuestion } from './capture-answers.ts';

const picked: DialogQuestion = {
  text: 'Which store?',
  options: ['PostgreSQL: runs already', 'SQLite'],
  answer: { text: 'SQLite', via: 'picked' },
};

describe('capturing a dialog of the host (ledger contract 9)', () => {
  let kit: LedgerKit;
  beforeEach(async () => {
    kit = new LedgerKit(memoryLedgerStore());
    await kit.apply([op.start]);
  });
  const capture = (questions: readonly DialogQuestion[], context = contextToken('a')) =>
    captureAnswers(
      { context, callId: 'call-1', questions },
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
  const captured = async (questions: readonly DialogQuestion[]) => {
    const answer = await capture(questions);
    if (answer === undefined || isRefusal(answer)) throw new Error('not captured');
    return answer;
  };
  const items = async () =>
    Object.values(await kit.items()).map(({ kind, text, via, message_id }) => [
      kind,
      text,
      via,
      message_id,
    ]);

  it('records question, options and answer in one batch, and tells the revision', async () => {
    const { ids, revision } = await captured([picked]);
    expect(revision).toBe(2);
    expect(await items()).toEqual([
      ['question', 'Which store?', null, null],
      ['option', 'PostgreSQL: runs already', null, null],
      ['option', 'SQLite', null, null],
      ['answer', 'SQLite', 'picked', 'call-1'],
    ]);
    expect(await kit.item(ids[0] ?? '')).toMatchObject({ text: 'SQLite' });
  });

  it('answers the open question of the same words in place of recording it again', async () => {
    await kit.apply([op.question('q', { text: 'Which store?' })]);
    await captured([{ ...picked, notes: 'for now' }]);
    expect(await items()).toEqual([
      ['question', 'Which store?', null, null],
      ['answer', 'SQLite', 'picked', 'call-1'],
      ['answer', 'for now', 'typed', null],
    ]);
  });

  it('records the same dialog once, whatever came after it', async () => {
    await kit.apply([op.question('q', { text: 'Which store?' })]);
    await captured([picked]);
    await kit.apply([op.question('q2')]);
    expect(await captured([picked])).toMatchObject({ repeated: true, revision: 4 });
    expect(await items()).toHaveLength(3);
  });

  it('keeps a time-out apart from an answer: the question stays open', async () => {
    await captured([{ ...picked, answer: { text: 'None came.', via: 'timed_out' } }]);
    expect(await kit.current()).toMatchObject({ pending_total: 1 });
  });

  it('gives the id of the dialog to the first answer alone', async () => {
    await captured([picked, { ...picked, text: 'And where?' }]);
    expect((await items()).filter(([kind]) => kind === 'answer')).toEqual([
      ['answer', 'SQLite', 'picked', 'call-1'],
      ['answer', 'SQLite', 'picked', null],
    ]);
  });

  it('leaves one gap for a dialog that holds a likely secret, once', async () => {
    const secret = { ...picked, notes: 'It is swordfish' };
    expect(await captured([secret])).toMatchObject({ kind: 'gap', repeated: false });
    expect(await captured([secret])).toMatchObject({ kind: 'gap', repeated: true });
    expect(JSON.stringify(await kit.store.record('d'))).not.toContain('swordfish');
    expect(await items()).toHaveLength(1);
  });

  it('records nothing without an answer or a bound discussion', async () => {
    const { answer: _none, ...open } = picked;
    expect(await capture([open])).toBeUndefined();
    expect(await capture([picked], contextToken('b'))).toBeUndefined();
    expect(await items()).toEqual([]);
  });
});
