import { describe, expect, it } from 'vitest';
import { readPageText } from '../../test/support/page-text.ts';
import { renderMarkdown, renderMessage } from './render-markdown.ts';

function pageOf(text: string): string {
  const imageUrl = (source: string): string | undefined =>
    source.startsWith('gone') ? undefined : `image?src=${encodeURIComponent(source)}`;
  return renderMarkdown(text, { imageUrl })
    .sections.map(({ html }) => html)
    .join('');
}

const away = 'target="_blank" rel="noopener noreferrer"';

describe('headings', () => {
  it('can be linked to by the names that GitHub gives them, behind a prefix', () => {
    const html = pageOf(
      '# One, *two* & three!\n\n# a\n\n# a\n\n# a-1\n\n# 日本 x\n\n[to a](#a-1) [to ä](#%C3%A4)',
    );
    expect([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
      'doc-one-two--three',
      'doc-a',
      'doc-a-1',
      'doc-a-1-1',
      'doc-日本-x',
    ]);
    expect(html).toContain('<a href="#doc-a-1">to a</a> <a href="#doc-ä">to ä</a>');
  });

  it('make the outline, without those of quotes and lists', () => {
    const { outline, title } = renderMarkdown('## B\n\n# A *b*\n\n> # C\n\n### D');
    expect(outline).toEqual([
      { block: 1, level: 2, text: 'B' },
      { block: 2, level: 1, text: 'A b' },
      { block: 4, level: 3, text: 'D' },
    ]);
    expect(title).toBe('A b');
  });

  it('give way to the title of the front matter', () => {
    expect(renderMarkdown('---\na: b\ntitle: "X: y"\n---\n# A').title).toBe('X: y');
    expect(renderMarkdown('---\ntitle: X y # z\n---\n').title).toBe('X y');
    expect(renderMarkdown('text').title).toBeUndefined();
  });
});

describe('links', () => {
  it('leave in a window of their own and tell nothing', () => {
    expect(pageOf('[a](https://b.c "d")')).toBe(
      `<p data-block="1"><a href="https://b.c" title="d" ${away}>a</a></p>`,
    );
  });

  it('never stand in each other', () => {
    expect(pageOf('<a href="x">a [b](y) <a href="z">c</a></a>')).toBe(
      `<p data-block="1"><a href="x" data-path>a <span>b</span> c</a></p>`,
    );
  });
});

describe('images', () => {
  it('of the document are shown, with their description as text', () => {
    expect(pageOf('![a *b*](c/d.png "e")')).toBe(
      '<p data-block="1"><span class="image" data-atom><img src="image?src=c%2Fd.png" alt="a b" title="e" loading="lazy" decoding="async"><span class="image-text" hidden>a b</span></span></p>',
    );
  });

  it.each(['https://b.c/d.png', '//b.c/d.png'])('of another host are links: %s', (source) => {
    expect(pageOf(`![a](${source})`)).toBe(
      `<p data-block="1"><span class="image-remote"><a href="https://b.c/d.png" ${away}>a<span class="image-note" data-generated> (image on b.c, not loaded)</span></a></span></p>`,
    );
  });

  it('that there are no files for say so', () => {
    expect(pageOf('![a](gone.png)')).toContain(
      'a<span class="image-note" data-generated> (image not shown: gone.png)</span>',
    );
  });

  it('of raw HTML keep their size', () => {
    expect(pageOf('<img src="a.png" width="120" height=50% onerror="x">')).toContain(
      '<img src="image?src=a.png" alt="" width="120" height="50%" loading="lazy" decoding="async">',
    );
  });
});

describe('lists', () => {
  it('keep their numbers and show tasks as boxes that do nothing', () => {
    expect(pageOf('3. a\n4. [x] b\n')).toBe(
      '<ol start="3"><li data-block="1">a</li><li class="task" data-block="2"><input type="checkbox" disabled checked aria-label="done" data-generated>b</li></ol>',
    );
  });
});

