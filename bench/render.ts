import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { parseDiffDocument } from '../src/core/document/diff-file.ts';
import { parseMarkdown } from '../src/core/document/markdown-it/blocks.ts';
import type { RenderedSection } from '../src/core/document/markdown-it/ports/renderer.ts';
import { sourceRange, textRange } from '../src/core/document/text-offsets.ts';
import { renderDiff } from '../src/render/render-diff.ts';
import { renderMarkdown } from '../src/render/render-markdown.ts';

/** How long reading and rendering take, beside the Markdown parser alone; minima of interleaved runs. */
const runs = Number(process.argv[2] ?? 9);
const example = readFileSync(resolve('examples/plan.md'), 'utf8').replace(
  /^---\n[\s\S]*?---\n/,
  '',
);

function dense(bytes: number): string {
  let text = '';
  for (let copy = 0; text.length < bytes; copy++) {
    // Footnotes and formulas differ from copy to copy, so that nothing is remembered from the one before.
    text += example.replace(/\[\^(\w+)\]/g, `[^$1${copy}]`).replaceAll('0.2\\,', `${copy}.2\\,`);
  }
  return text;
}

function longDiff(hunks: number): string {
  const body = ' const same = compute(left, right);\n'.repeat(8);
  const change = '-  return old(left);\n+  return young(left, right);\n';
  const hunk = (at: number): string =>
    `@@ -${at},17 +${at},17 @@ function f()\n${body}${change}${body}`;
  const all = Array.from({ length: hunks }, (_, index) => hunk(index * 20 + 1));
  return `diff --git a/x.ts b/x.ts\nindex 1..2 100644\n--- a/x.ts\n+++ b/x.ts\n${all.join('')}`;
}

const htmlOf = (sections: readonly RenderedSection[]): number =>
  sections.reduce((sum, { html }) => sum + html.length, 0);

const text = dense(1_000_000);
const document = parseMarkdown(text);
const parser = new MarkdownIt({ html: true, linkify: true });
parser.use(footnotes);
// Gathering footnotes at the end takes the plugin time that grows with their number squared; nobody here needs it.
parser.core.ruler.disable('footnote_tail');
const patch = longDiff(500);
const patchDocument = parseDiffDocument(patch);

const measures: Readonly<Record<string, () => unknown>> = {
  'markdown-it alone': () => parser.parse(text, {}),
  'read 1 MB of Markdown': () => parseMarkdown(text),
  'render its first three sections': () => htmlOf(renderMarkdown(document).sections.slice(0, 3)),
  'render all of it': () => htmlOf(renderMarkdown(document).sections),
  'source of 1,000 phrases': () =>
    document.blocks
      .slice(0, 1000)
      .map((block) => sourceRange(document, block, [0, block.text.length])),
  'text of the whole source': () => textRange(document, { start: 0, end: text.length }),
  'read a diff of 9,500 lines, 500 hunks': () => parseDiffDocument(patch),
  'render the first three sections of the diff': () =>
    htmlOf(renderDiff(patchDocument).sections.slice(0, 3)),
  'render all of the diff': () => htmlOf(renderDiff(patchDocument).sections),
};

const best = new Map<string, number>();
for (let run = 0; run < runs; run++) {
  for (const [name, work] of Object.entries(measures)) {
    const start = performance.now();
    work();
    const took = performance.now() - start;
    best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, took));
  }
}
const alone = best.get('markdown-it alone') ?? 1;
console.log(`${document.blocks.length} blocks, ${runs} runs`);
for (const [name, took] of best) {
  console.log(
    `${took.toFixed(1).padStart(8)} ms  ${(took / alone).toFixed(2)} × markdown-it  ${name}`,
  );
}
