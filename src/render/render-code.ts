import type { CodeDocument } from '../core/document/code-document.ts';
import type { RenderedDocument } from '../core/document/markdown-it/ports/renderer.ts';
import { codeHtml } from './code-block.ts';
import { escapeHtml } from './escape.ts';
import { languageOfPath } from './highlight.ts';
import { countInvisible, showInvisibleCharacters } from './invisible.ts';
import { lazySection } from './lazy-section.ts';

/** Renders a file of code: its path, then its lines in the colours of its language. */
export function renderCode({ blocks, path, lines }: CodeDocument): RenderedDocument {
  const title = blocks[0]?.text ?? '';
  const write = (): string =>
    showInvisibleCharacters(
      blocks
        .map(({ index, kind, text }) =>
          kind === 'heading'
            ? `<h1 class="diff-path" data-block="${index}">${escapeHtml(text)}</h1>`
            : codeHtml(text, { block: index, info: languageOfPath(path) }),
        )
        .join(''),
    );
  const section = { firstBlock: 1, lastBlock: blocks.length, lines: lines.count };
  return {
    blocks,
    outline: [{ block: 1, level: 1, text: title }],
    sections: [lazySection(section, write)],
    unseen: { parts: 0, characters: countInvisible(blocks.map(({ text }) => text).join('\n')) },
    title,
  };
}
