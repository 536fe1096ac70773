import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyMarkdown, markdownRuns } from '../../test/support/markdown-arbitrary.ts';
import { readPageText } from '../../test/support/page-text.ts';
import { renderDiff } from './render-diff.ts';
import { renderMarkdown, renderMessage } from './render-markdown.ts';

/** Everything that may ever be written into a page; MathML's own elements and attributes come after these. */
const elements =
  /^(?:a|abbr|address|article|aside|b|bdi|bdo|blockquote|br|caption|cite|code|dd|del|details|dfn|div|dl|dt|em|figcaption|figure|footer|h[1-6]|header|hr|i|img|input|ins|kbd|li|main|mark|nav|ol|p|pre|q|rp|rt|ruby|s|samp|section|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var|wbr)$/;
const mathElements =
  /^(?:math|semantics|annotation|m(?:row|i|n|o|s|text|space|sub|sup|subsup|frac|root|sqrt|under|over|underover|table|tr|td|style|padded|phantom|enclose|multiscripts|prescripts|error|glyph|label|labeledtr))$/;
const attributes =
  /^(?:id|title|lang|dir|class|href|target|rel|cite|datetime|open|value|start|reversed|type|colspan|rowspan|headers|scope|abbr|src|alt|width|height|loading|decoding|hidden|role|aria-label|disabled|checked|data-(?:block|generated|line|atom|language|mermaid))$/;
const mathAttributes =
  /^(?:xmlns|display|encoding|mathvariant|stretchy|fence|separator|lspace|rspace|minsize|maxsize|movablelimits|accent|accentunder|scriptlevel|displaystyle|columnalign|columnspacing|rowspacing|columnlines|rowlines|frame|linethickness|mathcolor|mathbackground|mathsize|voffset|width|height|depth|notation|symmetric|largeop|form|class|side|dir|mathvariant)$/;