describe('code', () => {
  it('is coloured line by line, colours closed at each line end', () => {
    expect(pageOf('```ts\n/* a\nb */ const c = "<d>";\n```')).toBe(
      '<pre class="code" data-block="1" data-language="ts"><code>' +
        '<span class="line" data-line="1"><span class="hljs-comment">/* a</span>\n</span>' +
        '<span class="line" data-line="2"><span class="hljs-comment">b */</span> <span class="hljs-keyword">const</span> c = <span class="hljs-string">&quot;&lt;d&gt;&quot;</span>;</span>' +
        '</code></pre>',
    );
  });

  it.each(
    'rust typescript tsx jsx javascript python go java c cpp csharp ruby php swift kotlin bash shell json toml yaml markdown html css scss sql dockerfile nginx ini xml graphql hcl diff'.split(
      ' ',
    ),
  )('in %s is coloured', (language) => {
    const code =
      '+ # // /* */ "a" 1 <b> { "c": 2 } - x: true\nFROM a\nselect * from b\nserver { listen 80; }\n$ ls\n[s]\nk = "v"\nfunction f() {}\n.a { b: c }\n# T\nquery { a }';
    expect(pageOf(`\`\`\`${language}\n${code}\n\`\`\``)).toMatch(/class="(?:hljs-|line added)/);
  });

  it.each([
    ['of an unknown language', 'nolang', 'a'],
    ['of very many lines', 'js', 'const a = 1;\n'.repeat(2001)],
    ['of very long lines', 'js', `const a = "${'b'.repeat(2000)}";`],
  ])('%s is plain', (_, language, code) => {
    expect(pageOf(`\`\`\`${language}\n${code}\n\`\`\``)).not.toContain('hljs-');
  });

  it('of a changed file shows what came and went', () => {
    const html = pageOf('```diff-js\n-const a = 1;\n+const b = 1;\n x\n```');
    expect([...html.matchAll(/class="line (\w+)"/g)].map(([, kind]) => kind)).toEqual([
      'removed',
      'added',
      'context',
    ]);
    expect(html).toContain('<span class="hljs-keyword">const</span>');
  });

  it('of a diagram is left to the page to draw', () => {
    expect(pageOf('```mermaid\ngraph TD\n```')).toContain(
      '<pre class="code" data-block="1" data-language="mermaid" data-mermaid><code>',
    );
  });
});

describe('math', () => {
  it('is drawn as MathML, beside its source', () => {
    const html = pageOf('a $x^2$');
    expect(html).toContain(
      '<span class="math" data-atom><span class="math-source" hidden>x^2</span><span data-generated><span class="katex"><math',
    );
    expect(html).not.toContain('style=');
  });

  it('that cannot be drawn shows its source and why', () => {
    expect(pageOf('$$\n\\nope{\n$$')).toMatch(
      /^<div class="math math-display" data-block="1" data-atom><code class="math-error" title="KaTeX parse error: [^"]+">\\nope\{<\/code><\/div>$/,
    );
  });
});

describe('footnotes', () => {
  it('stand where they are written, numbered by their first use, with ways there and back', () => {
    const html = pageOf('a[^x] b[^y] c[^x]\n\n[^y]: y\n\n[^x]: x\n\n[^z]: z');
    expect(readPageText(html).texts.get(1)).toBe('a b c');
    expect(html).toContain(
      '<sup class="footnote-ref" data-generated><a href="#doc-note:1" id="doc-ref:1:1">1</a></sup>',
    );
    expect(
      [...html.matchAll(/<aside[^>]*?(?: id="([^"]*)")?>.*?generated>(\w+)</g)].map(
        ([, id, mark]) => [id, mark],
      ),
    ).toEqual([
      ['doc-note:2', '2'],
      ['doc-note:1', '1'],
      [undefined, 'z'],
    ]);
    expect([...html.matchAll(/class="footnote-back" href="([^"]*)"/g)].map(([, to]) => to)).toEqual(
      ['#doc-ref:2', '#doc-ref:1', '#doc-ref:1:1'],
    );
  });
});

describe('alerts', () => {
  it('have a class and a title that is no text of theirs', () => {
    expect(pageOf('> [!Warning]\n> a')).toBe(
      '<blockquote class="alert alert-warning"><div class="alert-title" data-generated>Warning</div><p data-block="1">a</p></blockquote>',
    );
  });
});

describe('tables', () => {
  it('number their rows and align by class', () => {
    expect(pageOf('|a|b|\n|:-:|-|\n|1|2|')).toBe(
      '<div class="table-scroll"><table data-block="1"><thead><tr data-line="1"><th class="align-center">a</th>\t<th>b</th></tr></thead><tbody>\n<tr data-line="2"><td class="align-center">1</td>\t<td>2</td></tr></tbody></table></div>',
    );
  });
});

