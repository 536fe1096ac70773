import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refuse } from '../../core/refusal.ts';
import { refusalError } from '../../core/refusal-error.ts';
import { followState } from './follow-state.ts';

/** A state that the test changes, and how it is followed. */
function openState(more: { readonly initialMark?: string; readonly pollInterval?: number } = {}) {
  const outside = { state: 'one', looks: 0, begun: 0, fault: undefined as unknown };
  let change = (): void => undefined;
  const errors: unknown[] = [];
  const follower = followState<string>({
    async begin(look) {
      outside.begun += 1;
      change = look;
      return () => {
        outside.begun -= 1;
      };
    },
    async read() {
      outside.looks += 1;
      if (outside.fault !== undefined) throw outside.fault;
      return outside.state;
    },
    mark: (state) => state,
    onError: (error) => errors.push(error),
    ...more,
  });
  return { follower, outside, errors, change: () => change() };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a state that is followed', () => {
  it('is told at once and at each change, and to nobody after the end', async () => {
    const { follower, outside, change } = openState();
    const told: string[] = [];
    const end = follower.follow((state) => told.push(state));
    await settle();
    change();
    await settle();
    outside.state = 'two';
    change();
    change();
    await settle();
    expect(told).toEqual(['one', 'two']);
    end();
    expect(outside.begun).toBe(0);
    outside.state = 'three';
    change();
    await settle();
    expect(told).toEqual(['one', 'two']);
  });

  it('is not told while it is what listeners know', async () => {
    const { follower, outside, change } = openState({ initialMark: 'one' });
    const told: string[] = [];
    follower.follow((state) => told.push(state));
    await settle();
    outside.state = 'two';
    change();
    await settle();
    outside.state = 'one';
    change();
    await settle();
    expect(told).toEqual(['two', 'one']);
  });

  it('is not looked at while nobody listens', async () => {
    const { follower, outside } = openState({ pollInterval: 1000 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(outside.looks).toBe(0);
    const end = follower.follow(() => undefined);
    await vi.advanceTimersByTimeAsync(2500);
    expect(outside.looks).toBe(3);
    end();
    await vi.advanceTimersByTimeAsync(5000);
    expect(outside.looks).toBe(3);
  });

  it('is looked at again when it could not be read; a busy store is no fault', async () => {
    const { follower, outside, errors } = openState();
    const told: string[] = [];
    outside.fault = refusalError(refuse('store_busy', 'another writer is at work'));
    follower.follow((state) => told.push(state));
    await settle();
    expect(errors).toEqual([]);
    outside.fault = new Error('broken');
    await vi.advanceTimersByTimeAsync(1000);
    expect(errors).toEqual([outside.fault]);
    outside.fault = undefined;
    await vi.advanceTimersByTimeAsync(1000);
    expect(told).toEqual(['one']);
  });

  it('can be told of from the present state on, once that is read', async () => {
    const { follower, outside, change } = openState();
    const told: string[] = [];
    const { ready, stop } = follower.onChange((state) => told.push(state));
    await ready;
    change();
    await settle();
    expect(told).toEqual([]);
    outside.state = 'two';
    change();
    await settle();
    expect(told).toEqual(['two']);
    stop();
    expect(outside.begun).toBe(0);
  });

  it('is let go of by who stops before it has begun', async () => {
    const { follower, outside } = openState();
    const { ready, stop } = follower.onChange(() => undefined);
    stop();
    await ready;
    expect(outside.begun).toBe(0);
  });
});
