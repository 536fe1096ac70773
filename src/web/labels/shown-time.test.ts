import { describe, expect, it } from 'vitest';
import { fullTime, shownTime } from './shown-time.ts';

describe('a time', () => {
  it('that a hand has written as no time is shown as it stands', () => {
    expect(shownTime('Unknown')).toBe('Unknown');
    expect(fullTime('yesterday')).toBe('yesterday');
  });
});
