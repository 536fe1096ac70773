import { describe, expect, it } from 'vitest';
import { attributesOf, hasVisibleContent, htmlText, parseHtml } from './html-text.ts';
import { decodeEntity } from './markdown-it/blocks.ts';

const textOf = (html: string): string => htmlText(parseHtml(html, decodeEntity));

describe('the text of raw HTML', () => {
  it.each<[what: string, html: string, text: string]>([
    ['white space is collapsed', ' a \n  b ', 'a b'],
    ['space between elements stays', '<b>a</b> <i>b</i>', 'a b'],
    ['space belongs to where it stands', '<b>a </b>b', 'a b'],
    [
      'blocks stand on lines of their own',
      '<p>a</p><p>b</p><div><div>c</div></div>d',
      'a\nb\nc\nd',
    ],
    ['cells do too', '<tr><td>a</td><td>b</td></tr>', 'a\nb'],
    ['line breaks are line feeds', 'a<br>b<br/>\nc', 'a\nb\nc'],
    ['preformatted text is kept', '<pre>\n a\n  b\n</pre>', ' a\n  b'],
    ['entities are decoded', '&lt;a&gt; &amp; &nosuch; &#x41;', '<a> & &nosuch; A'],
    ['images are their description', '<img alt="a  b" src=x> <img src=y>c', 'a b c'],
    ['comments are nothing', 'a<!-- b -->c<!-->d<!--- e --->f', 'acdf'],
    ['an unclosed comment hides the rest', 'a<!-- b', 'a'],
    ['hidden elements are nothing', 'a<script>b</script><svg><text>c</text></svg><style>d', 'a'],
    ['a hidden element ends with its own end tag', '<script>"</style>"</script>a', 'a'],
    ['declarations are nothing', '<!DOCTYPE html>a<?php b ?>c<![CDATA[d]]>e', 'ace'],
    ['a lone < is text', 'a < b <3 <', 'a < b <3 <'],
    ['quotes may hold what looks like an end', '<p title="a>b">c</p>', 'c'],
    ['nothing is left of nothing', '<div> \n </div>', ''],
  ])('%s', (...[, html, text]) => {
    expect(textOf(html)).toBe(text);
  });

  it('comes with its source, character by character', () => {
    const html = '<p>\n a &amp; <b>b</b></p>';
    const pieces = parseHtml(html, decodeEntity);
    const sources = pieces.flatMap((piece) =>
      piece.kind === 'text'
        ? piece.starts.map((start, index) => html.slice(start, piece.ends[index]))
        : [],
    );
    expect(sources).toEqual(['a', ' ', '&amp;', ' ', 'b']);
  });
});

describe('raw HTML', () => {
  it.each([
    ['<a id="x"></a>', false],
    ['<!-- a -->', false],
    ['<hr>', false],
    ['<img src="x">', true],
    ['<p>a', true],
  ])('%s shows something: %s', (html, shows) => {
    expect(hasVisibleContent(parseHtml(html, decodeEntity))).toBe(shows);
  });

  it('has attributes by lower-case name, decoded, the first of equal ones', () => {
    const tag = `<IMG Alt="a &amp; b" title='c"' width=3 hidden alt=x data-a/>`;
    expect([...attributesOf(tag, decodeEntity)]).toEqual([
      ['alt', 'a & b'],
      ['title', 'c"'],
      ['width', '3'],
      ['hidden', ''],
      ['data-a', ''],
    ]);
  });
});
