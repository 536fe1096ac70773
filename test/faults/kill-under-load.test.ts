import { expect, it } from 'vitest';
import { killUnderLoad } from '../support/kill-under-load.ts';
import { scratchOfTest } from '../support/scratch.ts';

it('review 8: 20 kills under write load lose nothing that was acknowledged', {
  timeout: 120_000,
}, async () => {
  const plan = { kills: 20, writers: 6, seed: 7 };
  expect(await killUnderLoad(scratchOfTest(), plan)).toBeGreaterThanOrEqual(plan.kills);
});
