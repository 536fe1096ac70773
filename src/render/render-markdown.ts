import {
  type MarkdownDocument,
  type MarkdownOptions,
  parseMarkdown,
} from '../core/document/markdown-it/blocks.ts';
import type {
  OutlineEntry,
  RenderedDocument,
  RenderOptions,
} from '../core/document/markdown-it/ports/renderer.ts';
import type { Token } from '../core/document/markdown-it/types.ts';
import { oneLine } from '../core/text/one-line.ts';
import { headingIds } from './heading-ids.ts';
import type { ImageUrl } from './images.ts';
import { lazySection } from './lazy-section.ts';
import { type PageContext, writeSection } from './markdown-writer.ts';
import { matchRawHtml, type RawHtmlMatches } from './match-raw-html.ts';
import { mathRenderer } from './math.ts';
import { planSections } from './plan-sections.ts';
import { tagSanitiser } from './sanitise-tag.ts';

/**
 * Renders Markdown as HTML in which every commentable block carries its number. The HTML of a section is rendered on
 * first access.
 */
export function renderMarkdown(
  source: string | MarkdownDocument,
  options: RenderOptions & { readonly blocksPerSection?: number } = {},
): RenderedDocument {
  const document =
    typeof source === 'string' ? parseMarkdown(source, parseOptions(options)) : source;
  const matches = matchRawHtml(document.tokens, document.htmlOf);
  const context = pageContext(document, { matches, imageUrl: options.imageUrl });
  const { blocksPerSection = 40 } = options;
  const sections = planSections(document, { blocksPerSection, spans: matches.spans }).map(
    ({ firstToken, endToken, ...section }) =>
      lazySection(section, () => writeSection(context, firstToken, endToken)),
  );
  const outline = outlineOf(document);
  const title = titleOf(document, outline);
  return { blocks: document.blocks, outline, sections, ...(title === undefined ? {} : { title }) };
}

/** Renders the Markdown of a message. */
export function renderMessage(text: string): string {
  const document = parseMarkdown(text);
  const matches = matchRawHtml(document.tokens, document.htmlOf);
  const context = pageContext(document, { matches, imageUrl: undefined });
  const message = { ...context, headingIds: new Map(), numbered: false, breaks: true };
  return writeSection(message, 0, document.tokens.length);
}

function pageContext(
  document: MarkdownDocument,
  { matches, imageUrl }: { matches: RawHtmlMatches; imageUrl: ImageUrl | undefined },
): PageContext {
  const { closedLater } = matches;
  const [sanitiseTag, math] = [tagSanitiser(), mathRenderer()];
  return {
    document,
    closedLater,
    headingIds: idsOf(document),
    numbered: true,
    imageUrl,
    sanitiseTag,
    math,
  };
}

function idsOf({ tokens, blockOf }: MarkdownDocument): ReadonlyMap<Token, string> {
  const idOf = headingIds();
  const ids = new Map<Token, string>();
  for (const token of tokens) {
    const text = token.type === 'heading_open' ? (blockOf.get(token)?.text ?? '') : '';
    if (text !== '') ids.set(token, idOf(text));
  }
  return ids;
}

function parseOptions({ excludedLines }: RenderOptions): MarkdownOptions {
  return excludedLines === undefined ? {} : { excludedLines };
}

function outlineOf({ tokens, blockOf }: MarkdownDocument): readonly OutlineEntry[] {
  return tokens.flatMap((token) => {
    const block =
      token.type === 'heading_open' && token.level === 0 ? blockOf.get(token) : undefined;
    if (block?.level === undefined) return [];
    return [{ block: block.index, level: block.level, text: oneLine(block.text) }];
  });
}

function titleOf(
  { blocks }: MarkdownDocument,
  outline: readonly OutlineEntry[],
): string | undefined {
  const frontMatter = blocks[0]?.kind === 'front-matter' ? blocks[0].text : '';
  const match = /^title:[ \t]*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'|>#][^\n]*))/m.exec(frontMatter);
  const [, double, single, plain] = match ?? [];
  const title = double ?? single ?? plain?.replace(/\s#.*$/, '');
  if (title !== undefined) return title.trim();
  const highest = Math.min(...outline.map(({ level }) => level));
  return outline.find(({ level }) => level === highest)?.text;
}
