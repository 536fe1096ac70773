import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../../test/support/hostile-texts.ts';
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
  /^(?:id|title|lang|dir|class|href|target|rel|cite|datetime|open|value|start|reversed|type|colspan|rowspan|headers|scope|abbr|src|alt|width|height|loading|decoding|hidden|role|aria-label|disabled|checked|tabindex|aria-expanded|data-(?:block|path|hidden-in|generated|line|atom|language|mermaid))$/;
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

function textOf(text: string): string {
  return readPageText(pageOf(text)).texts.get(1) ?? '';
}

describe('a page of hostile Markdown', () => {
  it.each(hostileTexts)('holds nothing that runs or reaches out: %s', (payload) => {
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
      .array(
        fc.oneof(anyMarkdown, fc.constantFrom(...hostileTexts), fc.string({ maxLength: 20 })),
        {
          maxLength: 5,
        },
      )
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.property(hostile, (text) => {
        expect(faultsOf(pageOf(text))).toEqual([]);
      }),
      { numRuns: markdownRuns },
    );
  });

  it('keeps what a reader should see of it', () => {
    expect(textOf('<script>alert(1)</script>')).toBe('');
    expect(textOf('<script>alert(1)</script>text')).toBe('text');
    expect(textOf('see <script>alert(1)</script>')).toBe('see ');
    expect(pageOf('see <script>alert(1)</script>')).toContain(
      'hidden: script</span><span class="hidden-words">&lt;script&gt;alert(1)&lt;/script&gt;</span>',
    );
    expect(pageOf('[x](javascript:alert(1))')).toBe(
      '<p data-block="1">[x](javascript:alert(1))</p>',
    );
    expect(pageOf('a <a href="javascript:x">b</a>')).toBe(
      '<p data-block="1">a <a>b</a><span class="link-note" data-generated> (javascript:x, not opened from here)</span></p>',
    );
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
