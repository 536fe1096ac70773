import { describe, expect, it } from 'vitest';
import { takeTurns } from './take-turns.ts';

describe('taking turns', () => {
  it('runs work of one key in order, each when the one before has settled', async () => {
    const inTurn = takeTurns();
    const heard: string[] = [];
    const work = (name: string) => async () => {
      heard.push(`${name} begins`);
      await Promise.resolve();
      heard.push(`${name} ends`);
      return name;
    };
    expect(await Promise.all([inTurn('k', work('one')), inTurn('k', work('two'))])).toEqual([
      'one',
      'two',
    ]);
    expect(heard).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  });

  it('goes on after work that failed, and hands its failure to the one who asked', async () => {
    const inTurn = takeTurns();
    const failed = inTurn('k', () => Promise.reject(new Error('no')));
    const next = inTurn('k', async () => 'yes');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  it('lets work of different keys run side by side', async () => {
    const inTurn = takeTurns();
    let open: () => void = () => undefined;
    const blocked = inTurn('one', () => new Promise<void>((resolve) => (open = resolve)));
    expect(await inTurn('two', async () => 'free')).toBe('free');
    open();
    await blocked;
  });
});
