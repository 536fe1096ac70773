import { it } from 'vitest';
import { scratchOfTest } from '../support/scratch.ts';
import { soak } from '../support/soak.ts';

const seed = Number(process.env['DISCUSS_SEED'] ?? Date.now() % 1_000_000);
const steps = Number(process.env['DISCUSS_SOAK_STEPS'] ?? 1500);

it(`a review holds against a simple model for long (DISCUSS_SEED=${seed})`, () =>
  soak(scratchOfTest(), { steps, seed }));
