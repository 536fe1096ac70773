import katex from 'katex';
import { attribute, escapeHtml } from './escape.ts';

/**
 * Returns a function that renders formulas. A reader's selection counts the formula's source, which is hidden next to the
 * drawing; an invalid formula shows its source and the reason.
 */
export function mathRenderer(): (source: string, display: boolean) => string {
  const cache = new Map<string, string>();
  return (source, display) => {
    const key = `${display ? 'display' : 'inline'} ${source}`;
    const html = cache.get(key) ?? render(source, display);
    cache.set(key, html);
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
