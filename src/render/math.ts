import katex from 'katex';
import { attribute, escapeHtml } from './escape.ts';

/**
 * Makes a function that renders formulas. What a reader's selection counts is the formula's source, which stands
 * hidden beside the drawing; a formula that cannot be drawn shows its source and says why.
 */
export function mathRenderer(): (source: string, display: boolean) => string {
  const known = new Map<string, string>();
  return (source, display) => {
    const key = `${display ? 'display' : 'inline'} ${source}`;
    const html = known.get(key) ?? render(source, display);
    known.set(key, html);
    return html;
  };
}

function render(source: string, display: boolean): string {
  try {
    const drawing = katex
      .renderToString(source, {
        output: 'mathml',
        displayMode: display,
        throwOnError: true,
        strict: 'ignore',
        trust: false,
        maxSize: 20,
        maxExpand: 500,
      })
      // The page's policy forbids inline styles; none of them changes what a formula says.
      .replace(/ style="[^"]*"/g, '');
    return `<span class="math-source" hidden>${escapeHtml(source)}</span><span data-generated>${drawing}</span>`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `<code class="math-error"${attribute('title', reason)}>${escapeHtml(source)}</code>`;
  }
}