describe('raw HTML', () => {
  it('may be around Markdown', () => {
    expect(pageOf('<details>\n<summary>a</summary>\n\n**b**\n\n</details>\n\nc')).toBe(
      '<div class="html" data-block="1"><details><summary>a</summary><p data-block="2"><strong>b</strong></p></details></div><p data-block="3">c</p>',
    );
  });

  it('ends with its block when nothing closes it, and closes nothing that is not its own', () => {
    expect(pageOf('<div>\n<b>a\n\nb</div>\n\n> </blockquote></div>\n\nc')).toBe(
      '<div class="html" data-block="1"><div><b>a</b></div></div><p data-block="2">b</p><blockquote></blockquote><p data-block="3">c</p>',
    );
  });

  it('may hold Markdown in the cells of a table', () => {
    expect(pageOf('<table><tr><td>\n\n*a*\n\n</td></tr></table>')).toBe(
      '<table><tr><td><p data-block="1"><em>a</em></p></td></tr></table>',
    );
  });

  it('in a line closes at the end of it', () => {
    expect(pageOf('a <b>c *d</b> e*\n\nf')).toBe(
      '<p data-block="1">a <b>c <em>d e</em></b></p><p data-block="2">f</p>',
    );
  });
});

describe('sections', () => {
  it('hold about forty blocks and are well formed each by itself', () => {
    const text = Array.from({ length: 60 }, (_, index) => `# ${index}\n\n- a\n- b\n`).join('\n');
    const { blocks, sections } = renderMarkdown(text);
    expect(sections.map(({ firstBlock, lastBlock }) => [firstBlock, lastBlock])).toEqual([
      [1, 40],
      [41, 81],
      [82, 121],
      [122, 162],
      [163, 180],
    ]);
    expect(sections.reduce((sum, { lines }) => sum + lines, 0)).toBe(blocks.at(-1)?.lineEnd);
    for (const { html, firstBlock, lastBlock } of sections) {
      const numbers = [...readPageText(html).texts.keys()];
      expect([numbers[0], numbers.at(-1)]).toEqual([firstBlock, lastBlock]);
    }
  });

  it('do not tear a list or a folded part apart', () => {
    const list = renderMarkdown('- a\n'.repeat(100));
    expect(list.sections).toHaveLength(1);
    const folded = renderMarkdown(
      `<details>\n\n${'a\n\n'.repeat(100)}</details>\n\n${'b\n\n'.repeat(10)}`,
    );
    expect(folded.sections.map(({ lastBlock }) => lastBlock)).toEqual([100, 110]);
  });

  it('are one, without blocks, for an empty document', () => {
    expect(renderMarkdown('').sections).toEqual([
      { firstBlock: 1, lastBlock: 0, html: '', lines: 0 },
    ]);
  });
});

describe('lines left out', () => {
  it('are not in the page', () => {
    const text = 'a\n\n> **Sage:** why?\n>> **Max:** so.\n\nb';
    const { sections } = renderMarkdown(text, { excludedLines: [{ lineStart: 3, lineEnd: 4 }] });
    expect(sections[0]?.html).toBe('<p data-block="1">a</p><p data-block="2">b</p>');
  });

  it('do not loosen a tight list', () => {
    const text = '- a\n  > **Sage:** why?\n- b';
    const { sections } = renderMarkdown(text, { excludedLines: [{ lineStart: 2, lineEnd: 2 }] });
    expect(sections[0]?.html).toBe('<ul><li data-block="1">a</li><li data-block="2">b</li></ul>');
  });
});

describe('messages', () => {
  it('have no numbers and no ids, and break where their lines end', () => {
    expect(renderMessage('# a\nb `c`\nd')).toBe('<h1>a</h1><p>b <code>c</code><br>\nd</p>');
    expect(renderMessage('- a\n\n```js\nb\n```\n\n<div>c</div>')).toBe(
      '<ul><li>a</li></ul><pre class="code" data-language="js"><code><span class="line" data-line="1">b</span></code></pre><div class="html"><div>c</div></div>',
    );
  });

  it('load no images', () => {
    expect(renderMessage('![a](b.png) ![c](https://d.e/f.png)')).not.toContain('<img');
  });
});
