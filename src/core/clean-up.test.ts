import { expect, it } from 'vitest';
import { cleaningUp } from './clean-up.ts';

const failing = (message: string) => async (): Promise<never> => {
  throw new Error(message);
};

it('safety 10: a clean-up that fails never hides the first error', async () => {
  await expect(cleaningUp(failing('first'), failing('second'))).rejects.toThrow('first');
});

it('a clean-up that fails alone is told, and one that works follows every work', async () => {
  await expect(cleaningUp(async () => 1, failing('second'))).rejects.toThrow('second');
  let cleaned = 0;
  const clean = (): void => {
    cleaned += 1;
  };
  expect(await cleaningUp(async () => 1, clean)).toBe(1);
  await expect(cleaningUp(failing('first'), clean)).rejects.toThrow('first');
  expect(cleaned).toBe(2);
});
