import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createTwoFilesPatch, parsePatch } from 'diff';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexDiffBlocks, parseDiff, parseDiffDocument } from './diff-file.ts';

const fixtures = resolve(import.meta.dirname, '../../../test/fixtures/diff');
const names = readdirSync(fixtures).filter((name) => name !== 'make.sh');
const read = (name: string): string => readFileSync(join(fixtures, name), 'utf8');

/** Files in short: path, counts, notes. */
function inShort(patch: string): readonly string[] {
  return parseDiff(patch).map(({ path, added, removed, notes }) =>
    [path, `+${added} −${removed}`, ...notes].join(' | '),
  );
}

const oddPaths = [
  '-dash | +0 −1 | deleted file',
  'a b/c d | +1 −1',
  'added file | +1 −0 | new file',
  'b/x | +1 −1',
  'back\\slash.txt | +1 −1',
  "it's | +1 −1",
  'mode b/mode | +0 −0 | mode 100644 → 100755',
  'new\nline.txt | +1 −1',
  'quo"te.txt | +1 −1',
  'sp ace.txt | +1 −1',
  'ta\tb.txt | +1 −1',
  'trailing  | +1 −1',
  'ünï.txt | +1 −1',
  '日本.md | +1 −1',
];

describe('the files of a patch', () => {
  it.each<[what: string, fixture: string, files: readonly string[]]>([
    ['odd paths', 'paths.diff', oddPaths],
    ['paths that git quotes', 'paths-quoted.diff', oddPaths],
    ['mnemonic prefixes', 'prefix-mnemonic.diff', oddPaths],
    ['no prefixes', 'prefix-none.diff', oddPaths],
    ['prefixes of their own', 'prefix-own.diff', oddPaths],
    [
      'renames and copies',
      'renames.diff',
      [
        'copied | +1 −0',
        'other space | +0 −0 | renamed from with space to other space',
        'sub/copy | +0 −0 | copied from copied to sub/copy',
        'sub/edited too | +1 −1 | renamed from edited to sub/edited too | 95% alike',
        'sub/moved | +0 −0 | renamed from moved to sub/moved',
      ],
    ],
    [
      'modes, links, binary files, files that become folders',
      'kinds.diff',
      [
        'binary | +0 −0 | binary',
        'folder | +1 −0 | new file',
        'folder/in | +0 −1 | deleted file',
        'gone-binary | +0 −0 | deleted file | binary',
        'kind | +0 −1 | deleted file',
        'kind | +1 −0 | new file | symbolic link',
        'link | +1 −1 | symbolic link',
        'new-binary | +0 −0 | new file | binary',
        'new-link | +1 −0 | new file | symbolic link',
        'other-empty | +0 −0 | renamed from empty to other-empty',
        'plain | +1 −0 | mode 100644 → 100755',
        'script | +0 −0 | mode 100644 → 100755',
        'thing | +0 −1 | deleted file',
        'thing/deep | +1 −0 | new file',
      ],
    ],
    ['a submodule', 'submodule.diff', ['inner | +1 −1 | submodule | 173bd8e → 7d5fc0d']],
    [
      'a submodule with its log',
      'submodule-log.diff',
      ['inner | +0 −0 | submodule | 173bd8e → 7d5fc0d | > two'],
    ],
    [
      'line ends',
      'line-ends.diff',
      [
        'both | +1 −1',
        'cr | +1 −1',
        'crlf | +1 −1',
        'gains | +1 −1',
        'latin | +1 −0 | new file',
        'loses | +1 −1',
        'to-lf | +2 −2 | line ends CRLF → LF',
      ],
    ],
    ['content that looks like headers', 'looks-like-headers.diff', ['headers.sql | +5 −5']],
    [
      'the combined diff of a merge',
      'merge.diff',
      ['dropped | +0 −5 | deleted file | merge of 2 parents', 'file | +1 −2 | merge of 2 parents'],
    ],
    [
      'a merge with its message above',
      'merge-with-message.diff',
      ['dropped | +0 −5 | deleted file | merge of 2 parents', 'file | +1 −2 | merge of 2 parents'],
    ],
    [
      'conflicts that are not solved',
      'unmerged.diff',
      ['dropped | +5 −0 | merge of 2 parents', 'file | +5 −0 | merge of 2 parents'],
    ],
    ['a mail', 'mail.patch', ['a | +1 −1', 'b | +1 −1']],
    [
      'several commits',
      'log.diff',
      [
        'a | +1 −1 | commit 2bee467 second',
        'b | +1 −1 | commit 2bee467 second',
        'a | +10 −0 | new file | commit 0ce9a84 first',
        'b | +10 −0 | new file | commit 0ce9a84 first',
      ],
    ],
    [
      'a diff of two folders',
      'plain-folders.diff',
      ['f | +2 −2', 'left/only | +0 −0 | only on one side', 'sql | +1 −1'],
    ],
  ])('are known with %s', (_, fixture, files) => {
    expect(inShort(read(fixture))).toEqual(files);
  });

  it('are known in a patch saved with CRLF', () => {
    for (const fixture of [
      'paths.diff',
      'renames.diff',
      'kinds.diff',
      'merge.diff',
      'plain-folders.diff',
    ]) {
      const patch = read(fixture);
      expect(inShort(patch.replaceAll('\n', '\r\n'))).toEqual(inShort(patch));
    }
  });

  it('are compared by name when a plain diff names two', () => {
    const patch = '--- old.txt\t2026-01-01\n+++ new.txt\t2026-01-02\n@@ -1 +1 @@\n-a\n+b\n';
    expect(inShort(patch)).toEqual(['new.txt | +1 −1 | compared with old.txt']);
  });

  it('keep lines that a wrong count leaves over, as people and agents write them', () => {
    const patch =
      '--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n a\n-b\n+c\n d\n--- a/y\n+++ b/y\n@@ -1,9 +1,9 @@\n-e\n+f\n';
    expect(inShort(patch)).toEqual(['x | +1 −1', 'y | +1 −1']);
  });

  it('have patches of their own that say the same', () => {
    for (const name of names) {
      for (const file of parseDiff(read(name))) {
        const [alone, ...others] = parseDiff(file.patch);
        expect(others).toEqual([]);
        expect(alone?.patch).toBe(file.patch);
        expect([alone?.path, alone?.notes, alone?.added]).toEqual([
          file.path,
          file.notes,
          file.added,
        ]);
      }
    }
  });

  it('are none in a text that is no patch', () => {
    expect(parseDiff('')).toEqual([]);
    expect(parseDiff('hello\nworld\n')).toEqual([]);
  });
});

