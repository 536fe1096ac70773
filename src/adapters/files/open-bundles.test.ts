import { afterEach, describe, expect, it } from 'vitest';
import { memoryFileLock } from '../../../test/support/memory-file-lock.ts';
import { refuse } from '../../core/refusal.ts';
import { localTime, openBundles } from './open-bundles.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe('the time in a bundle (bundle contract 2)', () => {
  it.each([
    ['UTC', '2026-11-30T10:42:07.123Z', '2026-11-30T10:42:07+00:00'],
    ['Europe/Berlin', '2026-11-30T23:30:00.000Z', '2026-12-01T00:30:00+01:00'],
    ['Europe/Berlin', '2026-07-01T10:00:00.000Z', '2026-07-01T12:00:00+02:00'],
    ['Asia/Kolkata', '2026-11-30T18:29:59.999Z', '2026-11-30T23:59:59+05:30'],
    ['America/St_Johns', '2026-11-30T02:00:00.000Z', '2026-11-29T22:30:00-03:30'],
  ])('in %s of %s is %s', (name, utc, local) => {
    process.env['TZ'] = name;
    expect(localTime(utc)).toBe(local);
  });
});

describe('what the environment names', () => {
  const named = (environment: Record<string, string>) =>
    openBundles({ environment, lock: memoryFileLock(), bindings: async () => refuse('x', 'x') })
      .fromEnvironment;

  it('is a bundle and a context, and nothing when it is empty', () => {
    expect(named({ DISCUSS_BUNDLE: '/a', DISCUSS_CONTEXT: 'ctx-v1-a' })).toEqual({
      root: '/a',
      context: 'ctx-v1-a',
    });
    expect(named({ DISCUSS_BUNDLE: '' })).toEqual({});
  });
});
