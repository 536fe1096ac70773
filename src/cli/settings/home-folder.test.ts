import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { expect, it, vi } from 'vitest';
import { homeOf } from './home-folder.ts';

it('takes HOME, and what the system says where it is empty or not there', () => {
  expect(homeOf({ environment: { HOME: '/home/ada' } })).toBe('/home/ada');
  expect(homeOf({ environment: { HOME: 'ada' } })).toBe(resolve('ada'));
  vi.stubEnv('HOME', '');
  try {
    expect(homeOf({ environment: { HOME: '' } })).toBe(userInfo().homedir);
    expect(homeOf({ environment: {} })).toBe(userInfo().homedir);
  } finally {
    vi.unstubAllEnvs();
  }
});
