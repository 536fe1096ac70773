import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { askedHostQuestion } from '../../../test/support/asked-question.ts';
import type { HostQuestion } from '../../core/question/host-question.ts';
import { isRefusal } from '../../core/refusal.ts';
import { sqliteHostQuestions } from './host-questions.ts';
import { openUserStore } from './user-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'discuss-questions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (name: string) => {
  const database = openUserStore({ path: join(folder, name), busyMode: 'command' });
  if (isRefusal(database)) throw new Error(database.message);
  return { database, questions: sqliteHostQuestions(database) };
};
const asked = (id: string, more: Partial<HostQuestion> = {}): HostQuestion =>
  askedHostQuestion({ id, askedAt: `2026-11-30T10:00:0${id.length}.000Z`, ...more });
const at = '2026-11-30T10:05:00.000Z';
const answer = { number: 1, label: 'Minimal', words: '1', via: 'typed' } as const;

describe('the questions to the person (agents contract 2)', () => {
  it('outlive the process that asked, and so do their answers', async () => {
    const first = open('outlive.db');
    await first.questions.add(asked('a'));
    first.database.close();
    const second = open('outlive.db');
    expect(await second.questions.find('a')).toEqual(asked('a'));
    const settled = await second.questions.settle('a', { status: 'answered', answer }, at);
    expect(settled).toMatchObject({ status: 'answered', answer, settledAt: at });
    second.database.close();
    const third = open('outlive.db');
    expect(await third.questions.find('a')).toEqual(settled);
    third.database.close();
  });

  it('are listed by project while they wait, the oldest first', async () => {
    const { questions, database } = open('listed.db');
    await questions.add(asked('bb', { project: '/one' }));
    await questions.add(asked('a', { project: '/one' }));
    await questions.add(asked('ccc', { project: '/two' }));
    await questions.add(asked('dddd'));
    const ids = (list: readonly HostQuestion[]) => list.map(({ id }) => id);
    expect(ids(await questions.pending('/one'))).toEqual(['a', 'bb']);
    expect(ids(await questions.pending())).toEqual(['a', 'bb', 'ccc', 'dddd']);
    await questions.settle('a', { status: 'declined' }, at);
    expect(ids(await questions.pending('/one'))).toEqual(['bb']);
    expect(ids(await questions.asked('/one', 10))).toEqual(['bb', 'a']);
    expect(ids(await questions.asked(undefined, 10))).toEqual(['dddd']);
    expect(ids(await questions.asked('/one', 1))).toEqual(['bb']);
    database.close();
  });

  it('are settled once, and only if they were asked', async () => {
    const { questions, database } = open('settled.db');
    await questions.add(asked('a'));
    await questions.settle('a', { status: 'answered', answer }, at);
    expect(await questions.settle('a', { status: 'declined' }, at)).toMatchObject({
      code: 'already_settled',
    });
    expect(await questions.settle('b', { status: 'declined' }, at)).toMatchObject({
      code: 'not_found',
    });
    expect(await questions.find('a')).toMatchObject({ status: 'answered', answer });
    database.close();
  });

  it('tell of changes by this process and by others, until nobody listens', async () => {
    const here = open('followed.db');
    const elsewhere = open('followed.db');
    let told = 0;
    let next: () => void = () => undefined;
    const change = () => new Promise<void>((resolve) => (next = resolve));
    const stop = here.questions.follow(() => {
      told += 1;
      next();
    });
    const foreign = change();
    await elsewhere.questions.add(asked('a'));
    await foreign;
    const own = change();
    await here.questions.settle('a', { status: 'cancelled' }, at);
    await own;
    stop();
    const before = told;
    await here.questions.add(asked('bb'));
    expect(told).toBe(before);
    here.database.close();
    elsewhere.database.close();
  });

  it('are asked once, however many processes ask the same at the same time, until the end was told', async () => {
    const [one, two] = [open('once.db'), open('once.db')];
    const ask = (questions: typeof one.questions, id: string) =>
      questions.askOnce(asked(id, { project: '/one' }));
    const kept = await Promise.all([ask(one.questions, 'a'), ask(two.questions, 'bb')]);
    expect(new Set(kept.map(({ id }) => id)).size).toBe(1);
    const [{ id = '' } = {}] = kept;
    await one.questions.markDelivered(id, at);
    expect(await one.questions.find(id), 'one that waits has no end to tell').not.toHaveProperty(
      'deliveredAt',
    );
    await one.questions.settle(id, { status: 'answered', answer }, at);
    expect(await ask(two.questions, 'ccc')).toMatchObject({ id, status: 'answered', answer });
    await two.questions.markDelivered(id, at);
    expect(await ask(one.questions, 'dddd')).toMatchObject({ id: 'dddd', status: 'pending' });
    for (const { database } of [one, two]) database.close();
  });
});
