import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCode } from '../core/document/code-document.ts';
import { renderCode } from './render-code.ts';

const fixture = resolve(import.meta.dirname, '../../test/fixtures/code/code.ts.txt');

describe('review contract 9: the page of a file of code', () => {
  it('shows each line as a line of code, coloured', () => {
    const text = readFileSync(fixture, 'utf8');
    const { sections } = renderCode(parseCode(text, 'src/code.ts'));
    const html = sections.map((section) => section.html).join('');
    expect(html).toMatch(
      /^<h1 class="diff-path" data-block="1">src\/code.ts<\/h1><pre class="code" data-block="2" data-language="ts">/,
    );
    expect(html.match(/data-line="\d+"/g)).toHaveLength(6);
    expect(html).toContain('<span class="hljs-comment">// # not a heading</span>');
    expect(
      html
        .replace(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>'),
    ).toBe(`src/code.ts${text.trimEnd()}`);
  });

  it('shows Markdown-like marks of a file without a grammar as they are', () => {
    const { sections } = renderCode(parseCode('# a\n- b <c>\n', 'a.log'));
    expect(sections[0]?.html).toContain('# a\n</span>');
    expect(sections[0]?.html).toContain('- b &lt;c&gt;');
  });
});
