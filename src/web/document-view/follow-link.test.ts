import { describe, expect, it } from 'vitest';
import { resolvePath } from './follow-link.ts';

describe('the path that a link names', () => {
  it.each([
    ['plan.md', 'linked.md', 'linked.md'],
    ['docs/plan.md', './linked.md', 'docs/linked.md'],
    ['docs/a/plan.md', '../linked.md', 'docs/linked.md'],
    ['/tmp/plan.md', 'linked.md', '/tmp/linked.md'],
    ['docs/plan.md', '/linked.md', '/linked.md'],
    ['plan.md', '../../linked.md', '../../linked.md'],
    ['', './docs/plan.md', 'docs/plan.md'],
  ])('from %s, %s is %s', (from, path, target) => {
    expect(resolvePath(from, path)).toBe(target);
  });
});
