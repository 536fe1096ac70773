import { type Refusal, refuse } from '../refusal.ts';

const maxAttempts = 5;

/** Repeats an attempt while other writers get in between; `store_busy`, with this next step, after five of them. */
export async function retryOnConflict<Result>(
  attempt: () => Promise<Result | 'conflict'>,
  next: string,
): Promise<Result | Refusal> {
  for (let count = 0; count < maxAttempts; count++) {
    const result = await attempt();
    if (result !== 'conflict') return result;
  }
  return refuse('store_busy', 'other writers changed the discussion again and again', { next });
}
