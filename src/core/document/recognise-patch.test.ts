import { describe, expect, it } from 'vitest';
import { looksLikePatch } from './recognise-patch.ts';

const change = `diff --git a/a b/a
index 587be6b..8b25206 100644
--- a/a
+++ b/a
@@ -1,2 +1,2 @@ section
 same
--- removed, not a header
+++ added, not a header
\\ No newline at end of file
`;
const merge = `diff --cc a
index 587be6b,8b25206..9a8b7c6
mode 100644,100644..100755
--- a/a
+++ b/a
@@@ -1,3 -1,2 +1,3 @@@
++both
 -ours
- theirs
  same
 +new
`;

describe('a text without a name', () => {
  it.each([
    ['of git diff', change],
    ['of a merge', merge],
    ['of diff -u', '--- a.txt\t2026\n+++ b.txt\n@@ -1 +1 @@\n-a\n+b\n'],
    ['of diff -ru', 'diff -ru old/a new/a\n--- old/a\n+++ new/a\n@@ -1 +1 @@\n-a\n+b\n'],
    ['of Subversion', 'Index: a.txt\n=====\n--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-a\n+b\n'],
    ['of git show', `commit ${'1'.repeat(40)}\nAuthor: A\n\n    Subject\n\n${change}`],
    ['of git format-patch', `From ${'1'.repeat(40)} Mon Sep 17 00:00:00 2001\n\n${change}`],
    ['after blank lines', `\n\n${change}`],
  ])('is a patch %s', (_, text) => {
    expect(looksLikePatch(text)).toBe(true);
  });

  it.each([
    ['a plan', '# Plan\n\n```diff\ndiff --git a/a b/a\n```\n'],
    ['front matter', '---\ntitle: x\n---\n+++ x\n'],
    ['a list of changes', '--- a\n+++ b\n\nwords\n'],
    ['words about a commit', 'commit messages matter\n\ndiff --git is a command\n'],
    ['a paragraph on diff', 'diff is a tool\n'],
    ['an index', 'Index: words\n\nMore words\n'],
    ['nothing', ''],
  ])('is none when it is %s', (_, text) => {
    expect(looksLikePatch(text)).toBe(false);
  });
});
