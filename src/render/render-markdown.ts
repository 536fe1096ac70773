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
import { hiddenMark } from './hidden-mark.ts';
import type { ImageUrl } from './images.ts';
import { countInvisible } from './invisible.ts';
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
  const unseen = {
    parts: document.hiddenParts().size,
    characters: countInvisible(document.text),
  };
  const page = { blocks: document.blocks, outline, sections, unseen };
  return title === undefined ? page : { ...page, title };
}

/** Renders the Markdown of a message. */
export function renderMessage(text: string): string {
  const document = parseMarkdown(text);
  const matches = matchRawHtml(document.tokens, document.htmlOf);
  const context = pageContext(document, { matches, imageUrl: undefined });
  const hiddenMark = markOf(document, false);
  const message = { ...context, hiddenMark, headingIds: new Map(), numbered: false, breaks: true };
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
    hiddenMark: markOf(document, true),
    findsDirection: rightToLeft.test(document.text),
    sanitiseTag,
    math,
  };
}

/** Letters of scripts that run from right to left. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

function markOf(document: MarkdownDocument, numbered: boolean): PageContext['hiddenMark'] {
  return (key) => {
    const part = document.hiddenParts().get(key);
    return part === undefined ? '' : hiddenMark(part, { numbered });
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
