import { describe, expect, it } from 'vitest';
import { pushedPatch } from './pushed-patch.ts';

const patch =
  'diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n';

describe('review contract 5, POST /api/source: the unified patch of a file', () => {
  it.each([
    ['of git', patch],
    ['without prefixes', '--- src/a.ts\n+++ src/a.ts\n@@ -1 +1 @@\n-a\n+b\n'],
    ['with a folder above', patch.replaceAll('src/a.ts', 'project/src/a.ts')],
    ['with hunks alone', '@@ -1 +1 @@\n-a\n+b\n'],
    ['of a rename', 'diff --git a/src/a.ts b/b.ts\nrename from src/a.ts\nrename to b.ts\n'],
    ['with words above', `Done:\n\n${patch}`],
    ['without a change any more', ''],
  ])('is taken %s, to the letter', (_, text) => {
    expect(pushedPatch(text, 'src/a.ts')).toBe(text);
  });

  it('is taken without its colours', () => {
    const coloured = patch.replace(/^.*$/gm, '\x1b[1m$&\x1b[m');
    expect(pushedPatch(coloured, 'src/a.ts')).toBe(patch);
  });

  it.each([
    ['Markdown', '# Plan\n\nwords\n', 'it holds no change in the form of a patch'],
    ['a patch of another file', patch.replaceAll('a.ts', 'c.ts'), 'it changes src/c.ts'],
    ['a patch of more files', `${patch}${patch.replaceAll('a.ts', 'c.ts')}`, 'it changes src/c.ts'],
    ['two patches of the file', `${patch}${patch}`, 'it changes the file several times'],
    [
      'a diff of words',
      patch.replace('-a\n+b', '[-a-]{+b+}'),
      'it is a diff of words (--word-diff)',
    ],
  ])('is not %s', (_, text, reason) => {
    expect(pushedPatch(text, 'src/a.ts')).toMatchObject({
      code: 'validation_error',
      message: `the text is no patch of src/a.ts: ${reason}`,
      field: 'markdown',
    });
  });
});
