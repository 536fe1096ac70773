import { expect, it } from 'vitest';
import { killUnderLoad } from '../support/kill-under-load.ts';
import { scratchOfTest } from '../support/scratch.ts';

const seed = Number(process.env['DISCUSS_SEED'] ?? Date.now() % 1_000_000);

it(`review 8: 200 kills under write load lose nothing that was acknowledged (DISCUSS_SEED=${seed})`, async () => {
  const plan = { kills: 200, writers: 8, seed };
  expect(await killUnderLoad(scratchOfTest(), plan)).toBeGreaterThanOrEqual(plan.kills);
});
