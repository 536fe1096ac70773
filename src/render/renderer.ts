import type { Renderer } from '../core/document/markdown-it/ports/renderer.ts';
import { renderCode } from './render-code.ts';
import { renderDiff } from './render-diff.ts';
import { renderMarkdown, renderMessage } from './render-markdown.ts';

/** The renderer of the product. */
export const renderer: Renderer = {
  markdown: renderMarkdown,
  diff: renderDiff,
  code: renderCode,
  message: renderMessage,
};
