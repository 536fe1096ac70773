import { numberedLines } from './code-lines.ts';
import { parseDiffLines } from './diff-lines.ts';
import { attribute } from './escape.ts';
import { highlightLines, languageName } from './highlight.ts';

/** Renders a block of code. `info` is the text after an opening fence. */
export function codeHtml(
  code: string,
  { block, info }: { block: number | undefined; info: string },
): string {
  const language = /^[^\s{,]*/.exec(info.trim())?.[0].toLowerCase() ?? '';
  const mermaid = language === 'mermaid' ? ' data-mermaid' : '';
  const start = `<pre class="code"${attribute('data-block', block)}${attribute('data-language', language || undefined)}${mermaid}><code>`;
  return `${start}${code === '' ? '' : codeLines(code, language)}</code></pre>`;
}

function codeLines(code: string, language: string): string {
  const inner = /^(?:diff|patch)(?:-(.+))?$/.exec(language);
  if (inner === null)
    return numberedLines(highlightLines(code, language).map((html) => ({ html })));
  const lines = parseDiffLines(code.split('\n'), { language: languageName(inner[1] ?? '') ?? '' });
  return numberedLines(lines.map(({ kind, marks, html }) => ({ kind, html: marks + html })));
}
