import { hasTexSign, isBracketFormula, maxFormulaLines } from '../bracket-formula.ts';
import type { StateBlock, StateInline } from './types.ts';

/** The search for the end of a formula stops here, so that parsing stays linear. */
const maxFormulaLength = 2000;

/** A formula in a line of text between `\(` and `\)`. */
export function bracketMathInline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (!src.startsWith('\\(', pos)) return false;
  const rest = src.slice(pos + 2, Math.min(posMax, pos + maxFormulaLength));
  const length = rest.indexOf('\\)');
  const formula = rest.slice(0, Math.max(0, length));
  if (!hasTexSign(formula) || formula.includes('\\(') || formula.includes('<!--')) return false;
  if (!silent) {
    const token = state.push('math_inline', 'math', 0);
    token.content = formula.trim().replace(/\n[ \t]*/g, ' ');
    token.markup = '\\(';
  }
  state.pos = pos + 2 + length + 2;
  return true;
}

/** A formula of its own between `\[` and `\]`, which begin and end its lines; no blank line is inside. */
export function bracketMathBlock(
  ...[state, startLine, endLine, silent]: readonly [StateBlock, number, number, boolean]
): boolean {
  const first = lineOf(state, startLine);
  if (!first.startsWith('\\[') || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4)
    return false;
  const last = lastLine(state, startLine, endLine);
  if (last === undefined) return false;
  const whole = state.getLines(startLine, last + 1, state.blkIndent, false).trim();
  const formula = whole.slice(2, -2);
  if (!isBracketFormula(formula)) return false;
  if (silent) return true;
  const token = state.push('math_block', 'math', 0);
  token.content = formula.replace(/^[ \t]*\n|\n[ \t]*$/g, '');
  token.map = [startLine, last + 1];
  token.markup = '\\[';
  token.meta = { opensAlone: first === '\\[' };
  state.line = last + 1;
  return true;
}

function lastLine(state: StateBlock, startLine: number, endLine: number): number | undefined {
  const longest = Math.min(endLine, startLine + maxFormulaLines);
  for (let line = startLine; line < longest; line++) {
    const text = lineOf(state, line);
    const isOutside = line > startLine && (state.sCount[line] ?? 0) < state.blkIndent;
    if (text === '' || isOutside) return undefined;
    if (text.endsWith('\\]') && (line > startLine || text.length > 4)) return line;
  }
  return undefined;
}

function lineOf(state: StateBlock, line: number): string {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return state.src.slice(start, state.eMarks[line]).trimEnd();
}
