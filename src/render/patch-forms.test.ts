import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDiffDocument, readPatch } from '../core/document/diff-file.ts';
import { plainPatch } from '../core/document/plain-patch.ts';
import { looksLikePatch, otherForm } from '../core/document/recognise-patch.ts';
import { renderDiff } from './render-diff.ts';
import { renderMarkdown } from './render-markdown.ts';

const fixtures = resolve(import.meta.dirname, '../../test/fixtures');
const read = (name: string): string => readFileSync(join(fixtures, 'patch-forms', name), 'utf8');

/** Files and messages in short: path, and for files what the page says of them. */
function inShort(text: string): readonly string[] {
  return readPatch(text).map((entry) => {
    if (entry.kind === 'message') return entry.message.path;
    const { path, added, removed, notes } = entry.file;
    return [path, `+${added} −${removed}`, ...notes].join(' | ');
  });
}

/** What a reader sees of a page, marks unfolded. */
function shownText(text: string): string {
  return readPatch(text)
    .map((entry) =>
      entry.kind === 'message'
        ? renderMarkdown(entry.message.text)
        : renderDiff(parseDiffDocument(entry.file.patch)),
    )
    .flatMap(({ sections }) => sections.map(({ html }) => html))
    .join('\n')
    .replace(/<span[^>]* data-generated>[^<]*<\/span>/g, '')
    .replace(/<span class="invisible-name"[^<]*<\/span>/g, '')
    .replace(/<br>/g, '\n')
    .replace(/<\/?[a-z][^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|#13);/g, (_, name: string) => references[name] ?? '');
}

const references: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#13': '\r',
};

const readable: Readonly<Record<string, readonly string[]>> = {
  'apply-patch.diff': ['src/a.ts | +1 −1', 'src/b.ts | +1 −0 | new file'],
  'bare-hunks.diff': ['x.py | +2 −2'],
  'base64.patch': ['mail sizes', 'a | +1 −1'],
  'bidi.diff': ['x.js | +1 −1'],
  'coloured.diff': ['a | +1 −1'],
  'crlf-change.diff': ['a | +2 −2 | line ends LF → CRLF'],
  'escapes-in-content.diff': ['a | +1 −1'],
  'hg-export.patch': ['commit 0123456 Keep what the <reader> sees', 'a.txt | +1 −1'],
  'hg-log.diff': [
    'commit 0123456 second',
    'a.txt | +1 −1 | commit 0123456 second',
    'commit 1111111 first',
    'a.txt | +1 −1 | commit 1111111 first',
  ],
  'hg.diff': ['src/a.txt | +1 −1', 'fresh.txt | +1 −0 | new file', 'picture.png | +0 −0 | binary'],
  'hunks-alone.diff': ['patch | +1 −1'],
  'log-oneline.diff': [
    'commit 1111111 Say <why>',
    'a | +1 −1 | commit 1111111 Say <why>',
    'commit 2222222 first',
    'a | +1 −1 | commit 2222222 first',
  ],
  'models.diff': ['x.py | +2 −1', 'y.py | +2 −2'],
  'only-in.diff': ['a | +1 −1', 'new/extra | +0 −0 | only on one side', 'b | +0 −0 | binary'],
  'quoted-printable.patch': ['commit 3333333 Grüße an alle', 'café.txt | +1 −1'],
  'quoted.txt': ['a | +1 −1'],
  'series.patch': [
    'commit 1111111 why we do it',
    'a | +1 −1 | commit 1111111 why we do it',
    'commit 2222222 second',
    'a | +1 −1 | commit 2222222 second',
  ],
  'show-tag.diff': ['tag v1.0 The first one', 'commit 1111111 Begin', 'a | +1 −0'],
  'svn.diff': [
    'trunk/a.txt | +1 −1',
    'trunk/new.txt | +1 −0 | new file',
    'trunk/picture.png | +0 −0 | binary',
  ],
  'text-before.diff.txt': ['a | +1 −1'],
  'unmerged.diff': ['kept here.txt | +1 −1 | in conflict', 'other.txt | +0 −0 | in conflict'],
};

const refused: Readonly<Record<string, string>> = {
  'coloured-words.diff': 'a diff of words (--color-words)',
  'context.diff': 'a context diff (diff -c)',
  'no-context.diff': 'a diff without context (diff without -u)',
  'word-diff-porcelain.diff': 'a diff of words (--word-diff=porcelain)',
  'word-diff.diff': 'a diff of words (--word-diff)',
};

describe('review contract 9, patches: every form', () => {
  it('is in one of these tables', () => {
    expect([...Object.keys(readable), ...Object.keys(refused)].sort()).toEqual(
      readdirSync(join(fixtures, 'patch-forms')).sort(),
    );
  });

  it.each(Object.entries(readable))('%s is taken for a patch and read', (name, files) => {
    expect(inShort(read(name))).toEqual(files);
    expect(otherForm(read(name))).toBeUndefined();
    expect(looksLikePatch(read(name))).toBe(true);
  });

  it.each(Object.entries(refused))('%s is refused by its name: %s', (name, form) => {
    expect(otherForm(read(name))).toBe(form);
  });

  it('shows lines above a commit with it', () => {
    expect(missingLines(`Words above.\n\n${read('show-tag.diff')}`)).toEqual([]);
  });

  it.each(Object.keys(readable))('%s: each of its lines is on the page or in a mark', (name) => {
    expect(missingLines(read(name))).toEqual([]);
  });

  const others = readdirSync(join(fixtures, 'diff')).filter((name) => name !== 'make.sh');
  it.each(others)('%s of git: each of its lines is on the page or in a mark', (name) => {
    const text = readFileSync(join(fixtures, 'diff', name), 'utf8');
    expect(otherForm(text)).toBeUndefined();
    expect(missingLines(text)).toEqual([]);
  });
});

describe('review contract 9, patches: the law of lines', () => {
  const line = fc.constantFrom(
    ...['', 'words', '# words', 'diff --git a/a b/a', 'index 1111111..2222222 100644'],
    ...[
      '--- a/a',
      '+++ b/a',
      '@@ -1 +1 @@',
      '@@ -1,3 +1,9 @@ f()',
      '@@',
      '@@ ... @@',
      '-old',
      '+new',
    ],
    ...[
      ' kept',
      '\\ No newline at end of file',
      '-- ',
      '2.39',
      'Only in a: b',
      'new file mode 100644',
    ],
    ...['Binary files a/a and b/a differ', 'GIT binary patch', 'literal 3', 'KcmZQzU', 'Index: a'],
    ...['===================================================================', '* Unmerged path a'],
    ...[
      'commit 1111111111111111111111111111111111111111',
      'Author: A <a@b.c>',
      '    message',
      'tag v1',
    ],
    ...[
      'From 1111111111111111111111111111111111111111 Mon Sep 17 00:00:00 2001',
      'Subject: x',
      '---',
    ],
    ...[
      '# HG changeset patch',
      '# User A',
      'changeset: 1:1111111',
      '1111111 one',
      'Tagger: A',
      '~~~',
    ],
    ...[
      'diff -r 111 a',
      'Submodule a 1111111..2222222:',
      '  > log',
      '*** Update File: a',
      '\r',
      '\t- x',
    ],
  );

  it('holds for any order of lines', async () => {
    await fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const text = `${lines.join('\n')}\n`;
        if (readPatch(text).length > 0) expect(missingLines(text)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});

describe('safety 8: reading a patch is linear', () => {
  it.each([
    ['a line of marks of words', `@@ -1 +1 @@\n${'[-'.repeat(200_000)}\n`],
    ['a line of names', `Files ${' and '.repeat(100_000)}\n@@\n`],
    [
      'commits without an end',
      `commit 1111111\nAuthor: A\n\n    x\ndiff --git a/a b/a\n`.repeat(2_000),
    ],
    [
      'a message of blanks',
      `commit 1111111\nAuthor: A\n\n    x${' '.repeat(300_000)}y\n${'~ '.repeat(200_000)}\ndiff --git a/a b/a\n`,
    ],
    ['headers and strays', `diff --git a/a b/a\n${'index 1..2\nstray\n'.repeat(30_000)}`],
    ['names of commits', '1111111 x\n\n'.repeat(50_000)],
    ['unmarked lines', `@@ -1,99999 +1,99999 @@\n${'commit 1111111\n'.repeat(50_000)}`],
  ])('in %s', (_, text) => {
    const start = performance.now();
    looksLikePatch(text);
    otherForm(text);
    for (const entry of readPatch(text)) {
      if (entry.kind === 'file') renderDiff(entry.file.patch).sections.map(({ html }) => html);
    }
    expect(performance.now() - start).toBeLessThan(3000);
  });
});

function missingLines(text: string): readonly string[] {
  const shown = shownText(text);
  const unfolded = shown.replace(/\s+/g, ' ');
  return plainPatch(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !shown.includes(line) && !unfolded.includes(decoded(line)));
}

/** A field of a mail is shown in letters, and on one line. */
function decoded(line: string): string {
  const names: Readonly<Record<string, string>> = {
    'From: =?UTF-8?q?J=C3=BCrgen?= <j@example.com>': 'From: Jürgen <j@example.com>',
    'Subject: [PATCH] =?UTF-8?q?Gr=C3=BC=C3=9Fe=20an?=': 'Subject: [PATCH] Grüße an',
    '=?UTF-8?q?=20alle?=': 'Grüße an alle',
  };
  return names[line] ?? line.replace(/^# /, '').replace(/\s+/g, ' ');
}
