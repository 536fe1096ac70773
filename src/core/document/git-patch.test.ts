import { describe, expect, it } from 'vitest';
import { isGitPatch, takeUnmerged } from './git-patch.ts';

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
