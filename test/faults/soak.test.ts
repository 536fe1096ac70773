import { it } from 'vitest';
import { scratchOfTest } from '../support/scratch.ts';
import { soak } from '../support/soak.ts';

it(
  'a review holds against a simple model over random changes, kills and restarts',
  {
    timeout: 120_000,
  },
  () => soak(scratchOfTest(), { steps: 40, seed: 11 }),
);
