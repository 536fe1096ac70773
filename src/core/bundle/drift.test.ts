import { describe, expect, it } from 'vitest';
import { startScenario } from '../../../test/support/bundle-scenario.ts';
import { readRepository, writeRepository } from './derived-lines.ts';
import { differences } from './difference.ts';
import { driftLine, findDrift, hasDrift } from './drift.ts';
import { checkpoint } from './transitions/checkpoint.ts';

const [first, second] = ['a'.repeat(40), 'b'.repeat(40)];

describe('drift since the last write (bundle contract 1)', () => {
  const scenario = startScenario();
  scenario.repository = { root: '/work, tree', branch: 'main', commit: first };
  scenario.do(checkpoint, {});

  it('is what moved of branch, commit and files', () => {
    const drift = findDrift(
      scenario.bundle(),
      { root: '/work, tree', branch: 'fix', commit: second },
      ['a.ts'],
    );
    expect(drift).toEqual({
      branch: { was: 'main', is: 'fix' },
      commit: { was: first, is: second },
      files: ['a.ts'],
    });
    expect(hasDrift(drift)).toBe(true);
    expect(driftLine(drift)).toBe(
      `branch main → fix; commit ${'a'.repeat(12)} → ${'b'.repeat(12)}; 1 file changed (a.ts)`,
    );
  });

  it('is none when nothing moved', () => {
    const drift = findDrift(
      scenario.bundle(),
      { root: '/work, tree', branch: 'main', commit: first },
      [],
    );
    expect([hasDrift(drift), driftLine(drift)]).toEqual([false, 'None']);
  });

  it('is told also when git or the repository is gone', () => {
    const drift = findDrift(scenario.bundle(), undefined, undefined);
    expect(drift.repository).toEqual({ was: '/work, tree', is: 'None' });
    expect(driftLine(drift)).toContain('branch main → None');
  });

  it('names the first ten files', () => {
    const files = Array.from({ length: 12 }, (_, index) => `f${index}`);
    expect(driftLine({ files })).toMatch(/^12 files changed \(f0, .*, f9, …\)$/);
  });
});

describe('the repository in the head of the record (bundle contract 2)', () => {
  it.each([
    [{ root: '/a, b', branch: 'x/y', commit: first }, `/a, b, x/y, ${first}`],
    [{ root: '/a', branch: 'main' }, '/a, main, None'],
    [{ root: '/a', commit: first }, `/a, no branch, ${first}`],
  ])('is written and read back: %j', (repository, line) => {
    expect(writeRepository(repository)).toBe(line);
    expect(readRepository(line)).toEqual(repository);
  });

  it('is None without one', () => {
    expect(writeRepository(undefined)).toBe('None');
    expect(readRepository('None')).toBeUndefined();
    expect(readRepository('some words')).toBeUndefined();
  });
});

describe('a difference', () => {
  it('is the lines that changed, without those around them', () => {
    const was = new Map([
      ['a.md', 'one\ntwo\nthree\n'],
      ['b.md', 'x'],
      ['same.md', 's'],
    ]);
    const is = new Map([
      ['a.md', 'one\n2\n2b\nthree\n'],
      ['c.md', 'new\n'],
      ['same.md', 's'],
    ]);
    expect(differences(was, is)).toEqual([
      { path: 'a.md', line: 2, was: ['two'], is: ['2', '2b'] },
      { path: 'b.md', line: 1, was: ['x'], is: [''] },
      { path: 'c.md', line: 1, was: [], is: ['new'] },
    ]);
  });

  it('is cut where it is long', () => {
    const [change] = differences(new Map(), new Map([['a.md', 'x\n'.repeat(100)]]));
    expect(change?.is).toHaveLength(21);
    expect(change?.is.at(-1)).toBe('… 80 more lines');
  });
});