/** What is wrong with a page's tags. */
function faultsOf(html: string): readonly string[] {
  return readPageText(html).tags.flatMap((tag) => {
    const name = /^<([a-zA-Z0-9-]+)/.exec(tag)?.[1] ?? '';
    const isMath = mathElements.test(name);
    const faults = isMath || elements.test(name) ? [] : [`element ${tag}`];
    for (const [, attribute = '', value = ''] of tag.matchAll(/\s([^\s=>/"]+)(?:="([^"]*)")?/g)) {
      const isKnown = attributes.test(attribute) || (isMath && mathAttributes.test(attribute));
      if (!isKnown) faults.push(`attribute ${attribute} of ${tag}`);
      if (
        attribute === 'href' &&
        /^[a-z][a-z0-9+.-]*:(?<!^(?:https?|mailto|tel|ftp):)/i.test(value)
      ) {
        faults.push(`address of ${tag}`);
      }
      if (attribute === 'src' && !/^(?:image\?|data:image\/)/.test(value))
        faults.push(`source of ${tag}`);
      if (attribute === 'id' && !value.startsWith('doc-')) faults.push(`id of ${tag}`);
      if (attribute === 'class' && /(?:^|\s)(?:app|page|composer)/.test(value))
        faults.push(`class of ${tag}`);
    }
    return faults;
  });
}

function pageOf(text: string): string {
  const options = { imageUrl: (source: string) => `image?src=${encodeURIComponent(source)}` };
  return renderMarkdown(text, options)
    .sections.map(({ html }) => html)
    .join('');
}

const payloads = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)" alt="a">',
  '<img src=javascript:alert(1)>',
  '<img src="data:text/html,<script>alert(1)</script>">',
  '<img/src=x/onerror=alert(1)>',
  '<img src=`x` onerror=`alert(1)`>',
  '<img """><script>alert(1)</script>">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:x">x</a> <a href="data:text/html,x">y</a> <a href="blob:x">z</a>',
  '<a href="x" onclick="alert(1)" style="position:fixed" class="app" id="root" target="_self" rel="opener">x</a>',
  '<a href="//evil.example">x</a>',
  '[x](javascript:alert(1)) [y](JAVASCRIPT:alert(1)) [z](&#x6A;avascript:alert(1)) [w](javascript&colon;alert(1))',
  '[x](<javascript:alert(1)>) [y]( javascript:alert(1)) [z](\\javascript:alert(1))',
  '[x]: javascript:alert(1)\n\n[x] ![x]',
  '<javascript:alert(1)> <vbscript:x> <data:text/html,x>',
  '![x](javascript:alert(1)) ![y](data:text/html,x) ![z](x" onerror="alert(1))',
  '![a" onerror="alert(1)](x) ![a](x "t\\" onerror=alert(1)")',
  '[a](x "t\\" onclick=\\"alert(1)") [b](<x" onclick="alert(1)>)',
  '<iframe src="javascript:alert(1)"></iframe><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="x"></object><embed src="x"><applet code="x"></applet>',
  '<form action="javascript:alert(1)"><input type=submit formaction="javascript:alert(1)"><button>x</button></form>',
  '<input autofocus onfocus=alert(1)><textarea></textarea><select><option>x</select>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)"><base href="https://evil.example/"><link rel=stylesheet href=x>',
  '<style>@import "https://evil.example/x.css";</style><div style="background:url(javascript:alert(1))">x</div>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)></audio>',
  '<marquee onstart=alert(1)>x</marquee><isindex><keygen>',
  '<template><script>alert(1)</script></template><noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<table background="javascript:alert(1)"><td background="x">y</td></table>',
  '<div id="doc-x" data-block="1" data-generated class="line">x</div>',
  '</div></div></section></main></body></html><script>alert(1)</script>',
  '</p></li></ul></blockquote><h1>out</h1>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<!--> <img src=x onerror=alert(1)> -->',
  '<![CDATA[<script>alert(1)</script>]]><?php <script>alert(1)</script> ?>',
  '<!DOCTYPE html [<!ENTITY x "y">]>',
  '<p><a href="x"><a href="y" onclick="z">q</a></a></p>',
  '```"><img src=x onerror=alert(1)>\n<script>alert(1)</script>\n```',
  '```mermaid\nclick A href "javascript:alert(1)"\nA["<img src=x onerror=alert(1)>"]\n```',
  '`<script>alert(1)</script>` <b title="`">x</b>',
  '$<img src=x onerror=alert(1)>$ $\\href{javascript:alert(1)}{x}$ $\\url{javascript:alert(1)}$',
  '$$\n\\htmlClass{app}{x} \\htmlId{root}{x} \\htmlStyle{position:fixed}{x} \\includegraphics{https://evil.example/x}\n$$',
  '$\\unicode{x3c}script$ $\\text{</annotation><script>alert(1)</script>}$',
  '[^"><script>]: x\n\n[^"><script>] text[^<b>]\n\n[^<b>]: y',
  '> [!NOTE"><script>alert(1)</script>]\n> x',
  '# <script>alert(1)</script> "><img src=x onerror=alert(1)>\n\n## id="root" onclick',
  '| <script>alert(1)</script> | a |\n|:-:|-|\n| <img src=x onerror=alert(1)> | </td></table><script>x</script> |',
  '---\ntitle: <script>alert(1)</script>\n---\n\n- [x] <input onfocus=alert(1)>',
  '<a name="constructor">x</a><a id="__proto__">y</a><img name="body" src="x">',
  '<xss onclick=alert(1) tabindex=1>x</xss><x-y contenteditable>z</x-y>',
  '&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x onerror=alert(1)&#62;',
  '<div\nonclick\n=\nalert(1)>x</div> <div/onclick=alert(1)>y</div>',
  '<div title="a>b" onclick="c">x</div> <div title=\'"><img src=x onerror=alert(1)>\'>y</div>',
];

describe('a page of hostile Markdown', () => {
  it.each(payloads)('holds nothing that runs or reaches out: %s', (payload) => {
    for (const text of [
      payload,
      `> ${payload}`,
      `- x\n\n  ${payload}`,
      `text ${payload} text`,
      `<div>\n${payload}\n</div>`,
    ]) {
      expect(faultsOf(pageOf(text))).toEqual([]);
      expect(faultsOf(renderMessage(text))).toEqual([]);
    }
  });

  it('holds nothing else than what is known to be safe, whatever the Markdown', async () => {
    const hostile = fc
      .array(fc.oneof(anyMarkdown, fc.constantFrom(...payloads), fc.string({ maxLength: 20 })), {
        maxLength: 5,
      })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.property(hostile, (text) => {
        expect(faultsOf(pageOf(text))).toEqual([]);
      }),
      { numRuns: markdownRuns },
    );
  });

  it('keeps what a reader should see of it', () => {
    expect(pageOf('<script>alert(1)</script>')).toBe('');
    expect(pageOf('<script>alert(1)</script>text')).toBe(
      '<div class="html" data-block="1">text</div>',
    );
    expect(pageOf('see <script>alert(1)</script>')).toBe('<p data-block="1">see alert(1)</p>');
    expect(pageOf('[x](javascript:alert(1))')).toBe(
      '<p data-block="1">[x](javascript:alert(1))</p>',
    );
    expect(pageOf('a <a href="javascript:x">b</a>')).toBe('<p data-block="1">a <a>b</a></p>');
  });
});

describe('a page of a hostile patch', () => {
  it('holds nothing that runs', () => {
    const line = '<script>alert(1)</script> "><img src=x onerror=alert(1)>';
    const patch = `diff --git "a/${line}" "b/${line}"\n--- "a/${line}"\n+++ "b/${line}"\n@@ -1 +1 @@ ${line}\n-${line}\n+${line}&amp;\n`;
    const html = renderDiff(patch)
      .sections.map((section) => section.html)
      .join('');
    expect(faultsOf(html)).toEqual([]);
  });
});
