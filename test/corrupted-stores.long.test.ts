import { it } from 'vitest';
import { tryCorruptedStores } from './support/corrupted-stores.ts';

const seed = Number(process.env['DISCUSS_SEED'] ?? Date.now() % 1_000_000);

it(`safety 3 and 10: so are 200 corrupted stores (DISCUSS_SEED=${seed})`, () =>
  tryCorruptedStores(200, seed));
