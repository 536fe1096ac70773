import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/adapters/sqlite/database.ts';
import { migrate } from '../../src/adapters/sqlite/migrate.ts';
import { sqliteReviews } from '../../src/adapters/sqlite/reviews.ts';
import { userSchema } from '../../src/adapters/sqlite/schema/user-schema.ts';
import { isRefusal } from '../../src/core/refusal.ts';
import { planText } from '../support/reviewed-plan.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

const storeOf = ({ home }: Scratch): string => join(home, '.discuss', 'user.db');

/** A scratch folder whose store holds an interrupted review with one thread, all of it in the one file. */
async function scratchWithReview(): Promise<Scratch> {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  const review = await scratch.review(['plan.md']);
  await review.openThread({ text: 'Kept' });
  await review.kill('SIGTERM');
  const database = openSqlite(storeOf(scratch));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return scratch;
}

/** Starts a review that is to be refused; answers what the user is told. */
async function refusal(scratch: Scratch): Promise<string> {
  const launched = scratch.launch(['plan.md', '--no-open', '--port', '0']);
  const { code } = await launched.exit;
  expect({ code, stdout: launched.stdout() }).toEqual({ code: 1, stdout: '' });
  return launched.stderr();
}

function setVersion(scratch: Scratch, version: number): void {
  const database = openSqlite(storeOf(scratch));
  database.exec(`PRAGMA user_version = ${version}`);
  database.close();
}

describe('a store that a newer program has written', () => {
  it('is refused with the two versions and what to do, and is left as it is', async () => {
    const scratch = await scratchWithReview();
    setVersion(scratch, 99);
    const before = readFileSync(storeOf(scratch));
    expect(await refusal(scratch)).toMatch(/version 99.*\n {2}update discuss/);
    expect(readFileSync(storeOf(scratch)).equals(before)).toBe(true);
    setVersion(scratch, userSchema.migrations.length);
    expect((await (await scratch.review(['plan.md'])).state()).threads).toHaveLength(1);
  });

  it('is refused to a review that already runs, in the words of the API', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const review = await scratch.review(['plan.md']);
    const id = await review.openThread();
    setVersion(scratch, 99);
    expect(await review.post(`/api/threads/${id}/replies`, { text: 'x' })).toMatchObject({
      status: 500,
      body: { error: { code: 'store_error', message: expect.stringContaining('99') } },
    });
    expect((await review.state()).replies[id]).toEqual([]);
  });
});

describe('a store that an older program has written', () => {
  it('is brought up to date after a copy, with everything in it', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const [first] = userSchema.migrations;
    if (first === undefined) throw new Error('no first migration');
    mkdirSync(dirname(storeOf(scratch)));
    const old = openSqlite(storeOf(scratch));
    expect(migrate(old, { ...userSchema, migrations: [first] })).toBeUndefined();
    old.exec(`
      INSERT INTO review VALUES
        ('old', NULL, '/old.md', 'markdown', '2025-01-01T00:00:00.000Z', NULL, 1, 0, 0)`);
    old.close();
    await scratch.review(['plan.md']);
    const now = openSqlite(storeOf(scratch));
    expect(now.prepare('PRAGMA user_version').get()).toEqual({
      user_version: userSchema.migrations.length,
    });
    expect(await sqliteReviews(now).store.header('old')).toMatchObject({ sourceFile: '/old.md' });
    now.close();
    expect(existsSync(`${storeOf(scratch)}.before-v${userSchema.migrations.length}`)).toBe(true);
  });

  it('is brought up to date once when two programs start at the same time', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    scratch.write('notes.md', planText);
    const reviews = await Promise.all(
      ['plan.md', 'notes.md', 'plan.md'].map((file) => scratch.review([file])),
    );
    expect(new Set(reviews.map(({ id }) => id)).size).toBe(3);
  });
});

describe('a store that is damaged', () => {
  it.each([
    ['cut short', (file: string) => truncateSync(file, 8192)],
    ['no database at all', (file: string) => writeFileSync(file, randomBytes(20_000))],
    ['text', (file: string) => writeFileSync(file, 'reviews: []\n')],
  ])('%s: exit 1 with the path and what to do; it is not replaced', async (_how, damage) => {
    const scratch = await scratchWithReview();
    damage(storeOf(scratch));
    const before = readFileSync(storeOf(scratch));
    const told = await refusal(scratch);
    expect(told).toContain(storeOf(scratch));
    expect(told).toMatch(/\n {2}\S/);
    expect(told).not.toContain('unexpected failure');
    expect(readFileSync(storeOf(scratch)).equals(before)).toBe(true);
  });

  it('empty: it is made anew, since nothing was in it', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    scratch.write(storeOf(scratch), '');
    const review = await scratch.review(['plan.md']);
    expect(await review.openThread()).toBe('u-1');
  });
});

describe('a log that a newer program has written', () => {
  it('is not replayed in part: the review is refused with words', async () => {
    const scratch = await scratchWithReview();
    const database = openSqlite(storeOf(scratch));
    const { store } = sqliteReviews(database);
    const [header] = await store.list();
    if (header === undefined || isRefusal(header)) throw new Error('no review');
    database.exec(`UPDATE review_event SET kind = 'thread.starred' WHERE kind = 'thread.created'`);
    database.close();
    const told = await refusal(scratch);
    expect(told).toMatch(/newer/);
    expect(told).not.toContain('unexpected failure');
    expect((await scratch.review(['plan.md', '--fresh'])).id).not.toBe(header.id);
  });
});
