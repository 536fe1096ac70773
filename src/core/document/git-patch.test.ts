import { describe, expect, it } from 'vitest';
import { isGitPatch, looksLikePatch, takeUnmerged } from './git-patch.ts';

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

describe('a patch of git', () => {
  it.each([
    ['a change', change],
    ['a merge', merge],
    ['nothing', ''],
    ['two files and an unmerged one', `${change}* Unmerged path x y\n${merge}`],
    ['a mode', 'diff --git a/a b/a\nold mode 100644\nnew mode 100755\n'],
    ['a binary', 'diff --git a/b b/b\nindex 1..2\nBinary files a/b and b/b differ\n'],
    [
      'bytes',
      'diff --git a/b b/b\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZQzU|<0Q\n\ndelta 1\nIcmZQz\n\n',
    ],
    ['a rename', 'diff --git a/b b/c\nsimilarity index 100%\nrename from b\nrename to c\n'],
    ['a carriage return in content', change.replace('same', 'same\r')],
  ])('is %s', (_, text) => {
    expect(isGitPatch(text)).toBe(true);
  });

  it.each([
    ['names', 'a\nb\n'],
    ['statistics', ' a | 2 +-\n 1 file changed\n'],
    ['statistics before a patch', ` a | 2 +-\n 1 file changed\n\n${change}`],
    ['a raw list', ':100644 100644 587be6b 0000000 M\ta\n'],
    ['colours', change.replaceAll(/^/gm, '\x1b[1m')],
    ['a prefix on every line', change.replaceAll(/^/gm, '> ')],
    ['a diff of words', change.replace(/^--- removed.*\n\+\+\+ added.*/m, '[-removed-]{+added+}')],
    ['other marks', change.replace('\n+++ added', '\n>++ added')],
    ['a hunk that is too short', change.replace('+1,2', '+1,3')],
    ['a log of a submodule', 'Submodule sub 1234..5678:\n  > a commit\n'],
    ['a hunk without a file', '@@ -1 +1 @@\n-a\n+b\n'],
  ])('is not %s', (_, text) => {
    expect(isGitPatch(text)).toBe(false);
  });

  it('gives up its unmerged paths', () => {
    expect(takeUnmerged(`* Unmerged path x\n${change}* Unmerged path "y\\n"\n`)).toEqual({
      paths: ['x', '"y\\n"'],
      patch: change,
    });
  });
});

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