describe('hunks', () => {
  const ordinary = names.filter(
    (name) => !/merge|combined|unmerged|submodule-log|binary-patch|mail/.test(name),
  );

  it.each(ordinary)('are where the library that reads patches finds them in %s', (name) => {
    const patch = read(name);
    const lines = patch.split('\n');
    const ours = parseDiff(patch).flatMap(({ hunks }) =>
      hunks.map(({ oldStarts, newStart, lineStart, lineEnd }) => ({
        starts: [...oldStarts, newStart],
        lines: lines.slice(lineStart, lineEnd),
      })),
    );
    const theirs = parsePatch(patch).flatMap(({ hunks }) =>
      hunks.map((hunk) => ({
        // The library counts from one where the patch says zero for an empty side.
        starts: [
          hunk.oldStart - (hunk.oldLines === 0 ? 1 : 0),
          hunk.newStart - (hunk.newLines === 0 ? 1 : 0),
        ],
        lines: hunk.lines,
      })),
    );
    expect(ours).toEqual(theirs);
  });

  it('are found again in any change, whatever its lines look like', async () => {
    const line = fc.constantFrom(
      '',
      'a',
      'b',
      '-- a/x',
      '++ b/x',
      '--- a/x',
      '+++ b/x',
      '@@ -1 +1 @@',
      'diff --git a/x b/x',
      '\\ No',
      '-- ',
      ' ',
      '\r',
      'Index: x',
    );
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
    await fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 3 }), (before, after, context) => {
        fc.pre(before !== after);
        const patch = createTwoFilesPatch('a/x', 'b/x', before, after, '', '', { context });
        const files = parseDiff(patch + patch);
        const [first] = files;
        expect(files.map(({ path, added, removed }) => [path, added, removed])).toEqual(
          Array.from({ length: 2 }, () => ['x', first?.added, first?.removed]),
        );
        expect(files[1]?.patch).toBe(first?.patch);
      }),
    );
  });
});

describe('blocks of a patch (review contract 2)', () => {
  it('are its path, a line about the change, and each hunk with its @@ line as line 1', () => {
    const patch = read('renames.diff');
    const file = parseDiff(patch).find(({ path }) => path === 'sub/edited too');
    const blocks = indexDiffBlocks(file?.patch ?? '');
    expect(
      blocks.map(
        ({ index, kind, lineStart, lineEnd, contentLineStart, contentLines, breadcrumb }) => [
          index,
          kind,
          `${lineStart}-${lineEnd}`,
          contentLineStart,
          contentLines,
          breadcrumb,
        ],
      ),
    ).toEqual([
      [1, 'heading', '1-1', 1, 1, ''],
      [2, 'paragraph', '2-7', 2, 6, 'sub/edited too'],
      [3, 'hunk', '8-16', 8, 9, 'sub/edited too'],
    ]);
    expect(blocks.map(({ text }) => text.split('\n')[0])).toEqual([
      'sub/edited too',
      '+1 −1 · renamed from edited to sub/edited too · 95% alike',
      '@@ -4,7 +4,7 @@ row 3',
    ]);
  });

  it('have the lines of the patch as their text, without a CR at the end', () => {
    const crlf = parseDiff(read('line-ends.diff')).find(({ path }) => path === 'to-lf');
    expect(indexDiffBlocks(crlf?.patch ?? '').at(-1)?.text).toBe('@@ -1,2 +1,2 @@\n-a\n-b\n+a\n+b');
  });

  it('write a path on one line', () => {
    const texts = indexDiffBlocks(read('paths.diff')).map(({ text }) => text);
    expect(texts).toContain('new\\nline.txt');
    expect(texts).toContain('ta\\tb.txt');
  });

  it('stand in order, apart, inside the patch, in every fixture', () => {
    for (const name of names) {
      const { blocks, text, lines } = parseDiffDocument(read(name));
      blocks.forEach((block, position) => {
        expect(block.index).toBe(position + 1);
        expect(block.lineStart).toBeGreaterThanOrEqual(blocks[position - 1]?.lineStart ?? 1);
        expect(block.lineEnd).toBeLessThanOrEqual(lines.count);
        expect(block.end).toBeLessThanOrEqual(text.length);
        if (block.kind === 'hunk')
          expect(block.lineStart).toBeGreaterThan(blocks[position - 1]?.lineEnd ?? 0);
      });
    }
  });

  it('show a text that is no patch as it is', () => {
    expect(indexDiffBlocks('hello\nworld\n').map(({ kind, text }) => [kind, text])).toEqual([
      ['code', 'hello\nworld'],
    ]);
  });
});
