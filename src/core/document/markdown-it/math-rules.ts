import type { StateBlock, StateInline } from './types.ts';

const dollar = 0x24;
/** The search for the end of an inline formula stops here, so that parsing stays linear. */
const maxFormulaLength = 2000;

/**
 * Display math as a block of its own: `$$…$$` on one line, or lines from one that starts with `$$` to one that
 * ends with it. Blank lines may be inside only when the opening `$$` is alone on its line.
 */
export function mathBlock(
  ...[state, startLine, endLine, silent]: readonly [StateBlock, number, number, boolean]
): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (state.src.charCodeAt(start) !== dollar || state.src.charCodeAt(start + 1) !== dollar)
    return false;
  if (indentOf(state, startLine) >= 4) return false;
  const first = lineOf(state, startLine);
  const last = lastLineOfMath(state, { startLine, endLine, first });
  if (last === undefined) return false;
  if (silent) return true;
  const whole = state.getLines(startLine, last + 1, state.blkIndent, false).trim();
  const token = state.push('math_block', 'math', 0);
  token.content = whole.slice(2, -2).replace(/^[ \t]*\n|\n[ \t]*$/g, '');
  token.map = [startLine, last + 1];
  token.markup = '$$';
  token.meta = { opensAlone: first === '$$' };
  state.line = last + 1;
  return true;
}

function lineOf(state: StateBlock, line: number): string {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return state.src.slice(start, state.eMarks[line]).trimEnd();
}

function indentOf(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}

function lastLineOfMath(
  state: StateBlock,
  { startLine, endLine, first }: { startLine: number; endLine: number; first: string },
): number | undefined {
  if (first.length > 4 && first.endsWith('$$')) {
    return first.indexOf('$$', 2) === first.length - 2 ? startLine : undefined;
  }
  if (first.indexOf('$$', 2) !== -1) return undefined;
  const isAlone = first === '$$';
  const failures = failedSearches(state);
  const failure = `${isAlone} ${state.blkIndent} ${endLine}`;
  if (startLine >= (failures.get(failure) ?? Number.POSITIVE_INFINITY)) return undefined;
  for (let line = startLine + 1; line < endLine; line++) {
    const text = lineOf(state, line);
    if (text === '' ? !isAlone : indentOf(state, line) < 0) break;
    const position = text.indexOf('$$');
    if (position !== -1) return position === text.length - 2 ? line : undefined;
    if (line === endLine - 1 && isAlone) failures.set(failure, startLine);
  }
  return undefined;
}

/** Searches for an end that reached the end of their container: keeps many unclosed openings linear. */
function failedSearches(state: StateBlock): Map<string, number> {
  const cached = state.env['mathFailures'];
  if (cached instanceof Map) return cached;
  const failures = new Map<string, number>();
  state.env['mathFailures'] = failures;
  return failures;
}

/** Math in a line of text: `$…$`, `` $`…`$ `` and `$$…$$`; a `$` before a word or after a space closes nothing. */
export function mathInline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== dollar) return false;
  const math = inlineMathAt(src.slice(0, Math.min(posMax, pos + maxFormulaLength)), pos);
  if (!math) {
    let end = pos + 1;
    while (end < posMax && src.charCodeAt(end) === dollar) end++;
    if (!silent) state.pending += src.slice(pos, end);
    state.pos = end;
    return true;
  }
  if (!silent) {
    const token = state.push('math_inline', 'math', 0);
    token.content = src.slice(math.start, math.end).replace(/\n[ \t]*/g, ' ');
    token.markup = src.slice(pos, math.start);
    token.meta = { start: math.start, end: math.end };
  }
  state.pos = math.after;
  return true;
}

interface InlineMath {
  readonly start: number;
  readonly end: number;
  readonly after: number;
}

function inlineMathAt(source: string, position: number): InlineMath | undefined {
  const opener = /^(?:\$`|\$\$?)/.exec(source.slice(position, position + 2))?.[0] ?? '$';
  if (opener === '$`') {
    const end = source.indexOf('`$', position + 2);
    return end > position + 2 ? { start: position + 2, end, after: end + 2 } : undefined;
  }
  const start = position + opener.length;
  if (source.charCodeAt(start) === dollar || /\s/.test(source[start] ?? ' ')) return undefined;
  if (opener === '$' && /[\p{L}\p{N}]/u.test(source[position - 1] ?? '')) return undefined;
  const end = closingDollar(source, { from: start, closer: opener });
  return end === undefined ? undefined : { start, end, after: end + opener.length };
}

function closingDollar(
  source: string,
  { from, closer }: { from: number; closer: string },
): number | undefined {
  for (let end = source.indexOf('$', from + 1); end !== -1; end = source.indexOf('$', end + 1)) {
    let slashes = 0;
    while (source[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 1) continue;
    if (closer === '$$') {
      if (source.charCodeAt(end + 1) === dollar) return end;
      continue;
    }
    const isSpaced = /\s/.test(source[end - 1] ?? ' ');
    return isSpaced || /[\p{L}\p{N}$]/u.test(source[end + 1] ?? '') ? undefined : end;
  }
  return undefined;
}
