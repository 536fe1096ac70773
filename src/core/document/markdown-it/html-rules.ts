import {
  hiddenElements,
  isHtmlTag,
  needsMore,
  tableDepth,
  tablePart,
  tagName,
  voidElements,
} from '../html-tags.ts';
import { libraryBlockRule, libraryInlineRule } from './library-rule.ts';
import type { BlockRule, InlineRule, StateBlock, StateInline } from './types.ts';

/** How HTML may begin that does not end at a blank line, and how it ends. */
const untilClosed: readonly (readonly [RegExp, RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?=\s|>|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![A-Z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
];
const wholeTag = /^<\/?[a-zA-Z][^\s/>]*(?:[^<>"']|"[^"]*"|'[^']*')*>/;

/**
 * A block of raw HTML. A line that begins with a tag that is none of HTML begins no such block; what is never closed
 * ends at the next blank line and not with the document; a table goes on behind blank lines while its parts follow.
 */
export function htmlBlock(): BlockRule {
  const read = libraryBlockRule('html_block');
  return (...[state, startLine, endLine, silent]) => {
    const first = lineOf(state, startLine);
    const tag = wholeTag.exec(first)?.[0];
    if (tag !== undefined && !isHtmlTag(tag)) return false;
    if (silent) return read(state, startLine, endLine, true);
    const end = untilClosed.find(([begins]) => begins.test(first))?.[1];
    const isOpen = end !== undefined && !isClosed(state, { startLine, endLine, end });
    const limit = isOpen ? nextBlank(state, startLine, endLine) : endLine;
    if (!read(state, startLine, limit, false)) return false;
    if (end === undefined) continueTable(state, startLine, endLine);
    return true;
  };
}

function lineOf(state: StateBlock, line: number): string {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return state.src.slice(start, state.eMarks[line]);
}

function isInside(state: StateBlock, line: number): boolean {
  return state.isEmpty(line) || (state.sCount[line] ?? 0) >= state.blkIndent;
}

function nextBlank(state: StateBlock, from: number, endLine: number): number {
  let line = from + 1;
  while (line < endLine && !state.isEmpty(line)) line++;
  return line;
}

function isClosed(
  state: StateBlock,
  { startLine, endLine, end }: { startLine: number; endLine: number; end: RegExp },
): boolean {
  const failures = failedSearches(state);
  const failure = `${end.source} ${state.blkIndent} ${endLine}`;
  if (startLine >= (failures.get(failure) ?? Number.POSITIVE_INFINITY)) return false;
  for (let line = startLine; line < endLine && isInside(state, line); line++) {
    if (end.test(lineOf(state, line))) return true;
    if (line === endLine - 1) failures.set(failure, startLine);
  }
  return false;
}

/** Searches for an end that reached the end of their container: keeps many unclosed beginnings linear. */
function failedSearches(state: StateBlock): Map<string, number> {
  const cached = state.env['htmlFailures'];
  if (cached instanceof Map) return cached;
  const failures = new Map<string, number>();
  state.env['htmlFailures'] = failures;
  return failures;
}

/** Lengthens a block that ends inside a table by the parts of the table that follow a blank line. */
function continueTable(state: StateBlock, startLine: number, endLine: number): void {
  const token = state.tokens.at(-1);
  if (token?.type !== 'html_block') return;
  let depth = tableDepth(token.content);
  let end = state.line;
  while (depth > 0) {
    let next = end;
    while (next < endLine && state.isEmpty(next)) next++;
    if (next >= endLine || !isInside(state, next) || !tablePart.test(lineOf(state, next))) break;
    const after = nextBlank(state, next, endLine);
    depth += tableDepth(state.getLines(next, after, state.blkIndent, true));
    end = after;
  }
  if (end === state.line) return;
  state.line = end;
  token.map = [startLine, end];
  token.content = state.getLines(startLine, end, state.blkIndent, true);
}

/**
 * A tag in a line of text. One that is none of HTML, or needs an end tag that does not follow, is text; an element
 * whose content is never shown is one token with its content.
 */
export function htmlInline(): InlineRule {
  const read = libraryInlineRule('html_inline');
  return (state, silent) => {
    const start = state.pos;
    if (!read(state, silent)) return false;
    const tag = state.src.slice(start, state.pos);
    const name = tagName(tag);
    if (name === '') return true;
    const end = tag.startsWith('</') ? undefined : endTagAfter(state, name);
    const isWord =
      !isHtmlTag(tag) || (end === undefined && needsMore(tag) && !tag.startsWith('</'));
    const isHidden = !isWord && hiddenElements.has(name) && end !== undefined;
    if (isHidden) state.pos = end;
    const token = silent ? undefined : state.tokens.at(-1);
    if (token === undefined) return true;
    token.content = state.src.slice(start, state.pos);
    if (isWord) {
      token.type = 'text';
      if (name === 'a' && /^<a[\s>]/i.test(tag)) state.linkLevel--;
    }
    return true;
  };
}

/** Where the end tag of an element ends; undefined without one. */
function endTagAfter(state: StateInline, name: string): number | undefined {
  if (voidElements.has(name)) return undefined;
  const failures = unclosed.get(state) ?? new Set();
  unclosed.set(state, failures);
  if (failures.has(name)) return undefined;
  const end = new RegExp(`</${name}\\s*>`, 'gi');
  end.lastIndex = state.pos;
  const match = end.exec(state.src.slice(0, state.posMax));
  if (match === null) failures.add(name);
  return match === null ? undefined : match.index + match[0].length;
}

const unclosed = new WeakMap<StateInline, Set<string>>();
