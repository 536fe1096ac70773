import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { once } from '../../once.ts';
import type { Block } from '../block.ts';
import type { DocumentLines } from '../document-lines.ts';
import { frontMatterLength, otherFrontMatterLength } from '../front-matter.ts';
import { indexLines } from '../lines.ts';
import type { MarkdownText, TracedRun } from '../parsed-document.ts';
import { bracketMathBlock, bracketMathInline } from './bracket-math.ts';
import { emphasiseBesideCjk } from './cjk-emphasis.ts';
import { type CollectedBlocks, collectBlocks } from './collect-blocks.ts';
import { excludedLinesEnvironment, skipExcludedLines } from './excluded-lines-rule.ts';
import {
  findHiddenParts,
  type HiddenParts,
  recordUsedLabels,
  stripUsedReferences,
} from './hidden-parts.ts';
import { breakLinesAtTags } from './html-breaks.ts';
import { htmlBlock, htmlInline } from './html-rules.ts';
import { traceInlines, withoutReferenceCounts } from './inline-trace.ts';
import { readMarks } from './list-marks.ts';
import { mathBlock, mathInline } from './math-rules.ts';
import { readTildes, strikeBetweenTildes } from './strikethrough-rules.ts';
import { tableWithSurplusCells } from './surplus-cells.ts';
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
  /** What a page folds away. */
  hiddenParts(): HiddenParts;
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
  const hiddenParts = once(() => findHiddenParts(tokens, { text, lines, ...collected }));
  const hidden = () => [...hiddenParts().values()];
  const read = { kind: 'markdown', text, lines, tokens, footnotes, trace } as const;
  return { ...read, hiddenParts, hidden, ...collected };
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
  markdown.inline.ruler.before('escape', 'bracket_math', bracketMathInline);
  markdown.inline.ruler.at('html_inline', htmlInline());
  markdown.inline.ruler2.push('html_breaks', breakLinesAtTags);
  emphasiseBesideCjk(markdown);
  // Definitions that no link uses stay, as hidden words.
  markdown.core.ruler.at('strip_references', recordUsedLabels);
  markdown.core.ruler.push('strip_used_references', stripUsedReferences);
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
  for (const scheme of ['http:', 'https:', 'ftp:']) {
    linkify.add(scheme, {
      validate: (text, position, { re }) => {
        const address = re.get_http_validator();
        address.lastIndex = position;
        return withoutPunctuation(address.exec(text)?.[0] ?? '').length;
      },
    });
  }
  linkify.add('www.', {
    validate: (text, position) => {
      host.lastIndex = position;
      if (!host.test(text)) return 0;
      path.lastIndex = host.lastIndex;
      const rest = path.exec(text)?.[0] ?? '';
      return withoutPunctuation(text.slice(position, host.lastIndex + rest.length)).length;
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
  markdown.normalizeLinkText = (url) => url;
}

/** What ends a sentence or a mark around an address is none of it. */
function withoutPunctuation(address: string): string {
  return address.replace(/[?!.,:*_~'"]+$/, '');
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
  ruler.before('fence', 'bracket_math_block', (...call) => bracketMathBlock(...call), interrupting);
  ruler.at('table', tableWithSurplusCells(), { alt: ['paragraph', 'reference'] });
  ruler.at('html_block', htmlBlock(), interrupting);
}

function readFrontMatter(state: StateBlock, startLine: number, silent: boolean): boolean {
  if (silent || startLine !== 0 || state.level !== 0 || state.parentType !== 'root') return false;
  const line = (number: number): string | undefined =>
    number > state.lineMax
      ? undefined
      : state.src.slice(state.bMarks[number - 1], state.eMarks[number - 1]);
  const yamlLength = frontMatterLength(line);
  const length = yamlLength === 0 ? otherFrontMatterLength(line) : yamlLength;
  if (length === 0) return false;
  const token = state.push(yamlLength === 0 ? 'hidden_front_matter' : 'front_matter', '', 0);
  token.content =
    yamlLength === 0 ? state.getLines(0, length, 0, true) : state.getLines(1, length - 1, 0, true);
  token.map = [0, length];
  state.line = length;
  return true;
}
