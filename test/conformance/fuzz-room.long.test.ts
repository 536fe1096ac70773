import { it } from 'vitest';
import { fuzzReview } from '../support/fuzz-room.ts';

const seed = Number(process.env['DISCUSS_SEED'] ?? Date.now() % 1_000_000);

it(`safety 10: nor do 200 for every route (DISCUSS_SEED=${seed})`, () => fuzzReview(200, seed));
