import { describe, expect, it } from 'vitest';
import { nextDetent } from './detents.ts';

const height = 844;

describe('a dragged sheet', () => {
  it('springs back after a short, slow pull', () => {
    expect(nextDetent('half', { distance: 40, speed: 0.1, height })).toBe('half');
  });

  it('grows when it is pulled up, slowly or by a flick', () => {
    expect(nextDetent('half', { distance: -200, speed: -0.1, height })).toBe('full');
    expect(nextDetent('half', { distance: -30, speed: -1, height })).toBe('full');
  });

  it('goes down one step at a time', () => {
    expect(nextDetent('full', { distance: 200, speed: 0.2, height })).toBe('half');
    expect(nextDetent('half', { distance: 200, speed: 0.2, height })).toBe('closed');
  });

  it('closes at once when it is pulled over half the screen', () => {
    expect(nextDetent('full', { distance: 500, speed: 0.4, height })).toBe('closed');
  });

  it('does not move for a tap', () => {
    expect(nextDetent('half', { distance: 3, speed: 2, height })).toBe('half');
  });
});
