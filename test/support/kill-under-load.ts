import { join } from 'node:path';
import { expect } from 'vitest';
import { openSqlite } from '../../src/adapters/sqlite/database.ts';
import { reviewWriter } from './review-writer.ts';
import { planText } from './reviewed-plan.ts';
import type { Scratch } from './scratch.ts';
import { seededRandom } from './seeded-random.ts';

/** How a review is killed again and again while several clients write into it. */
export interface KillPlan {
  readonly kills: number;
  readonly writers: number;
  readonly seed: number;
}

/**
 * Kills a review's process under load and resumes it, as often as planned; after each kill everything that was
 * acknowledged must be there. Answers how many changes have been acknowledged in all.
 */
export async function killUnderLoad(scratch: Scratch, plan: KillPlan): Promise<number> {
  const random = seededRandom(plan.seed);
  scratch.write('plan.md', planText);
  let untilKill = 0;
  let kill: () => void = () => undefined;
  const writers = Array.from({ length: plan.writers }, (_, number) =>
    reviewWriter(number, seededRandom(plan.seed + number + 1), () => {
      untilKill--;
      if (untilKill === 0) kill();
    }),
  );
  let words = ['plan.md'];
  for (let kills = 0; kills < plan.kills; kills++) {
    const review = await scratch.review(words);
    words = ['plan.md', '--resume'];
    const state = await review.state();
    const faults = writers.flatMap((writer) => writer.faultsOf(state));
    expect({ seed: plan.seed, kills, faults }).toEqual({ seed: plan.seed, kills, faults: [] });
    untilKill = 1 + random.below(40);
    kill = () => void review.child.kill('SIGKILL');
    await Promise.all(writers.map((writer) => writer.writeUntilGone(review)));
    expect((await review.exit).signal).toBe('SIGKILL');
  }
  const last = await (await scratch.review(words)).state();
  expect(writers.flatMap((writer) => writer.faultsOf(last))).toEqual([]);
  expect(integrityOf(scratch)).toEqual([{ integrity_check: 'ok' }]);
  return writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
}

/** What SQLite itself finds wrong with the user's store. */
function integrityOf({ home }: Scratch): unknown {
  const database = openSqlite(join(home, '.discuss', 'user.db'));
  try {
    return database.prepare('PRAGMA integrity_check').all();
  } finally {
    database.close();
  }
}
