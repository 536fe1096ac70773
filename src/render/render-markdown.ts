import {
  type MarkdownDocument,
  type MarkdownOptions,
  parseMarkdown,
} from '../core/document/blocks.ts';
import type { OutlineEntry, RenderedDocument, RenderOptions } from '../core/needs/renderer.ts';
import { MarkdownWriter } from './markdown-writer.ts';

/** Renders Markdown as HTML in which every commentable block carries its number. */
export function renderMarkdown(
  source: string | MarkdownDocument,
  options: RenderOptions = {},
): RenderedDocument {
  const document = typeof source === 'string' ? parseMarkdown(source, reading(options)) : source;
  const writer = new MarkdownWriter(document, { imageUrl: options.imageUrl });
  writer.addAll();
  const outline = outlineOf(document);
  const title = titleOf(document, outline);
  return {
    blocks: document.blocks,
    outline,
    sections: writer.finish(),
    ...(title === undefined ? {} : { title }),
  };
}

/** Renders the Markdown of a message. */
export function renderMessage(text: string): string {
  const writer = new MarkdownWriter(parseMarkdown(text), { isMessage: true });
  writer.addAll();
  return writer
    .finish()
    .map(({ html }) => html)
    .join('');
}

function reading({ notBlocks }: RenderOptions): MarkdownOptions {
  return notBlocks === undefined ? {} : { notBlocks };
}

function outlineOf({ tokens, blockOf }: MarkdownDocument): readonly OutlineEntry[] {
  return tokens.flatMap((token) => {
    const block =
      token.type === 'heading_open' && token.level === 0 ? blockOf.get(token) : undefined;
    if (block?.level === undefined) return [];
    return [
      { block: block.index, level: block.level, text: block.text.replace(/\s+/g, ' ').trim() },
    ];
  });
}

function titleOf(
  { blocks }: MarkdownDocument,
  outline: readonly OutlineEntry[],
): string | undefined {
  const frontMatter = blocks[0]?.kind === 'front-matter' ? blocks[0].text : '';
  const given = /^title:[ \t]*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'|>#][^\n]*))/m.exec(frontMatter);
  const [, double, single, plain] = given ?? [];
  const title = double ?? single ?? plain?.replace(/\s#.*$/, '');
  if (title !== undefined) return title.trim();
  const highest = Math.min(...outline.map(({ level }) => level));
  return outline.find(({ level }) => level === highest)?.text;
}
