import { describe, expect, it } from 'vitest';
import {
  canSend,
  type LinkEvent,
  type LinkState,
  linkTable,
  retryDelay,
} from './live-connection.ts';

const run = (state: LinkState, ...events: readonly LinkEvent[]): LinkState =>
  events.reduce((at, event) => linkTable[at][event], state);

describe('the link', () => {
  it('comes back after a break by a new snapshot and a new stream', () => {
    expect(run('connecting', 'opened', 'failed', 'retry')).toBe('catching-up');
    expect(run('catching-up', 'opened')).toBe('live');
    expect(run('catching-up', 'failed', 'retry', 'opened')).toBe('live');
  });

  it('is not live without having been opened', () => {
    const states: readonly LinkState[] = [
      'connecting',
      'lost',
      'catching-up',
      'finished',
      'replaced',
    ];
    for (const state of states) {
      for (const event of ['failed', 'retry', 'done'] as const)
        expect(run(state, event)).not.toBe('live');
    }
    expect(run('lost', 'opened')).toBe('lost');
  });

  it('ends for good from any state', () => {
    const states = (Object.keys(linkTable) as LinkState[]).filter((state) => state !== 'replaced');
    for (const state of states) {
      expect(run(state, 'done')).toBe('finished');
      expect(run(state, 'done', 'retry', 'opened', 'failed')).toBe('finished');
    }
  });

  it('ends for good where another review is found, and sends nothing there', () => {
    for (const state of ['connecting', 'live', 'lost', 'catching-up'] as const) {
      expect(run(state, 'replaced')).toBe('replaced');
    }
    expect(run('replaced', 'retry', 'opened', 'failed', 'done')).toBe('replaced');
    expect(run('finished', 'replaced')).toBe('finished');
  });

  it('sends while it is live alone, and tries again ever later, but at least every five seconds', () => {
    expect((Object.keys(linkTable) as LinkState[]).filter(canSend)).toEqual(['live']);
    expect([1, 2, 3, 9].map(retryDelay)).toEqual([250, 500, 1_000, 5_000]);
  });
});
