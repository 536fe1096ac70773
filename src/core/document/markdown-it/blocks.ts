import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { once } from '../../once.ts';
import type { Block } from '../block.ts';
import type { DocumentLines } from '../document-lines.ts';
import { frontMatterLength } from '../front-matter.ts';
import { indexLines } from '../lines.ts';
import type { MarkdownText, TracedRun } from '../parsed-document.ts';
import { type CollectedBlocks, collectBlocks } from './collect-blocks.ts';
import { excludedLinesEnvironment, skipExcludedLines } from './excluded-lines-rule.ts';
import { traceInlines, withoutReferenceCounts } from './inline-trace.ts';
import { readMarks } from './list-marks.ts';
import { mathBlock, mathInline } from './math-rules.ts';
import { readTildes, strikeBetweenTildes } from './strikethrough-rules.ts';
import type { Parser, StateBlock, Token } from './types.ts';

/** Options for parsing a Markdown text. */
export interface MarkdownOptions {
  /** Lines that are no part of the text, such as inline discussions; they must not overlap. */
  readonly excludedLines?: readonly DocumentLines[];
}

export interface Footnote {
  /** From 1, in the order of first references. */
  readonly number: number;
  readonly references: number;
}

/** A parsed Markdown text, with what rendering needs. */
export interface MarkdownDocument extends MarkdownText, CollectedBlocks {
  readonly tokens: readonly Token[];
  /** Referenced footnotes by their label. */
  readonly footnotes: ReadonlyMap<string, Footnote>;
}

/** Parses Markdown: GitHub's dialect with front matter, footnotes and math. Any text is valid. */
export function parseMarkdown(text: string, options: MarkdownOptions = {}): MarkdownDocument {
  const lines = indexLines(text);
  const { excludedLines = [] } = options;
  const environment: Record<string | symbol, unknown> = excludedLinesEnvironment(excludedLines);
  const tokens = parser().parse(text.replace(/^\uFEFF/, ''), environment);
  const collected = collectBlocks(tokens, { text, lines, excludedLines, decodeEntity });
  const secondEnvironment = once(() => withoutReferenceCounts(environment));
  const trace = (content: string): readonly TracedRun[] =>
    tracingParser()(content, secondEnvironment());
  const footnotes = footnotesOf(environment);
  return { kind: 'markdown', text, lines, tokens, footnotes, trace, ...collected };
}

function footnotesOf(environment: Record<string, unknown>): ReadonlyMap<string, Footnote> {
  const { list = [] } = (environment['footnotes'] ?? {}) as {
    readonly list?: readonly { readonly label: string; readonly count: number }[];
  };
  return new Map(
    list.map(({ label, count }, index) => [label, { number: index + 1, references: count }]),
  );
}

/** Returns the commentable blocks of a Markdown text, in the order in which they start. */
export function indexBlocks(text: string, options: MarkdownOptions = {}): readonly Block[] {
  return parseMarkdown(text, options).blocks;
}

/** Decodes one HTML character reference; what is none comes back unchanged. */
export function decodeEntity(reference: string): string {
  return parser().utils.unescapeAll(reference);
}

const parser = once(makeParser);
const tracingParser = once(() => traceInlines(makeParser(), decodeEntity));

function makeParser(): Parser {
  const markdown = new MarkdownIt({ html: true, linkify: true, maxNesting: 200 });
  markdown.use(footnotes);
  // Footnotes stay where they are written, and GitHub knows no inline ones.
  markdown.core.ruler.disable('footnote_tail');
  markdown.inline.ruler.disable('footnote_inline');
  linkOnlyWhatGitHubLinks(markdown);
  addBlockRules(markdown);
  markdown.inline.ruler.at('strikethrough', readTildes);
  markdown.inline.ruler2.at('strikethrough', strikeBetweenTildes);
  markdown.inline.ruler.before('escape', 'math_inline', mathInline);
  markdown.core.ruler.push('marks', (state) => readMarks(state.tokens));
  return markdown;
}

/**
 * Bare `www.` addresses are links, other bare host names are not; addresses are shown as they were written. The
 * library's own way of finding host names costs as much time as all the rest of reading.
 */
function linkOnlyWhatGitHubLinks(markdown: Parser): void {
  const { linkify } = markdown;
  const host = /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*(?::\d+)?/uy;
  const path = new RegExp(linkify.re.get_path().source, 'iy');
  linkify.add('//', null);
  linkify.add('www.', {
    validate: (text, position) => {
      host.lastIndex = position;
      if (!host.test(text)) return 0;
      path.lastIndex = host.lastIndex;
      return host.lastIndex - position + (path.exec(text)?.[0].length ?? 0);
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
  markdown.normalizeLinkText = (url) => url;
}

function addBlockRules(markdown: Parser): void {
  const interrupting = { alt: ['paragraph', 'reference', 'blockquote'] };
  const { ruler } = markdown.block;
  ruler.before('table', 'front_matter', (...[state, startLine, , silent]) =>
    readFrontMatter(state, startLine, silent),
  );
  ruler.before(
    'front_matter',
    'excluded_lines',
    (...call) => skipExcludedLines(...call),
    interrupting,
  );
  ruler.before('fence', 'math_block', (...call) => mathBlock(...call), interrupting);
}

function readFrontMatter(state: StateBlock, startLine: number, silent: boolean): boolean {
  if (silent || startLine !== 0 || state.level !== 0 || state.parentType !== 'root') return false;
  const line = (number: number): string | undefined =>
    number > state.lineMax
      ? undefined
      : state.src.slice(state.bMarks[number - 1], state.eMarks[number - 1]);
  const length = frontMatterLength(line);
  if (length === 0) return false;
  const token = state.push('front_matter', '', 0);
  token.content = state.getLines(1, length - 1, 0, true);
  token.map = [0, length];
  state.line = length;
  return true;
}
