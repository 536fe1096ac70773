import { expect, it } from 'vitest';
import { matchesGlob } from './glob.ts';

it.each([
  ['docs/a.md', '*.md', true],
  ['docs/a.md', 'docs', true],
  ['docs/.venv/a.md', '.venv/', true],
  ['docs/a.md', 'docs/*.md', true],
  ['docs/b/a.md', 'docs/*.md', false],
  ['docs/b/c/a.md', 'docs/**/a.md', true],
  ['docs/a.md', './docs/**', true],
  ['docs/a.md', 'doc', false],
  ['docs/a.md', 'd?cs/a.md', true],
  ['a+b (1).md', 'a+b (1).md', true],
  ['a.md', 'a-md', false],
])('%s by %s: %s', (path, pattern, expected) => {
  expect(matchesGlob(path, pattern)).toBe(expected);
});
