import { libraryBlockRule } from './library-rule.ts';
import type { BlockRule, StateBlock, Token } from './types.ts';

/** A table whose rows keep all of their cells, those too that have no header. */
export function tableWithSurplusCells(): BlockRule {
  const read = libraryBlockRule('table');
  return (...[state, startLine, endLine, silent]) => {
    const first = state.tokens.length;
    if (!read(state, startLine, endLine, silent)) return false;
    if (!silent) addSurplusCells(state, first);
    return true;
  };
}

function addSurplusCells(state: StateBlock, first: number): void {
  const tokens = state.tokens.slice(first);
  const columns = tokens.filter(({ type }) => type === 'th_open').length;
  let surplus: readonly string[] = [];
  const complete = tokens.flatMap((token) => {
    if (token.type === 'tr_open') surplus = cellsOf(state, token.map?.[0] ?? 0).slice(columns);
    if (token.type !== 'tr_close' || surplus.length === 0) return [token];
    return [...surplus.flatMap((content) => cellTokens(state, token.level + 1, content)), token];
  });
  if (complete.length > tokens.length) state.tokens.splice(first, tokens.length, ...complete);
}

function cellTokens(state: StateBlock, level: number, content: string): readonly Token[] {
  const open = new state.Token('td_open', 'td', 1);
  const inline = new state.Token('inline', '', 0);
  const close = new state.Token('td_close', 'td', -1);
  for (const token of [open, inline, close]) {
    token.block = true;
    token.level = level;
  }
  inline.level = level + 1;
  inline.content = content;
  inline.children = [];
  return [open, inline, close];
}

/** The cells of a row: what stands between bars that no backslash escapes. */
function cellsOf(state: StateBlock, line: number): readonly string[] {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  const row = state.src.slice(start, state.eMarks[line]).trim();
  const cells = row.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells;
}
