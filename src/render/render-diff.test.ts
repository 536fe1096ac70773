import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPageText } from '../../test/support/page-text.ts';
import { parseDiff } from '../core/document/diff-file.ts';
import { renderDiff } from './render-diff.ts';

const fixtures = resolve(import.meta.dirname, '../../test/fixtures/diff');

function expectPageTextToBeBlockText(patch: string): void {
  const { blocks, sections } = renderDiff(patch);
  const shown = sections.flatMap(({ html }) => [...readPageText(html).texts]);
  expect(shown).toEqual(blocks.map(({ index, text }) => [index, text]));
}

/** Lines of a rendered hunk as a reader sees them: numbers, signs, text. */
function rowsOf(html: string): readonly string[] {
  const lines = html.split(/(?=<span class="line )/).slice(1);
  return lines.map((line) =>
    line
      .replace(/<span class="number[^>]*>(\d*)<\/span>/g, '$1,')
      .replace(/<[^>]*>/g, '')
      .replace(/\n$/, ''),
  );
}

const render = (patch: string): string =>
  renderDiff(patch)
    .sections.map(({ html }) => html)
    .join('');

describe('the page of a patch', () => {
  it.each(readdirSync(fixtures))('says what the blocks say in %s', (name) => {
    const text = readFileSync(join(fixtures, name), 'utf8');
    expectPageTextToBeBlockText(text);
    for (const file of parseDiff(text)) expectPageTextToBeBlockText(file.patch);
  });

  it('numbers the lines of both sides', () => {
    const patch =
      '--- a/x\n+++ b/x\n@@ -3,3 +7,3 @@ f()\n a\n-b\n+c\n d\n\\ No newline at end of file\n';
    expect(rowsOf(render(patch))).toEqual([
      ',,@@ -3,3 +7,3 @@ f()',
      '3,7, a',
      '4,,-b',
      ',8,+c',
      '5,9, d',
      ',,\\ No newline at end of file',
    ]);
  });

  it('numbers the lines of every side of a merge', () => {
    const patch = readFileSync(join(fixtures, 'merge.diff'), 'utf8');
    const file = parseDiff(patch).find(({ path }) => path === 'file');
    expect(rowsOf(render(file?.patch ?? ''))).toEqual([
      ',,,@@@ -2,7 -2,7 +2,7 @@@ line ',
      '2,2,2,  line 2',
      '3,3,3,  line 3',
      '4,4,4,  line 4',
      '5,,,- line five (one)',
      ',5,, -line five (two)',
      ',,5,++line five (both)',
      '6,6,6,  line 6',
      '7,7,7,  line 7',
      '8,8,8,  line 8',
    ]);
  });

  it('marks the words that changed in a line, and none where a line is another one', () => {
    const patch =
      '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-const a = 1;\n-left alone\n+const b = 1;\n+something else\n';
    const changed = [...render(patch).matchAll(/<span class="changed">(.*?)<\/span>/g)];
    expect(changed.map(([, word]) => word)).toEqual(['a', 'b']);
  });

  it('colours by the file name, each side on its own', () => {
    const patch =
      '--- a/x.ts\n+++ b/x.ts\n@@ -1,3 +1,3 @@\n /* open\n-old */ const a = 1;\n+new\n const b = 2; */\n';
    const lines = render(patch).split(/(?=<span class="line )/);
    expect(lines[3]).toContain('<span class="hljs-keyword">const</span>');
    expect(lines[5]).not.toContain('hljs-keyword');
  });

  it('takes any file name', () => {
    for (const name of ['constructor', '__proto__', 'a.constructor', 'Dockerfile', 'x.']) {
      const patch = `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-a\n+b\n`;
      expect(renderDiff(patch).title).toBe(name);
    }
  });

  it('shows a line of a megabyte and patches of ten thousand lines in sections of a few hundred', () => {
    const long = `--- a/x\n+++ b/x\n@@ -1 +1 @@\n-${'a'.repeat(1_000_000)}\n+${'b'.repeat(1_000_000)}\n`;
    expectPageTextToBeBlockText(long);
    const hunk = (at: number): string =>
      `@@ -${at},20 +${at},20 @@\n${' same line\n'.repeat(19)}-old\n+new\n`;
    const many = `--- a/x.ts\n+++ b/x.ts\n${Array.from({ length: 500 }, (_, index) => hunk(index * 30 + 1)).join('')}`;
    const { blocks, sections } = renderDiff(many);
    expect(blocks).toHaveLength(502);
    expect(Math.max(...sections.map(({ lines }) => lines))).toBeLessThan(330);
    expect(sections.at(-1)?.lastBlock).toBe(502);
  });
});
